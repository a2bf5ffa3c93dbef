import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { noAnswer, refusal } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleListId, sampleWish, sampleWishlist } from '../testing/sample-wishlist.ts';
import { sampleCart, sampleCartId, sampleLine, sampleProduct } from '../testing/samples.ts';
import { storedSession } from '../testing/signed-in.ts';

test('the owner of a list creates its link, copies it, and withdraws it', async () => {
  const list = sampleWishlist([sampleWish(1)]);
  let shareToken: string | null = null;
  const shop = await renderScreen('/dashboard/wishlists', {
    local: { ...storedSession(), 'ceiba.cart': sampleCartId },
    calls: {
      getDashboardTexts: noAnswer,
      listRestockNotices: { status: 200, data: [] },
      getCart: sampleCart([]),
      ...list.calls,
      getWishlist: () => ({ ...list.calls.getWishlist(), shareToken }),
      shareWishlist: () => {
        shareToken = 'enlace';
        return { shareToken };
      },
      unshareWishlist: () => {
        shareToken = null;
        return null;
      },
    },
  });
  await shop.user.click(await screen.findByRole('button', { name: 'Compartir lista' }));
  const field = await screen.findByLabelText('Enlace de tu lista');
  const link = new URL('/wishlist/enlace', window.location.origin).href;
  expect(field).toHaveValue(link);
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await shop.user.click(screen.getByRole('button', { name: 'Copiar enlace' }));
  expect(await screen.findByText('Enlace copiado')).toBeVisible();
  expect(copied).toHaveBeenCalledWith(link);
  await shop.user.click(screen.getByRole('button', { name: 'Dejar de compartir' }));
  expect(await screen.findByRole('button', { name: 'Compartir lista' })).toBeVisible();
  expect(screen.queryByLabelText('Enlace de tu lista')).toBeNull();
  expect(shop.sentTo('unshareWishlist').map(({ params }) => params)).toEqual([{ id: sampleListId }]);
});

test('a visitor with the link sees the products and adds one to the cart', async () => {
  const product = sampleProduct();
  const shop = await renderScreen('/wishlist/enlace', {
    local: { 'ceiba.cart': sampleCartId },
    calls: {
      getSharedWishlist: { items: [{ quantity: 2, product }] },
      getCart: sampleCart([]),
      addCartProduct: { ...sampleCart([sampleLine()]), status: 200, cartItemId: sampleLine().cartItemId },
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Lista de deseos' })).toBeVisible();
  expect(screen.getByRole('link', { name: product.title })).toHaveAttribute('href', `/${product.slug}`);
  expect(screen.getByText('2 unidades')).toBeVisible();
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
  await shop.user.click(screen.getByRole('button', { name: /Agregar al carrito/ }));
  await waitFor(() => expect(shop.sentTo('addCartProduct')).toHaveLength(1), { timeout: 60_000 });
  expect(shop.sentTo('addCartProduct')[0]?.body).toMatchObject({ sku: product.sku, quantity: 1 });
  expect(shop.sentTo('getSharedWishlist').map(({ params }) => params)).toEqual([{ shareToken: 'enlace' }]);
});

test.each([
  ['is no longer shared', refusal('WISHLIST_NOT_FOUND'), 'Esta lista ya no se comparte'],
  ['cannot be loaded', noAnswer, 'No pudimos cargar la lista'],
])('a link whose list %s shows an error', async (_, getSharedWishlist, title) => {
  await renderScreen('/wishlist/enlace', { calls: { getSharedWishlist } });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
});
