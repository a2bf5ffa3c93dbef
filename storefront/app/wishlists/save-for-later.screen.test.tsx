import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findAlert } from '../testing/find-alert.ts';
import type { Calls } from '../testing/network.ts';
import { noAnswer, refusal } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleListId, sampleWish, sampleWishlist } from '../testing/sample-wishlist.ts';
import { sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';
import { storedSession } from '../testing/signed-in.ts';

const fryer = sampleLine({ quantity: 2 });
const glasses = sampleLine({
  cartItemId: '00000000-0000-4000-8000-0000000000a3',
  sku: 'LEN-0001',
  slug: 'lentes-len-0001',
  title: 'Lentes',
  seller: { id: 2, title: 'Tecno', offerId: 'O-1' },
  is3p: true,
});

/** Opens the cart page of a signed-in customer. */
const open = (list: ReturnType<typeof sampleWishlist>, calls: Calls = {}) =>
  renderScreen('/cart', {
    local: { ...storedSession(), 'ceiba.cart': sampleCartId },
    calls: {
      getCart: sampleCart([fryer, glasses]),
      computeDeliveryTimes: { status: 201, data: [] },
      ...list.calls,
      ...calls,
    },
  });

const lineOf = async (title: string) => {
  const line = (await screen.findByRole('link', { name: title })).closest('li');
  if (line === null) throw new Error(`${title} is in no line`);
  return within(line);
};

const saveButton = { name: 'Guardar para después' } as const;

test('[CART-06, CART-07, SEL-08, DIF-13, WISH-05] a customer may save own products for later, but not another seller’s', async () => {
  await open(sampleWishlist([]));
  const own = await lineOf('Freidora de aire');
  expect(own.getByRole('button', saveButton)).toBeEnabled();
  expect(own.getByRole('button', { name: 'Eliminar' })).toBeEnabled();
  expect((await lineOf('Lentes')).queryByRole('button', saveButton)).toBeNull();
});

/** Mocks a cart and a list between which lines move, as on the server. */
const movable = () => {
  const list = sampleWishlist([]);
  let lines = [fryer, glasses];
  return {
    list,
    move: (taken: number) => {
      list.items.push(sampleWish(1, { quantity: taken }));
      const unitsLeft = fryer.quantity - taken;
      lines = unitsLeft === 0 ? [glasses] : [{ ...fryer, quantity: unitsLeft }, glasses];
    },
    calls: { getCart: () => sampleCart(lines) },
  };
};

test('[CART-23, CART-24, API-68, WISH-06] a line moves from the cart to the list in one step, and shows below', async () => {
  const { list, move, calls } = movable();
  const shop = await open(list, {
    ...calls,
    addWishlistProducts: () => {
      move(2);
      return list.plain();
    },
  });
  await shop.user.click((await lineOf('Freidora de aire')).getByRole('button', saveButton));
  const section = within(await screen.findByRole('region', { name: 'Lista de deseos' }));
  expect(await section.findByRole('link', { name: 'Freidora de aire' })).toBeVisible();
  expect(section.getByText('Mi lista de deseos (1)')).toBeVisible();
  // The only line that can be saved has left the cart.
  await waitFor(() => expect(screen.queryByRole('button', saveButton)).toBeNull());
  expect(shop.sentTo('addWishlistProducts').map(({ params, body }) => [params, body])).toEqual([
    [
      { id: sampleListId },
      {
        products: [{ sku: fryer.sku, quantity: 2 }],
        from: { cartId: sampleCartId, cartItemId: fryer.cartItemId },
      },
    ],
  ]);
  expect(shop.sentTo('changeCartProduct')).toEqual([]);
  expect(shop.measured()).toMatchObject([{ event: 'remove_from_cart' }, { event: 'product_removed' }]);
  expect(await screen.findByRole('button', { name: 'Eliminar', description: 'Lentes' })).toBeEnabled();
  expect(screen.getAllByRole('link', { name: 'Freidora de aire' })).toHaveLength(1);
});

test('[CART-23, DEC-157] units that do not fit in the list stay in the cart, and a message says so', async () => {
  const { list, move, calls } = movable();
  const shop = await open(list, {
    ...calls,
    addWishlistProducts: () => {
      move(1);
      return list.plain();
    },
  });
  await shop.user.click((await lineOf('Freidora de aire')).getByRole('button', saveButton));
  expect(await screen.findByText('Guardamos una parte')).toBeVisible();
  const quantity = { name: 'Cantidad', description: 'Freidora de aire' };
  expect(await screen.findByRole('combobox', quantity)).toHaveValue('1');
  expect(shop.measured()).toEqual([]);
});

test('[CART-23] after a lost answer a line that is already saved disappears without an error', async () => {
  const { list, move, calls } = movable();
  const shop = await open(list, {
    ...calls,
    addWishlistProducts: () => {
      move(2);
      return refusal('CART_LINE_NOT_FOUND');
    },
  });
  await shop.user.click((await lineOf('Freidora de aire')).getByRole('button', saveButton));
  await waitFor(() => expect(screen.queryByRole('button', saveButton)).toBeNull());
  expect(screen.queryByText('No se pudo guardar el producto')).toBeNull();
});

test('[CART-23] a line that could not be saved stays in the cart, and an error shows the reason', async () => {
  const message = 'Tu lista de deseos puede tener hasta 100 productos.';
  const shop = await open(sampleWishlist([]), { addWishlistProducts: refusal('WISHLIST_FULL', { message }) });
  await shop.user.click((await lineOf('Freidora de aire')).getByRole('button', saveButton));
  const alert = await findAlert(message);
  expect(alert).toHaveAttribute('data-alert-id', 'cart-alerts');
  expect(alert).toHaveTextContent('No se pudo guardar el producto');
  expect(shop.sentTo('changeCartProduct')).toEqual([]);
  await waitFor(async () => expect((await lineOf('Freidora de aire')).getByRole('button', saveButton)).toBeEnabled());
});

test('[CART-23] without a connection the line stays in the cart', async () => {
  const shop = await open(sampleWishlist([]), { addWishlistProducts: noAnswer });
  await shop.user.click((await lineOf('Freidora de aire')).getByRole('button', saveButton));
  expect(await screen.findByText('No hay conexión con la tienda')).toBeVisible();
  expect(shop.sentTo('changeCartProduct')).toEqual([]);
});

test('[WISH-07, WISH-03] under the cart the accordion opens and closes, and moves an item back to the cart', async () => {
  const list = sampleWishlist([sampleWish(1)]);
  const shop = await open(list, {
    getCart: sampleCart([glasses]),
    moveWishlistItems: () => {
      list.drop([sampleWish(1).id]);
      return { ...sampleCart([fryer, glasses]), wishlist: list.plain() };
    },
  });
  const section = within(await screen.findByRole('region', { name: 'Lista de deseos' }));
  const move = await section.findByRole('button', { name: 'Mover a carrito' });
  const title = section.getByText('Mi lista de deseos (1)');
  expect(move).toBeVisible();
  await shop.user.click(title);
  expect(move).not.toBeVisible();
  await shop.user.click(title);
  expect(move).toBeVisible();
  await shop.user.click(move);
  const quantity = { name: 'Cantidad', description: 'Freidora de aire' };
  expect(await screen.findByRole('combobox', quantity)).toHaveValue('2');
  expect(shop.sentTo('moveWishlistItems').map(({ body }) => body)).toEqual([
    { cartId: sampleCartId, wishlistItemsIds: [sampleWish(1).id] },
  ]);
});

test('[WISH-05] a guest’s cart loads no list', async () => {
  const shop = await renderScreen('/cart', {
    local: { 'ceiba.cart': sampleCartId },
    calls: {
      getCart: sampleCart([fryer]),
      computeDeliveryTimes: { status: 201, data: [] },
    },
  });
  expect((await lineOf('Freidora de aire')).queryByRole('button', saveButton)).toBeNull();
  expect(shop.sentTo('listWishlists')).toEqual([]);
});
