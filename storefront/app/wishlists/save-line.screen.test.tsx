import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findAddButton } from '../testing/add-button.ts';
import { type Calls, refusal } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleListId, sampleWish, sampleWishlist } from '../testing/sample-wishlist.ts';
import { sampleProductDetail } from '../testing/samples.ts';
import { storedSession } from '../testing/signed-in.ts';

const open = (product: ReturnType<typeof sampleProductDetail>, calls: Calls, local = storedSession()) =>
  renderScreen(`/${product.slug}`, {
    local,
    calls: {
      ...calls,
      getProductBySlug: product,
      computeDeliveryTimes: { status: 201, data: [] },
    },
  });

const saveButton = { name: 'Guardar para después' } as const;

test('[WISH-05, SEL-08] a customer saves a product on its page, and gets a link to the list', async () => {
  const list = sampleWishlist([]);
  const product = sampleProductDetail();
  const shop = await open(product, {
    ...list.calls,
    addWishlistProducts: () => {
      list.items.push(sampleWish(1));
      return list.plain();
    },
  });
  await shop.user.click(await screen.findByRole('button', saveButton));
  expect(await screen.findByRole('link', { name: 'En tu lista de deseos' })).toHaveAttribute(
    'href',
    '/dashboard/wishlists',
  );
  expect(screen.queryByRole('button', saveButton)).toBeNull();
  expect(shop.sentTo('addWishlistProducts').map(({ params, body }) => [params, body])).toEqual([
    [{ id: sampleListId }, { products: [{ sku: product.sku, quantity: 1 }] }],
  ]);
});

test('[DEC-73] a full list shows an error, and the button stays', async () => {
  const message = 'Tu lista de deseos puede tener hasta 100 productos.';
  const calls = { ...sampleWishlist([]).calls, addWishlistProducts: refusal('WISHLIST_FULL', { message }) };
  const shop = await open(sampleProductDetail(), calls);
  await shop.user.click(await screen.findByRole('button', saveButton));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('button', saveButton)).toBeEnabled();
});

test('[SEL-08] another seller’s product is not saved', async () => {
  const shop = await open(
    sampleProductDetail({ seller: { id: 2, title: 'Tecno', offerId: 'O-1' }, is3p: true }),
    sampleWishlist([]).calls,
  );
  await findAddButton();
  await expect.poll(() => shop.sentTo('listWishlists').length, { timeout: 60_000 }).toBe(1);
  expect(screen.queryByRole('button', saveButton)).toBeNull();
});
