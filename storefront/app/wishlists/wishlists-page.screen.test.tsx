import { giftCardTag } from '@ceiba/domain/catalog/gift-card-tag';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { noAnswer, refusal } from '../testing/network.ts';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.tsx';
import { sampleListId, sampleWish, sampleWishlist } from '../testing/sample-wishlist.ts';
import { gtq, sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';
import { storedSession } from '../testing/signed-in.ts';

const discount = { amountOff: 100, percentOff: 12, expirationDate: null, displayDiscount: true };
const fryer = sampleWish(1, { quantity: 3, salesPrice: gtq(699), regularPrice: gtq(799), discount });
const soldOut = sampleWish(2, { sku: 'TV-1', slug: 'tele-tv-1', title: 'Tele de 55 pulgadas', status: 'OUT_OF_STOCK' });

const open = async (list: ReturnType<typeof sampleWishlist>, calls: ScreenOptions['calls'] = {}) => {
  const shop = await renderScreen('/dashboard/wishlists', {
    local: { ...storedSession(), 'ceiba.cart': sampleCartId },
    calls: {
      getDashboardTexts: noAnswer,
      listRestockNotices: { status: 200, data: [] },
      getCart: sampleCart([]),
      ...list.calls,
      ...calls,
    },
  });
  await screen.findByRole('heading', { name: 'Lista de deseos' });
  return shop;
};

const rowOf = async (title: string) => {
  const row = (await screen.findByRole('link', { name: title })).closest('li');
  if (row === null) throw new Error(`${title} is in no row`);
  return within(row);
};

/** Records calls of `console.warn` for tests of failures. */
const listenToWarnings = () => vi.spyOn(console, 'warn').mockImplementation(() => {});

test('[WISH-02, WISH-03, WISH-05, DEC-13, DEC-45] the account shows the list, each item with its prices and both actions', async () => {
  await open(sampleWishlist([fryer, soldOut]));
  expect(screen.getByText('Lo que guardaste para después')).toBeVisible();
  const row = await rowOf('Freidora de aire');
  expect(row.getByRole('link', { name: 'Freidora de aire' })).toHaveAttribute('href', `/${fryer.slug}`);
  expect(row.getByText('Ondalira')).toBeVisible();
  expect(row.getByText('3 unidades')).toBeVisible();
  const [reduced, plain] = ['Freidora de aire', 'Tele de 55 pulgadas'].map((name) =>
    screen.getByRole('link', { name }),
  );
  expect(reduced?.closest('li')).toHaveTextContent(/Q699.*Q799/);
  expect(plain?.closest('li')).toHaveTextContent('Q699');
  expect(plain?.closest('li')).not.toHaveTextContent('Q799');
  expect(row.getByRole('button', { name: 'Eliminar' })).toBeEnabled();
  expect(row.getByRole('button', { name: 'Mover a carrito' })).toBeEnabled();
  expect(screen.getByText('Mi lista de deseos (2)')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Lista de deseos', current: 'page' })).toBeVisible();
});

test('[WISH-08, WISH-03] a sold-out product stays in the list and cannot be moved', async () => {
  await open(sampleWishlist([soldOut]));
  const row = await rowOf('Tele de 55 pulgadas');
  expect(row.getByRole('button', { name: 'No disponible' })).toBeDisabled();
  expect(row.queryByRole('button', { name: 'Mover a carrito' })).toBeNull();
  expect(row.getByRole('button', { name: 'Eliminar' })).toBeEnabled();
});

test('[WISH-07, API-69, DEC-157] an item moves from the list to the cart, and the cart’s number increases', async () => {
  const list = sampleWishlist([fryer, soldOut]);
  const shop = await open(list, {
    moveWishlistItems: () => {
      list.drop([fryer.id]);
      return { ...sampleCart([sampleLine({ quantity: 3 })]), wishlist: list.plain() };
    },
  });
  await shop.user.click((await rowOf('Freidora de aire')).getByRole('button', { name: 'Mover a carrito' }));
  expect(await screen.findByText(/Freidora de aire está en tu/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Freidora de aire' })).toBeNull());
  expect(shop.sentTo('moveWishlistItems').map(({ params, body }) => [params, body])).toEqual([
    [{ id: sampleListId }, { cartId: sampleCartId, wishlistItemsIds: [fryer.id] }],
  ]);
  expect(await screen.findByText('Mi lista de deseos (1)')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('link', { name: 'Tele de 55 pulgadas' })).toHaveFocus());
});

test('[WISH-07, DEC-72] if the cart has been ordered, the item moves to a new cart', async () => {
  const list = sampleWishlist([fryer]);
  const newCart = '00000000-0000-4000-8000-0000000000c2';
  const shop = await open(list, {
    createCart: { ...sampleCart([]), id: newCart, cartId: newCart },
    moveWishlistItems: ({ body }) => {
      if (JSON.stringify(body).includes(sampleCartId)) return refusal('CART_CLOSED');
      list.drop([fryer.id]);
      return { ...sampleCart([sampleLine({ quantity: 3 })]), wishlist: list.plain() };
    },
  });
  await shop.user.click((await rowOf('Freidora de aire')).getByRole('button', { name: 'Mover a carrito' }));
  expect(await screen.findByText(/Freidora de aire está en tu/)).toBeVisible();
  expect(shop.sentTo('moveWishlistItems').map(({ body }) => body)).toMatchObject([
    { cartId: sampleCartId },
    { cartId: newCart },
  ]);
});

test('[WISH-06, API-70, WISH-03] an item is removed by its ID', async () => {
  const list = sampleWishlist([fryer, soldOut]);
  const shop = await open(list, {
    removeWishlistItems: () => {
      list.drop([soldOut.id]);
      return list.plain();
    },
  });
  await shop.user.click((await rowOf('Tele de 55 pulgadas')).getByRole('button', { name: 'Eliminar' }));
  await screen.findByText('Mi lista de deseos (1)');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Tele de 55 pulgadas' })).toBeNull());
  expect(shop.sentTo('removeWishlistItems').map(({ params, body }) => [params, body])).toEqual([
    [{ id: sampleListId }, { wishlistItemsIds: [soldOut.id] }],
  ]);
  await waitFor(() => expect(screen.getByRole('link', { name: 'Freidora de aire' })).toHaveFocus());
});

test('[WISH-04, DEC-157] a move that fails is logged without an alert, and the list is read again', async () => {
  const warned = listenToWarnings();
  const list = sampleWishlist([fryer]);
  const shop = await open(list, {
    moveWishlistItems: () => {
      list.items[0] = { ...fryer, status: 'OUT_OF_STOCK' };
      return refusal('WISHLIST_NOT_MOVED', { message: 'No pudimos agregar estos productos a tu carrito.' });
    },
  });
  await shop.user.click((await rowOf('Freidora de aire')).getByRole('button', { name: 'Mover a carrito' }));
  expect(await screen.findByRole('button', { name: 'No disponible' })).toBeDisabled();
  expect(warned).toHaveBeenCalledWith('wishlist', expect.objectContaining({ name: 'ApiFailure' }));
  expect(document.querySelector('[data-alert-id]')).toBeNull();
});

test('[WISH-04, DEC-157] a removal that fails is logged without an alert, and the list is read again', async () => {
  const warned = listenToWarnings();
  const list = sampleWishlist([fryer]);
  const shop = await open(list, {
    removeWishlistItems: () => {
      list.items.push(soldOut);
      return noAnswer;
    },
  });
  await shop.user.click((await rowOf('Freidora de aire')).getByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByRole('link', { name: 'Tele de 55 pulgadas' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Freidora de aire' })).toBeVisible();
  expect(warned).toHaveBeenCalledWith('wishlist', expect.objectContaining({ name: 'ApiFailure' }));
  expect(document.querySelector('[data-alert-id]')).toBeNull();
});

test('[GIFT-01] a gift card of the list links to its page, which asks for the recipient', async () => {
  await open(sampleWishlist([sampleWish(3, { title: 'Tarjeta', slug: 'tarjeta', internalTags: [giftCardTag] })]));
  const row = await rowOf('Tarjeta');
  expect(row.getByRole('link', { name: 'Mover a carrito' })).toHaveAttribute('href', '/tarjeta');
});

test('[WISH-03] an empty list explains how to fill it, and a failed list can be loaded again', async () => {
  const list = sampleWishlist([]);
  let answers: 'no' | 'yes' = 'no';
  const shop = await open(list, {
    listWishlists: () => (answers === 'no' ? refusal('VALIDATION_ERROR') : [list.plain()]),
  });
  expect(await screen.findByText('No pudimos cargar tu lista de deseos')).toBeVisible();
  answers = 'yes';
  await shop.user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Aún no guardas productos')).toBeVisible();
});

test('[WISH-05, DEC-13] a guest is redirected to the login, and back afterwards', async () => {
  const { address } = await renderScreen('/dashboard/wishlists');
  await waitFor(() => expect(address()).toBe('/login?redirect=%2Fdashboard%2Fwishlists'));
});
