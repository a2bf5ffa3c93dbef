import { expect, test } from 'vitest';
import { orderSubtitle, orderTexts, orderTitle } from './order-texts.ts';

test('[HIST-01] [HIST-02] [DEC-43] verbatim', () => {
  expect(orderTexts).toEqual({
    empty: 'No tienes compras en tu historial',
    loadFailed: 'Ha ocurrido un error al cargar las ordenes.',
    thanks: '¡Gracias por tu compra!',
    keepShopping: 'Seguir comprando',
    seeOrder: 'Ver mi orden',
  });
});

test('[HIST-03] [HIST-04] [HIST-12] titles', () => {
  expect(orderTitle('100000001', false)).toBe('Detalle de la orden 100000001');
  expect(orderTitle('100000001', true)).toBe('Orden 100000001');
  expect(orderSubtitle('2025-03-12T10:00:00-06:00')).toBe('Compra realizada con éxito el 12 de marzo de 2025');
  expect(orderSubtitle(null)).toBe('Compra realizada con éxito el Fecha por estimar');
});
