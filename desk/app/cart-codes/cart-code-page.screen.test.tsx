import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const line = { ...{ priceThen: 699, priceNow: 599, available: true, warranty: null, notPickedUp: null }, stores: [] };

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
      getDeskCartCode: {
        status: 200,
        data: {
          ...{ code: 'K7M4-QPXR', createdAt: '2026-11-30T16:00:00.000Z', expiresAt: '2026-12-07T16:00:00.000Z' },
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
          total: 1_198,
        },
      },
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
