import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Calls, noAnswer } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleProduct, sampleProductDetail } from '../testing/samples.ts';

const seen = ['VIS-1', 'VIS-2'].map((sku) => sampleProduct({ sku, slug: sku.toLowerCase(), title: `Producto ${sku}` }));
const product = sampleProductDetail();

const openPage = (local: Record<string, string>, calls: Calls = {}) =>
  renderScreen(`/${product.slug}`, {
    local,
    calls: {
      getProductBySlug: product,
      computeDeliveryTimes: { status: 201, data: [] },
      checkPickupStock: { status: 200, data: { found: false, stores: [] } },
      listProducts: { products: seen },
      ...calls,
    },
  });

const stored = () => JSON.parse(localStorage.getItem('ceiba.viewed') ?? '[]');

test('a product page shows the products viewed before, newest first, and stores its product', async () => {
  const { sentTo } = await openPage({ 'ceiba.viewed': '["FRE-0003","VIS-1","VIS-2"]' });
  const row = await screen.findByRole('region', { name: 'Lo último que viste' });
  const cards = await within(row).findAllByRole('article');
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
    'Producto VIS-1',
    'Producto VIS-2',
  ]);
  expect(sentTo('listProducts').map(({ query }) => query)).toEqual([{ skus: 'VIS-1,VIS-2' }]);
  expect(stored()).toEqual(['FRE-0003', 'VIS-1', 'VIS-2']);
});

test('without other viewed products there is no row and no call', async () => {
  const { sentTo } = await openPage({});
  await screen.findByRole('heading', { level: 1, name: product.title });
  await waitFor(() => expect(stored()).toEqual(['FRE-0003']));
  expect(screen.queryByRole('region', { name: 'Lo último que viste' })).toBeNull();
  expect(sentTo('listProducts')).toEqual([]);
});

test.each<[string, Calls]>([
  ['the shop no longer has any of the products', { listProducts: { products: [] } }],
  ['the connection breaks', { listProducts: noAnswer }],
])('the row disappears if %s', async (_, calls) => {
  await openPage({ 'ceiba.viewed': '["VIS-1"]' }, calls);
  const row = await screen.findByRole('region', { name: 'Lo último que viste' });
  await expect.poll(() => row.isConnected).toBe(false);
});
