import type { Cart, CartItem } from '@ceiba/contract/carts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Calls, refusal, type Sent } from '../testing/network.ts';
import { atDelivery, openCheckout, sampleGroup, sampleStore, withAddress } from '../testing/open-checkout.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleWishlist } from '../testing/sample-wishlist.ts';
import { sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';
import { sampleCustomer, storedSession } from '../testing/signed-in.ts';

const line = (number: number, title: string, changes: Partial<CartItem> = {}) =>
  sampleLine({ cartItemId: `00000000-0000-4000-8000-0000000000a${number}`, sku: `SKU-${number}`, title, ...changes });
const fryer = line(1, 'Freidora');
const game = line(2, 'Consola', { presale: { deliveryDate: '2999-12-09' } });
const watch = line(3, 'Reloj', { presale: { deliveryDate: '2999-12-01' } });
const seller = { id: 7, title: 'Tecno & Hogar', offerId: 'O-1' };
const glasses = line(4, 'Lentes', { seller, is3p: true });
const tyre = line(5, 'Llanta', { restricted: true });

const text = 'Disponible a partir del 9 de diciembre de 2999';
const waitingGroup = sampleGroup({ skus: ['SKU-1', 'SKU-2', 'SKU-3'], deliveryDate: '2999-12-09', message: text });
const other = sampleGroup({ sellerId: 7, skus: ['SKU-4'], deliveryDate: '2999-11-27' });

/** Mocks a cart with these lines until a call removes some, and the wishlist that receives them. */
const movable = (lines: CartItem[], isRefused = () => false): Calls => {
  const list = sampleWishlist([]);
  const isIn = ({ body }: Sent, text: string): boolean => JSON.stringify(body).includes(text);
  const takeOut = (sent: Sent): Cart => {
    lines = lines.filter(({ cartItemId }) => !isIn(sent, cartItemId));
    return sampleCart(lines);
  };
  return {
    ...list.calls,
    getCustomer: sampleCustomer(),
    listAddresses: [],
    getCart: () => sampleCart(lines),
    computeDeliveryTimes: (sent) => ({
      status: 201,
      data: isIn(sent, game.sku) ? [waitingGroup, other] : [sampleGroup({ skus: ['SKU-1', 'SKU-3'] })],
    }),
    changeCartProduct: (sent) => (isRefused() ? refusal('UNEXPECTED') : takeOut(sent)),
    addWishlistProducts: (sent) => {
      takeOut(sent);
      return list.plain();
    },
  };
};

const openCart = (lines: CartItem[], calls: Calls = {}, local: Record<string, string> = {}) =>
  renderScreen('/cart', { local: { 'ceiba.cart': sampleCartId, ...local }, calls: { ...movable(lines), ...calls } });

const lineOf = async (title: string) => (await screen.findByRole('link', { name: title })).closest('li');

test('[DEC-215] in the cart a presale shows its date, and lines of its shipment name the presale', async () => {
  await openCart([fryer, game, watch, glasses]);
  await waitFor(async () => expect(await lineOf('Freidora')).toHaveTextContent('Sale junto con Consola'));
  expect(await lineOf('Consola')).toHaveTextContent(text);
  expect(await lineOf('Reloj')).toHaveTextContent('Disponible a partir del 1 de diciembre de 2999');
  expect(await lineOf('Lentes')).toHaveTextContent('Llega el miércoles 27 de noviembre');
  expect(await screen.findByText('Tu pedido espera a Consola')).toBeVisible();
});

test('a cart that cannot be delivered promises no free delivery, and its pay button says why', async () => {
  await openCart([tyre, glasses]);
  expect((await screen.findAllByText(/no puede ir en un mismo pedido/))[0]).toBeVisible();
  expect(screen.queryByText(/envío es gratis|para obtener envío gratis/)).toBeNull();
});

test('a pickup-only cart promises no free delivery', async () => {
  await openCart([tyre]);
  expect(await lineOf('Llanta')).toBeVisible();
  expect(await screen.findByText('Pago Seguro')).toBeVisible();
  expect(screen.queryByText(/envío es gratis|para obtener envío gratis/)).toBeNull();
});

test.each<[string, CartItem[], Calls]>([
  ['alone in its shipment', [game, glasses], {}],
  [
    'available before the other products',
    [fryer, game],
    { computeDeliveryTimes: { status: 201, data: [sampleGroup({ skus: ['SKU-1', 'SKU-2'] })] } },
  ],
])('nothing waits for a presale that is %s', async (_, lines, calls) => {
  await openCart(lines, calls);
  await waitFor(() => expect(screen.getAllByText(/^Llega el/)[0]).toBeVisible());
  expect(screen.queryByText(/^Sale junto con|^Tu pedido espera/)).toBeNull();
});

const order = { name: 'Pedirlo aparte' } as const;

test('[DEC-215] one press in the cart takes a customer’s presale out of the order and saves it for later', async () => {
  const { user, sentTo } = await openCart([fryer, game], {}, storedSession());
  await user.click(await screen.findByRole('button', order));
  await waitFor(() => expect(screen.queryByRole('button', order)).toBeNull());
  expect(sentTo('addWishlistProducts')).toMatchObject([{ body: { products: [{ sku: 'SKU-2', quantity: 1 }] } }]);
  expect(sentTo('changeCartProduct')).toEqual([]);
  await waitFor(async () => expect(await lineOf('Freidora')).toHaveTextContent('Llega el martes 24 de noviembre'));
  expect(screen.getByRole('heading', { level: 1, name: 'Carrito' })).toHaveFocus();
});

test('[DEC-215] one press in the delivery step removes a guest’s presale, and can be undone', async () => {
  const { user, sentTo } = await openCheckout({
    kept: withAddress,
    calls: {
      ...movable([fryer, game]),
      addCartProduct: { ...sampleCart([fryer, game]), cartItemId: game.cartItemId },
    },
  });
  expect(await screen.findByText('Tu pedido espera a Consola')).toBeVisible();
  await user.click(await screen.findByRole('button', order));
  const undo = await screen.findByRole('button', { name: 'Deshacer' });
  await waitFor(() => expect(screen.queryByRole('button', order)).toBeNull());
  expect(sentTo('changeCartProduct')).toMatchObject([{ body: { cartItemId: game.cartItemId, quantity: 0 } }]);
  expect(document.body).not.toHaveFocus();
  await user.click(undo);
  await waitFor(() => expect(sentTo('addCartProduct')).toMatchObject([{ body: { sku: game.sku, quantity: 1 } }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull());
});

test('[DEC-215] for pickup, the step names the presale that the order waits for, and a customer can save it', async () => {
  const time = { pickupDate: '2999-12-09', pickupTime: '09:00', message: text };
  const { user, sentTo } = await openCheckout({
    kept: { ...atDelivery, storeLocationSelected: sampleStore() },
    local: storedSession(),
    calls: {
      ...movable([fryer, { ...game, restricted: true }]),
      checkPickupStock: { status: 200, data: { found: true, stores: [sampleStore(time)] } },
      computeDeliveryTimes: {
        status: 201,
        data: [sampleGroup({ ...time, skus: waitingGroup.skus, deliveryDate: null })],
      },
    },
  });
  await user.click(await screen.findByRole('button', order));
  await waitFor(() => expect(sentTo('addWishlistProducts')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText('Tu pedido espera a Consola')).toBeNull());
});

const apart = /^Solo se (recoge|envía)/;

test('[CART-10] the cart explains lines that exclude each other, and can move a group to a second order', async () => {
  const { user, sentTo } = await openCart([fryer, tyre, glasses], {
    addCartProduct: { ...sampleCart([tyre, glasses]), cartItemId: glasses.cartItemId },
    checkPickupStock: { status: 200, data: { found: true, stores: [sampleStore()] } },
  });
  expect(await screen.findByText('Estos productos no pueden ir en un mismo pedido')).toBeVisible();
  expect(await lineOf('Llanta')).toHaveTextContent('Solo se recoge en tienda');
  expect(await lineOf('Lentes')).toHaveTextContent('Solo se envía a domicilio');
  expect(await lineOf('Freidora')).not.toHaveTextContent(apart);
  for (const button of await screen.findAllByRole('button', { name: 'Ir a pagar' })) {
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(
      'Lo que llevas no puede ir en un mismo pedido. Deja una parte para otro pedido.',
    );
  }
  await user.click(screen.getByRole('button', { name: 'Pedir primero lo que se recoge en tienda' }));
  const next = await screen.findByRole('region', { name: 'Para tu segundo pedido' });
  expect(next).toHaveTextContent('1 × Lentes');
  expect(sentTo('changeCartProduct')).toMatchObject([{ body: { cartItemId: glasses.cartItemId, quantity: 0 } }]);
  expect(await screen.findAllByRole('link', { name: 'Ir a pagar' })).toHaveLength(2);
  expect(screen.queryByText(apart)).toBeNull();
  // Stored in the browser, together with the seller's offer.
  expect(JSON.parse(localStorage.getItem('ceiba.secondOrder') ?? '')).toMatchObject([{ sku: 'SKU-4', offerId: 'O-1' }]);
  await user.click(within(next).getByRole('button', { name: 'Agregar al carrito' }));
  await waitFor(() => expect(sentTo('addCartProduct')).toMatchObject([{ body: { sku: 'SKU-4', offerId: 'O-1' } }]));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Para tu segundo pedido' })).toBeNull());
  expect(localStorage.getItem('ceiba.secondOrder')).toBeNull();
});

test('[CART-10] a single line in the cart can be left for a second order, or saved by a customer', async () => {
  const { user } = await openCart([tyre, glasses], {}, storedSession());
  const line = within((await lineOf('Llanta')) ?? document.body);
  expect(await line.findByRole('button', { name: 'Guardar para después' })).toBeVisible();
  await user.click(await line.findByRole('button', { name: 'Dejar para otro pedido' }));
  expect(await screen.findByRole('region', { name: 'Para tu segundo pedido' })).toHaveTextContent('1 × Llanta');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Llanta' })).toBeNull());
});

const noStores = { checkPickupStock: { status: 200, data: { found: false, stores: [] } } } as const;

test('a pickup-only product beside a delivery-only one: the step names both, and either can be removed', async () => {
  const { user, sentTo } = await openCheckout({
    kept: atDelivery,
    local: storedSession(),
    calls: { ...movable([fryer, tyre, glasses]), ...noStores },
  });
  expect(await screen.findByText('Estos productos no pueden ir en un mismo pedido')).toBeVisible();
  const pickedUp = within(screen.getByRole('list', { name: 'Solo se recogen en tienda' }));
  const sent = within(screen.getByRole('list', { name: 'Solo se envían a domicilio' }));
  expect(pickedUp.getAllByRole('listitem')).toHaveLength(1);
  expect(sent.getAllByRole('listitem')).toHaveLength(1);
  expect(pickedUp.getByRole('button', { name: 'Eliminar', description: 'Llanta' })).toBeVisible();
  // Another seller's product cannot be saved (SEL-08).
  expect(sent.getByRole('button', { name: 'Eliminar', description: 'Lentes' })).toBeVisible();
  expect(sent.queryByRole('button', { name: 'Guardar para después' })).toBeNull();
  await user.click(pickedUp.getByRole('button', { name: 'Guardar para después', description: 'Llanta' }));
  expect(await screen.findByRole('textbox', { name: 'Dirección' })).toBeVisible();
  expect(sentTo('addWishlistProducts')).toMatchObject([{ body: { products: [{ sku: 'SKU-5', quantity: 1 }] } }]);
  expect(document.body).not.toHaveFocus();
});

test('[CART-10] pickup-only goods that no store has together are reported in the cart', async () => {
  await openCart([tyre, fryer], noStores);
  expect(await screen.findByText('No hay tiendas disponibles')).toBeVisible();
  for (const button of await screen.findAllByRole('button', { name: 'Ir a pagar' })) expect(button).toBeDisabled();
  expect(screen.getAllByRole('button', { name: 'Dejar para otro pedido' })).toHaveLength(2);
});

test('a guest removes an exclusive line with undo, and a failed removal changes nothing', async () => {
  let isRefused = true;
  const { user } = await openCheckout({
    kept: atDelivery,
    calls: { ...movable([tyre, glasses], () => isRefused), ...noStores },
  });
  const remove = { name: 'Eliminar', description: 'Llanta' } as const;
  expect(screen.queryByRole('button', { name: 'Guardar para después' })).toBeNull();
  await user.click(await screen.findByRole('button', remove));
  expect(await screen.findByText('No se pudo eliminar el producto')).toBeVisible();
  isRefused = false;
  await user.click(await screen.findByRole('button', { ...remove, busy: false }));
  expect(await screen.findByRole('button', { name: 'Deshacer' })).toBeVisible();
  expect(await screen.findByRole('textbox', { name: 'Dirección' })).toBeVisible();
});

test('if no store has all products, the shopper can try again, or remove lines', async () => {
  const { user, sentTo } = await openCheckout({
    kept: atDelivery,
    calls: { ...movable([fryer, tyre]), ...noStores },
  });
  expect(await screen.findByRole('list', { name: 'Tus productos' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(sentTo('checkPickupStock')).toHaveLength(2));
  await user.click(await screen.findByRole('button', { name: 'Eliminar', description: 'Llanta' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Tus productos' })).toBeNull());
});
