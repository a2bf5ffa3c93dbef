import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const session = sampleSession('catalogue');

const tried: DeskAnswer<'tryCoupon'>['data'] = {
  lines: [{ sku: 'TV-1', title: 'Televisor 43"', quantity: 2, lineTotal: 4_000 }],
  unknown: ['NADA'],
  ...{ subtotal: 4_000, discount: 300, total: 3_700, problem: null },
};

const series: DeskAnswer<'getCouponSeries'>['data'] = {
  ...{ prefix: 'NAVIDAD', label: 'Q50 de regalo', note: null, codes: 500, used: 3, state: 'current' },
  ...{ percent: null, amount: 50, cap: null, minimum: 0, startsAt: null, endsAt: null },
  ...{ version: 1, actions: ['end'] },
};

const uses: DeskAnswer<'listCouponUses'> = {
  status: 200,
  data: [{ number: '100000012', code: 'NAVIDAD-7KQ2M9XB', series: 'NAVIDAD', usedAt: '2026-11-20T16:00:00.000Z' }],
  next: null,
  total: { value: 1, capped: false },
};

const history = { status: 200 as const, data: [], next: null };

test.each([1440, 390])('[PROD-13] a coupon is tried on a typed cart before it is saved, at %i', async (width) => {
  const desk = await openDesk('/promociones/cupones/+', {
    session,
    width,
    calls: { tryCoupon: { status: 200, data: tried } },
  });
  await desk.user.type(await screen.findByRole('textbox', { name: /Porcentaje/ }), '10');
  await desk.user.type(screen.getByRole('textbox', { name: /Tope/ }), 'Q300');
  await desk.user.type(screen.getByRole('textbox', { name: /Carrito de prueba/ }), 'TV-1 2');
  await desk.user.click(screen.getByRole('button', { name: 'Probar' }));
  expect(await screen.findByText('Descuenta Q300.00.')).toBeVisible();
  expect(screen.getByText('Q3,700.00')).toBeVisible();
  expect(screen.getByText('No están a la venta y no cuentan: NADA.')).toBeVisible();
  expect(desk.sentTo('tryCoupon')[0]?.query).toMatchObject({ percent: '10', cap: '300', goods: 'TV-1 2' });
  expect(desk.sentTo('createCoupon')).toEqual([]);
});

test('a wrong cart is reported at its field, and a coupon without effect with its reason', async () => {
  const problem = 'Este cupón ya venció.';
  let isWrong = true;
  const desk = await openDesk('/promociones/cupones/+', {
    session,
    calls: {
      tryCoupon: () =>
        isWrong
          ? refusal('VALIDATION_ERROR', { fields: { goods: 'Escribe el código de un producto.' } })
          : { status: 200, data: { ...tried, discount: 0, total: 4_000, problem } },
    },
  });
  const goods = await screen.findByRole('textbox', { name: /Carrito de prueba/ });
  await desk.user.type(goods, 'x');
  await desk.user.click(screen.getByRole('button', { name: 'Probar' }));
  await waitFor(() => expect(goods).toHaveAccessibleDescription(/Escribe el código de un producto/));
  isWrong = false;
  await desk.user.click(screen.getByRole('button', { name: 'Probar' }));
  expect(await screen.findByText(`No descuenta nada. ${problem}`)).toBeVisible();
});

test('[PROD-13] a series shows its file of codes and its uses, and can be ended', async () => {
  const desk = await openDesk('/promociones/series/NAVIDAD', {
    session: sampleSession('manager'),
    calls: {
      getCouponSeries: { status: 200, data: series },
      listCouponUses: uses,
      getHistory: history,
      endCouponSeries: { status: 200, data: { ...series, state: 'ended', version: 2, actions: [] } },
    },
  });
  const file = await screen.findByRole('link', { name: 'CSV' });
  expect(file).toHaveAttribute('href', '/v1/admin/coupons/export?series=NAVIDAD&columns=code,state,uses');
  const list = within(await screen.findByRole('list', { name: 'Usos' }));
  expect(list.getByRole('link', { name: '100000012' })).toHaveAttribute('href', '/ordenes/100000012');
  await desk.user.click(screen.getByRole('button', { name: 'Terminar serie' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: '¿Terminar la serie NAVIDAD?' }));
  await desk.user.click(dialog.getByRole('button', { name: 'Terminar serie' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Terminar serie' })).toBeNull());
  expect(desk.sentTo('endCouponSeries')[0]).toMatchObject({ params: { prefix: 'NAVIDAD' }, body: { version: 1 } });
});

test.each([1440, 390])('[PROD-13] the uses of coupons lead to their orders, at %i', async (width) => {
  await openDesk('/promociones/cupones/usos', { session, width, calls: { listCouponUses: uses } });
  expect(await screen.findByRole('heading', { name: 'Usos de cupones' })).toBeVisible();
  expect((await screen.findAllByRole('link', { name: /100000012/ }))[0]).toHaveAttribute('href', '/ordenes/100000012');
});
