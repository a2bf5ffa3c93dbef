import type { ProductPrices } from '@ceiba/contract/prices';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Calls, refusal } from '../testing/network.ts';
import { sampleGroup, sampleStore } from '../testing/open-checkout.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCartId, sampleProductDetail } from '../testing/samples.ts';

const prices: ProductPrices = {
  knownFrom: '2026-09-01T06:00:00.000Z',
  points: [
    { from: '2026-09-01T06:00:00.000Z', price: 1_200 },
    { from: '2026-10-01T06:00:00.000Z', price: null },
    { from: '2026-10-15T06:00:00.000Z', price: 1_350.5 },
    { from: '2026-11-10T06:00:00.000Z', price: 999 },
  ],
  lowest: { price: 999, on: '2026-11-10' },
  highest: { price: 1_350.5, on: '2026-10-15' },
  reference: { price: 1_200, from: '2026-10-11', to: '2026-11-09' },
};

const product = sampleProductDetail({
  discount: {
    ...{ amountOff: 351.5, percentOff: 26, expirationDate: null, displayDiscount: true },
    reference: { price: 1_200, days: 30 },
  },
  salesPrice: { value: 999, currency: 'GTQ' },
  regularPrice: { value: 1_350.5, currency: 'GTQ' },
});

const calls: Calls = {
  getProductBySlug: product,
  getProductBySku: product,
  getProductPrices: { status: 200, data: prices },
  getRecommendations: { products: [], resultId: sampleCartId },
  computeDeliveryTimes: { status: 201, data: [sampleGroup()] },
  checkPickupStock: { status: 200, data: { found: true, stores: [sampleStore()] } },
  getProductWarranties: [],
};

test('[PRICE-02] the lowest price before the offer shows beside the struck price', async () => {
  await renderScreen(`/${product.slug}`, { calls });
  expect(await screen.findByText('Precio más bajo en los 30 días antes de esta oferta: Q1,200.00')).toBeVisible();
});

test('[PRICE-04] the history opens with steps, extremes, a gap and the same as a table', async () => {
  const shop = await renderScreen(`/${product.slug}`, { calls });
  expect(shop.sentTo('getProductPrices')).toEqual([]);
  await shop.user.click(await screen.findByRole('link', { name: 'Historial de precio' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Historial de precio' }));
  expect(await drawer.findByRole('img', { name: /entre Q999\.00 y Q1,350\.50$/ })).toBeVisible();
  const rows = drawer.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'DesdePrecio',
    '10 de noviembre de 2026Q999.00',
    '15 de octubre de 2026Q1,350.50',
    '1 de octubre de 2026No estaba a la venta',
    '1 de septiembre de 2026Q1,200.00',
  ]);
  expect(drawer.getByText(/^Datos desde el 1 de septiembre de 2026\./)).toBeVisible();
});

test('[PRICE-04] without scripts the link opens a page with the same history', async () => {
  const stores = { asOf: '2026-11-24T16:00:00.000Z', notPickedUp: null, stores: [] };
  await renderScreen(`/tiendas?sku=${product.sku}#precios`, {
    calls: { ...calls, listStores: [], getProductStores: { status: 200, data: stores } },
  });
  expect(await screen.findByRole('heading', { name: 'Historial de precio' })).toBeVisible();
  expect(await screen.findByRole('table')).toBeVisible();
  const shop = await renderScreen(`/${product.slug}`, {
    calls: { ...calls, getProductPrices: refusal('PRODUCT_NOT_FOUND') },
  });
  await shop.user.click(await screen.findByRole('link', { name: 'Historial de precio' }));
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeVisible();
});
