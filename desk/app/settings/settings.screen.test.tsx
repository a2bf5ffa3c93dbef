import { settingNames, settingValue } from '@ceiba/contract/desk/setting-fields';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Settings = DeskAnswer<'getSettings'>['data'];

const standards: Settings['standards'] = Object.fromEntries(
  settingNames.map((name) => [name, settingValue(defaultShopPolicy, name)]),
);
const noPictures = { shopLogo: null, shopLogoOnDark: null, shopIcon: null, shopAppIcon: null };
const settingsWith = (values: Settings['values'], version = 1): { status: 200; data: Settings } => ({
  status: 200,
  data: { values: { ...standards, ...values }, standards, pictures: noPictures, version, actions: [] },
});
const noHistory = { status: 200, data: [], next: null } as const;
const session = sampleSession('manager');

test('[PROD-16] a setting shows its range and standard value, and only changes are sent', async () => {
  let now = settingsWith({ returnDays: 45 });
  const desk = await openDesk('/ajustes?grupo=devoluciones', {
    session,
    calls: {
      getHistory: noHistory,
      getSettings: () => now,
      changeSettings: () => {
        now = settingsWith({}, 2);
        return now;
      },
    },
  });
  const days = await screen.findByRole('textbox', { name: /^Días hábiles para devolver/ });
  expect(days).toHaveValue('45');
  expect(days).toHaveAccessibleDescription('De 0 a 365 días hábiles. Estándar: 30.');
  await desk.user.clear(days);
  await desk.user.type(days, '400');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  expect(await screen.findByText('Escribe un número de 0 a 365.')).toBeVisible();
  expect(desk.sentTo('changeSettings')).toEqual([]);
  await desk.user.click(screen.getByRole('button', { name: 'Volver al estándar: Días hábiles para devolver' }));
  expect(days).toHaveValue('30');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  expect(await screen.findByText('Guardado')).toBeVisible();
  expect(desk.sentTo('changeSettings').map(({ body }) => body)).toEqual([{ version: 1, returnDays: 30 }]);
});

test('[PROD-16] the tab of a hidden group marks its refused field, and typed values stay', async () => {
  const text = 'Las cuotas empiezan a lo sumo un quetzal arriba.';
  const desk = await openDesk('/ajustes', {
    session,
    calls: {
      getHistory: noHistory,
      getSettings: settingsWith({}),
      changeSettings: refusal('VALIDATION_ERROR', { fields: { installmentsMinimum: text } }),
    },
  });
  const tabs = within(await screen.findByRole('navigation', { name: 'Grupos de ajustes' }));
  await desk.user.click(tabs.getByRole('link', { name: 'Pagos y cuotas' }));
  const from = screen.getByRole('textbox', { name: /^Cuotas desde/ });
  await desk.user.clear(from);
  await desk.user.type(from, 'Q1,000');
  await desk.user.click(tabs.getByRole('link', { name: 'Envíos' }));
  expect(tabs.getByRole('link', { name: /^Pagos y cuotas ?con cambios sin guardar$/ })).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  await desk.user.click(await tabs.findByRole('link', { name: /^Pagos y cuotas ?con datos por corregir$/ }));
  expect(screen.getByText(text)).toBeVisible();
  expect(from).toHaveValue('Q1,000');
  expect(desk.sentTo('changeSettings').map(({ body }) => body)).toEqual([{ version: 1, installmentsMinimum: 1000 }]);
});

test('[PROD-16] a logo is uploaded from a file, and a refused file shows the reason', async () => {
  const refusals = [() => refusal('VALIDATION_ERROR', { fields: { pictures: 'El ícono debe ser cuadrado.' } })];
  const desk = await openDesk('/ajustes', {
    session,
    calls: {
      getHistory: noHistory,
      getSettings: settingsWith({}),
      setShopPicture: () =>
        refusals.pop()?.() ?? {
          status: 200,
          data: {
            ...settingsWith({}, 2).data,
            pictures: { ...noPictures, shopIcon: '/identity/0123456789abcdef-32x32.webp' },
          },
        },
    },
  });
  const file = new File(['icono'], 'icono.png', { type: 'image/png' });
  await desk.user.upload(await screen.findByLabelText('Agregar Ícono de la pestaña'), file);
  expect(await screen.findByText(/El ícono debe ser cuadrado/)).toBeVisible();
  await desk.user.upload(screen.getByLabelText('Agregar Ícono de la pestaña'), file);
  expect(await screen.findByRole('img', { name: 'Ícono de la pestaña' })).toBeVisible();
});

test('[OFF-08] a person without the permission does not see the page', async () => {
  await openDesk('/ajustes', { session: sampleSession('warehouse'), calls: {} });
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Grupos de ajustes' })).toBeNull());
  expect(await screen.findByText(/permiso/)).toBeVisible();
});
