import type { CallAnswer } from '@ceiba/contract/client';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal } from '../testing/network.ts';
import { openCart } from '../testing/open-cart.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleWish, sampleWishlist } from '../testing/sample-wishlist.ts';
import { sampleCart, sampleCartId, sampleLine, sampleProduct } from '../testing/samples.ts';
import { sampleCustomerId, storedSession } from '../testing/signed-in.ts';

type Suggestions = CallAnswer<'getRecommendations'>;

const title = 'Productos que te pueden gustar';
const companion = sampleProduct({ sku: 'LIC-0001', slug: 'licuadora-lic-0001', title: 'Licuadora' });
const inCart = sampleLine();
const suggestions = (...products: Suggestions['products']): Suggestions => ({ products, resultId: sampleCartId });
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test('[CART-16] [REC-01] [DEC-57] the row sends the cart’s SKUs and the IDs of tab and browser', async () => {
  const answer = Promise.withResolvers<Suggestions>();
  const second = sampleLine({ cartItemId: '00000000-0000-4000-8000-0000000000a2', sku: 'ABA-0001', title: 'Abanico' });
  const { sentTo } = await openCart(sampleCart([inCart, second]), { getRecommendations: () => answer.promise });
  await screen.findByRole('link', { name: inCart.title });
  const row = await screen.findByRole('region', { name: title });
  expect(within(row).getAllByRole('listitem').length).toBeGreaterThan(3);
  expect(within(row).queryByRole('article')).toBeNull();
  answer.resolve(suggestions(companion, sampleProduct()));
  expect(await within(row).findByRole('article')).toHaveTextContent('Licuadora');
  // Products in the cart are left out, even if the answer is older than the cart.
  expect(within(row).getAllByRole('listitem')).toHaveLength(1);
  const query = sentTo('getRecommendations').at(-1)?.query;
  expect(query).toEqual({
    skus: 'ABA-0001,FRE-0003',
    userId: '',
    sessionId: expect.stringMatching(uuid),
    clientId: expect.stringMatching(uuid),
  });
  expect(query?.sessionId).toBe(sessionStorage.getItem('ceiba.session'));
  expect(query?.clientId).toBe(localStorage.getItem('ceiba.client'));
});

test('[REC-01, DEC-57] a customer is identified by their ID', async () => {
  const { sentTo } = await renderScreen('/cart', {
    local: { ...storedSession(), 'ceiba.cart': sampleCartId },
    calls: {
      getCart: sampleCart([inCart]),
      computeDeliveryTimes: { status: 201, data: [] },
      getRecommendations: suggestions(companion),
    },
  });
  const row = await screen.findByRole('region', { name: title });
  expect(await within(row).findByRole('article')).toHaveTextContent('Licuadora');
  expect(sentTo('getRecommendations').map(({ query }) => query.userId)).toEqual([sampleCustomerId]);
});

test('[CART-16] the row appears after delivery dates and saved products, so that they do not push it down', async () => {
  const times = Promise.withResolvers<{ status: 201; data: [] }>();
  const read = Promise.withResolvers<ReturnType<typeof list.calls.getWishlist>>();
  const list = sampleWishlist([sampleWish(1, { title: 'Abanico' })]);
  const { sentTo } = await renderScreen('/cart', {
    local: { ...storedSession(), 'ceiba.cart': sampleCartId },
    calls: {
      ...list.calls,
      getCart: sampleCart([inCart]),
      computeDeliveryTimes: () => times.promise,
      getWishlist: () => read.promise,
      getRecommendations: suggestions(companion),
    },
  });
  await screen.findByRole('link', { name: inCart.title });
  await expect.poll(() => sentTo('getWishlist').length).toBe(1);
  times.resolve({ status: 201, data: [] });
  await expect.poll(() => sentTo('computeDeliveryTimes').length).toBe(1);
  expect(screen.queryByRole('region', { name: title })).toBeNull();
  read.resolve(list.calls.getWishlist());
  const row = await screen.findByRole('region', { name: title });
  expect(screen.getByRole('link', { name: 'Abanico' })).toBeVisible();
  expect(await within(row).findByRole('article')).toHaveTextContent('Licuadora');
});

test('[REC-02] an empty cart shows best-sellers', async () => {
  const { sentTo } = await renderScreen('/cart', { calls: { getRecommendations: suggestions(companion) } });
  const row = await screen.findByRole('region', { name: title });
  expect(await within(row).findByRole('article')).toHaveTextContent('Licuadora');
  expect(sentTo('getRecommendations')).toMatchObject([{ query: { skus: '' } }]);
});

test.each([
  ['fails', refusal('VALIDATION_ERROR')],
  ['finds nothing', suggestions()],
])('[REC-05] a call that %s hides the row', async (_, answer) => {
  const suggesting = Promise.withResolvers<typeof answer>();
  await openCart(sampleCart([inCart]), { getRecommendations: () => suggesting.promise });
  const row = await screen.findByRole('region', { name: title });
  suggesting.resolve(answer);
  await expect.poll(() => row.isConnected).toBe(false);
  expect(screen.queryByText(title)).toBeNull();
});

test.each<[string, number, number, number]>([
  ['no bullets for one view', 1_000, 0, 0],
  ['three bullets for three views', 3_024, 3, 1],
  ['seven bullets for more views', 9_000, 7, 4],
])('[APP-37] [CART-16] bullets show the row’s length and position: %s', async (_, width, count, middle) => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(width);
  await renderScreen('/cart', { calls: { getRecommendations: suggestions(companion) } });
  const row = await screen.findByRole('region', { name: title });
  await within(row).findByRole('article');
  const bullets = () => [...row.querySelectorAll('[aria-hidden=true] > span')];
  expect(bullets()).toHaveLength(count);
  const shown = () => bullets().findIndex((bullet) => bullet.className.includes('text-primary'));
  expect(shown()).toBe(count === 0 ? -1 : 0);
  const track = within(row).getByRole('list');
  track.scrollLeft = (width - 1_000) * 0.6;
  fireEvent.scroll(track);
  expect(shown()).toBe(count === 0 ? -1 : middle);
});
