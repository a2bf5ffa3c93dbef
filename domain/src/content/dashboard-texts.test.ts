import { expect, test } from 'vitest';
import { dashboardTexts } from './dashboard-texts.ts';

test('the sections of the account have the documented titles', () => {
  expect(dashboardTexts.profile).toEqual({ title: 'Información personal', subtitle: 'Actualiza tus datos' });
  expect(Object.values(dashboardTexts).map(({ title }) => title)).toEqual([
    'Información personal',
    'Mis órdenes',
    'Mis direcciones',
    'Lista de deseos',
    'Mis tarjetas',
  ]);
});
