import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { type DeskCalls, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { productAnswer, sampleProduct } from '../testing/sample-product.ts';

type Stock = DeskAnswer<'getProductStock'>['data'];

const place = (storeCode: string, name: string, salable = 0, claimed = 0) => ({
  ...{ storeCode, name, salable, claimed },
  onHand: salable + claimed,
  inTransit: 0,
  presale: 0,
  onOrder: 0,
});
const stockOf = (changes: Partial<Stock> = {}): { status: 200; data: Stock } => ({
  status: 200,
  data: {
    sku: sampleProduct().sku,
    title: sampleProduct().title,
    hasStock: true,
    threshold: null,
    places: [place('BODEGA', 'Bodega central'), place('MAX', 'Miraflores')],
    movements: [],
    mayMove: ['BODEGA', 'MAX'],
    ...changes,
  },
});

const open = (calls: DeskCalls, role: 'manager' | 'catalogue' = 'manager') => {
  const product = sampleProduct();
  return openDesk(`/productos/${product.sku}`, {
    session: sampleSession(role),
    calls: {
      getDeskProduct: productAnswer(product),
      listProductAttributes: { status: 200, data: { declared: [], usual: [] } },
      getHistory: { status: 200, data: [], next: null },
      ...calls,
    },
  });
};

test('[PROD-18] a product without units shows as sold out until a person adds units with a reason', async () => {
  const desk = await open({
    getProductStock: stockOf(),
    moveProductStock: stockOf({
      places: [place('BODEGA', 'Bodega central'), place('MAX', 'Miraflores', 12)],
      movements: [
        {
          id: '1',
          at: '2026-11-30T15:00:00.000Z',
          storeCode: 'MAX',
          storeName: 'Miraflores',
          units: 12,
          level: 12,
          document: null,
          by: 'Marta Xicará',
          cause: 'initial',
          orderNumber: null,
        },
      ],
    }),
  });
  expect(await screen.findByText('Sin unidades para vender: en la tienda sale agotado.')).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Ajustar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ajustar existencias' }));
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: /Lugar/ }), 'Miraflores (0)');
  await desk.user.type(dialog.getByRole('textbox', { name: /^Unidades/ }), '12');
  await desk.user.click(dialog.getByRole('button', { name: 'Guardar movimiento' }));
  expect(await screen.findByText('Existencias ajustadas')).toBeVisible();
  expect(desk.sentTo('moveProductStock').map(({ body }) => body)).toEqual([
    { storeCode: 'MAX', units: 12, reason: 'initial', note: null },
  ]);
  expect(screen.queryByText(/sale agotado/)).toBeNull();
  expect(screen.getByText('Miraflores')).toBeVisible();
});

test('[PROD-18] taking too many units is refused at the field, and typed values stay', async () => {
  const text = 'En Miraflores no hay tantas unidades para quitar.';
  const desk = await open({
    getProductStock: stockOf(),
    moveProductStock: refusal('STOCK_WOULD_BE_NEGATIVE', { fields: { units: text } }),
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Ajustar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ajustar existencias' }));
  const units = dialog.getByRole('textbox', { name: /^Unidades/ });
  await desk.user.type(units, '-4');
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: /Motivo/ }), 'Corrección');
  await desk.user.click(dialog.getByRole('button', { name: 'Guardar movimiento' }));
  expect(await dialog.findByText(text)).toBeVisible();
  expect(units).toHaveValue('-4');
});

test('[WORK-32] presale units that have not come are named at their place', async () => {
  await open({
    getProductStock: stockOf({ places: [{ ...place('MAX', 'Miraflores', 8, 2), presale: 10, onHand: 0 }] }),
  });
  expect(await screen.findByText('· 10 de preventa por llegar')).toBeVisible();
});

test('[OFF-08] a person who may only read stock sees the levels, but cannot change them', async () => {
  await open({ getProductStock: stockOf({ places: [place('MAX', 'Miraflores', 3, 2)], mayMove: [] }) }, 'catalogue');
  expect(await screen.findByText('· 2 en órdenes')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ajustar' })).toBeNull();
});
