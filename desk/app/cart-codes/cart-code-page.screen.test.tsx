import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const line = { ...{ priceThen: 699, priceNow: 599, available: true, warranty: null, notPickedUp: null }, stores: [] };

const row = { brand: 'visa', discount: 0, delivery: null, certain: true, until: null } as const;

const plans: DeskAnswer<'getDeskCartCode'>['data']['plans'] = {
  ...{ asOf: '2026-11-30T17:00:00.000Z', subtotal: 1_198, delivery: null, minimum: 500, note: null },
  banks: [
    { id: 'bac', name: 'BAC Credomatic', brands: ['mastercard'] },
    { id: 'bam', name: 'BAM-MAX', brands: ['visa'] },
  ],
  rows: [
    { ...row, bank: 'bac', brand: 'mastercard', plan: 1, total: 1_198, monthly: 1_198 },
    { ...row, bank: 'bam', plan: 1, total: 1_198, monthly: 1_198 },
    { ...row, bank: 'bam', plan: 6, total: 1_078.2, monthly: 179.7, discount: 119.8 },
    { ...row, bank: 'bam', plan: 12, total: 1_078.2, monthly: 89.85, discount: 119.8, certain: false },
  ],
};

const shared = (more: Partial<DeskAnswer<'getDeskCartCode'>['data']> = {}) => ({
  status: 200,
  data: {
    ...{ code: 'K7M4-QPXR', createdAt: '2026-11-30T16:00:00.000Z', expiresAt: '2026-12-07T16:00:00.000Z' },
    ...{ lines: [{ ...line, sku: 'FRE-0003', title: 'Freidora', quantity: 2 }], total: 1_198, plans },
    ...more,
  },
});

const unsold = { orders: null, netSales: null, averageTicket: null };

test('[WA-04] a code in Ctrl+K opens the lines with the stock of each store', async () => {
  const desk = await openDesk('/', {
    session: sampleSession('advisor'),
    calls: {
      getDeskHome: {
        status: 200,
        data: { today: unsold, lastWeek: unsold, queues: [], firstSteps: { hasProducts: true, steps: [] } },
      },
      searchDesk: {
        status: 200,
        data: [
          {
            ...{ kind: 'cart', id: 'K7M4-QPXR', title: 'K7M4-QPXR', text: 'Freidora y 1 más', isExact: true },
            href: '/admin/carritos/K7M4-QPXR',
          },
        ],
      },
      getDeskCartCode: shared({
        lines: [
          {
            ...{ ...line, sku: 'FRE-0003', title: 'Freidora', quantity: 2 },
            stores: [{ storeCode: 'MAX', name: 'Ceiba Zona 10', state: 'few', message: 'Últimas 2 en esta tienda' }],
          },
          {
            ...{ ...line, sku: 'TV', title: 'Televisor', quantity: 1, priceNow: null, available: false },
            notPickedUp: 'No disponible',
          },
        ],
      }),
    },
  });
  await screen.findByRole('heading', { name: 'Inicio', level: 1 });
  await desk.user.keyboard('{Control>}k{/Control}');
  await desk.user.type(await screen.findByRole('combobox', { name: 'Buscar' }), 'k7m4qpxr');
  expect(await screen.findByText('Carritos compartidos')).toBeVisible();
  await desk.user.click(await screen.findByRole('option', { name: /K7M4-QPXR/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Carrito K7M4-QPXR' })).toBeVisible();
  expect(desk.address()).toBe('/carritos/K7M4-QPXR');
  expect(await screen.findByText('Q599.00')).toBeVisible();
  expect(screen.getByText('Últimas 2 en esta tienda')).toBeVisible();
  expect(screen.getByText('Q1,198.00')).toBeVisible();
});

test('[WA-04, BANK-07] an advisor chooses a bank and reads what the cart costs a month, with the discount and the total', async () => {
  const desk = await openDesk('/carritos/K7M4-QPXR', {
    session: sampleSession('advisor'),
    calls: { getDeskCartCode: shared() },
  });
  await desk.user.selectOptions(await screen.findByRole('combobox', { name: 'Banco' }), 'BAM-MAX');
  const table = screen.getByRole('table');
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([...['BAM-MAX', 'Al mes', 'Descuento de tu banco', 'Total a pagar']]);
  expect(within(table).getByRole('row', { name: /^6 cuotas/ })).toHaveTextContent('Q179.70-Q119.80Q1,078.20');
  expect(within(table).getByRole('row', { name: /^12 cuotas/ })).toHaveTextContent('según tu tarjeta');
  expect(screen.getByText('más envío, por calcular')).toBeVisible();
  await desk.user.selectOptions(screen.getByRole('combobox', { name: 'Banco' }), 'BAC Credomatic');
  expect(screen.getByText('BAC Credomatic: por ahora solo contado.')).toBeVisible();
});

test('[WA-04, BANK-02] the desk shows the reason why a shared cart has no cuotas', async () => {
  const note = 'No queda nada por pagar con tarjeta.';
  await openDesk('/carritos/K7M4-QPXR', {
    session: sampleSession('advisor'),
    calls: { getDeskCartCode: shared({ plans: { ...plans, rows: [], note } }) },
  });
  expect(await screen.findByText(note)).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Banco' })).toBeNull();
});
