import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findAlert } from '../testing/find-alert.ts';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { goodCalls, openCheckout, withAddress } from '../testing/open-checkout.ts';
import { fryerCart, openPayment, order } from '../testing/open-payment.ts';
import { beingPlaced, orderedAs, skipWaits } from '../testing/placements.ts';
import { renderScreen, type Screen } from '../testing/render-screen.tsx';
import { sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';

/** The refusal of every change to a cart that has already become an order (another tab placed it, or its answer was lost). */
const closed = refusal('CART_CLOSED', { metadata: { orderNumber: '100000045' } });

/** Other calls that the cart page makes. */
const others: Calls = { getRecommendations: { products: [], resultId: sampleCartId } };

const continueDelivery = async ({ user }: Screen): Promise<void> =>
  user.click(await screen.findByRole('button', { name: 'Continuar a pago', busy: false }));

/** Expects a message about the end of the cart, and that the page no longer offers the cart. */
const expectLeft = async (shop: Screen): Promise<void> => {
  await waitFor(() => expect(shop.address()).toBe('/cart'));
  const alert = await findAlert('Este carrito ya es un pedido');
  expect(alert).toHaveTextContent('Revisa tu correo: ahí está el detalle.');
  expect(await screen.findByText('Tu carrito está vacío')).toBeInTheDocument();
  expect(localStorage.getItem('ceiba.cart')).toBeNull();
  expect(shop.sentTo('placeOrder')).toEqual([]);
};

/** The cart after its order was placed without this page's knowledge, as the page reads it after a reload or a return. */
const ordered = sampleCart([sampleLine({ quantity: 2 })], { ended: 'ordered' });

test.each(['/cart', '/checkout'])(
  '[DEC-72] a cart that is already an order, read by %s, shows a message, and no line that cannot be changed',
  async (address) => {
    const shop = await renderScreen(address, {
      local: { 'ceiba.cart': sampleCartId },
      calls: { ...goodCalls(ordered), ...others },
    });
    await expectLeft(shop);
    expect(screen.queryByRole('combobox', { name: 'Cantidad' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Ir a pagar' })).toBeNull();
    expect(screen.queryByText('Q1,398.00')).toBeNull();
  },
);

test('a cart that was merged into the customer’s other cart disappears without mention of an order', async () => {
  const shop = await renderScreen('/cart', {
    local: { 'ceiba.cart': sampleCartId },
    calls: { ...others, getCart: sampleCart([sampleLine()], { ended: 'closed' }) },
  });
  expect(await screen.findByText('Tu carrito está vacío')).toBeInTheDocument();
  await waitFor(() => expect(localStorage.getItem('ceiba.cart')).toBeNull());
  expect(shop.address()).toBe('/cart');
  expect(screen.queryByText('Este carrito ya es un pedido')).toBeNull();
});

test('if the cart ends while its order is pending, the checkout stays until the confirmation', async () => {
  const placed = Promise.withResolvers<{ status: 200; data: { orderNumber: string } }>();
  let isOrdered = false;
  const shop = await openPayment({
    getCart: () => ({ ...fryerCart, ended: isOrdered ? ('ordered' as const) : null }),
    placeOrder: () => {
      isOrdered = true;
      return placed.promise;
    },
  });
  await order(shop);
  await waitFor(() => expect(shop.sentTo('placeOrder')).toHaveLength(1));
  const read = shop.sentTo('getCart').length;
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(shop.sentTo('getCart').length).toBeGreaterThan(read));
  expect(await screen.findByRole('heading', { name: /Completa tu pago/ })).toBeInTheDocument();
  expect(shop.address()).toBe('/checkout');
  placed.resolve({ status: 200, data: { orderNumber: '100000047' } });
  expect(await screen.findByText('100000047')).toBeInTheDocument();
  expect(shop.address()).toBe('/confirmation');
});

test.each(['setCartShippingAddress', 'setCartShippingMethod'] as const)(
  'the delivery of a cart that is already an order, noticed by %s, shows it and ends the checkout',
  async (call) => {
    const shop = await openCheckout({ kept: withAddress, calls: { ...others, [call]: closed } });
    await continueDelivery(shop);
    await expectLeft(shop);
  },
);

test('a coupon for a cart that is already an order shows a message and leaves the checkout', async () => {
  const shop = await openPayment({ applyCoupon: closed });
  await shop.user.type(await screen.findByRole('textbox', { name: 'Cupón' }), 'BIENVENIDO10');
  await shop.user.click(within(screen.getByRole('form', { name: 'Cupón' })).getByRole('button', { name: 'Aplicar' }));
  await expectLeft(shop);
});

test.each(['setCartBillingAddress', 'setCartPaymentMethod', 'confirmCart'] as const)(
  'ordering a cart that is already an order, noticed by %s, shows that order and places none',
  async (call) => {
    const shop = await openPayment({ [call]: closed });
    await order(shop);
    expect(await screen.findByText('100000045')).toBeInTheDocument();
    expect(shop.address()).toBe('/confirmation');
    expect(shop.sentTo('placeOrder')).toEqual([]);
    await waitFor(() => expect(localStorage.getItem('ceiba.cart')).toBeNull());
  },
);

test('[DEC-192] this tab shows a message when another tab orders the same cart', async () => {
  let isOrdered = false;
  const shop = await openPayment({
    ...others,
    getCart: () => ({ ...fryerCart, ended: isOrdered ? ('ordered' as const) : null }),
  });
  await shop.user.click(await screen.findByRole('button', { name: 'Tarjeta al contado' }));
  await shop.user.type(screen.getByLabelText(/Número de tarjeta/), '4111');
  isOrdered = true;
  localStorage.removeItem('ceiba.cart');
  window.dispatchEvent(new StorageEvent('storage', { key: 'ceiba.cart', newValue: null }));
  await expectLeft(shop);
});

test('[DEC-192] a tab that waits for another tab’s order shows its confirmation, even after that tab forgot the cart', async () => {
  let isOrdered = false;
  const shop = await openPayment({
    ...others,
    getCart: () => ({ ...fryerCart, ended: isOrdered ? ('ordered' as const) : null }),
    setCartBillingAddress: refusal('ORDER_IN_PROGRESS'),
    findPlacement: () => (isOrdered ? orderedAs('100000048') : beingPlaced()),
  });
  await order(shop);
  await waitFor(() => expect(shop.sentTo('findPlacement')).not.toEqual([]));
  isOrdered = true;
  localStorage.removeItem('ceiba.cart');
  window.dispatchEvent(new StorageEvent('storage', { key: 'ceiba.cart', newValue: null }));
  expect(await screen.findByText('100000048')).toBeInTheDocument();
  expect(shop.address()).toBe('/confirmation');
  expect(shop.sentTo('placeOrder')).toEqual([]);
});

test('if the connection drops during an order, the page charges once and shows the order later', async () => {
  const line = { isCut: false };
  const shop = await openPayment({
    placeOrder: () => {
      line.isCut = true;
      return noAnswer;
    },
    findPlacement: () => (line.isCut ? noAnswer : orderedAs('100000045')),
  });
  skipWaits([2_000]);
  await order(shop);
  expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Consultar mi pedido' })).toBeEnabled();
  line.isCut = false;
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('100000045')).toBeInTheDocument();
  expect(shop.address()).toBe('/confirmation');
  expect(shop.sentTo('placeOrder')).toHaveLength(1);
});

test('a connection that returns while the page is still polling is noticed', async () => {
  /** The number of polls after which the page says that the outcome is unknown. */
  const lastQuestion = 12;
  let pollCount = 0;
  const shop = await openPayment({
    placeOrder: noAnswer,
    findPlacement: () => {
      pollCount += 1;
      if (pollCount === lastQuestion) window.dispatchEvent(new Event('online'));
      return pollCount > lastQuestion ? orderedAs('100000047') : noAnswer;
    },
  });
  skipWaits();
  await order(shop);
  expect(await screen.findByText('100000047')).toBeInTheDocument();
  expect(shop.sentTo('placeOrder')).toHaveLength(1);
});

test('if the order was never sent, the next press places the order once', async () => {
  let sent = 0;
  const shop = await openPayment({
    placeOrder: () => {
      sent += 1;
      return sent === 1 ? noAnswer : { status: 200, data: { orderNumber: '100000046' } };
    },
  });
  await order(shop);
  expect(await screen.findByText('No encontramos tu pedido')).toBeInTheDocument();
  expect(screen.getByText(/^No hay ningún pedido ni cobro de este intento/)).toBeInTheDocument();
  await order(shop);
  expect(await screen.findByText('100000046')).toBeInTheDocument();
  const [first, second, ...more] = shop.sentTo('placeOrder');
  expect(second?.body).toEqual(first?.body);
  expect(more).toEqual([]);
});
