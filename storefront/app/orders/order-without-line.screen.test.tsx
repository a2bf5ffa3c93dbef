import type { CallAnswer } from '@ceiba/contract/client';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findAlert } from '../testing/find-alert.ts';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { openPayment, order } from '../testing/open-payment.ts';
import { orderedAs, skipWaits } from '../testing/placements.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { sampleCartId } from '../testing/samples.ts';

const notSentTitle = 'Tu pedido no se envió';

/** Simulates a browser's connection: without a connection, every call fails immediately. */
class Line {
  readonly #isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  isThere = true;

  drop(): void {
    this.isThere = false;
    this.#isOnline.mockReturnValue(false);
    fireEvent(window, new Event('offline'));
  }

  comeBack(): void {
    this.isThere = true;
    this.#isOnline.mockReturnValue(true);
    fireEvent(window, new Event('online'));
  }
}

const confirmed: CallAnswer<'confirmCart'> = { status: 200, data: { cartId: sampleCartId, email: 'lucia@correo.gt' } };
const isGuest: CallAnswer<'validateGuestCheckout'> = { status: 200, data: { result: true } };

const payButton = () => screen.getAllByRole('button', { name: /Realizar pedido/ })[0];

const card = (title: string) => within(screen.getByRole('region', { name: title }));

const calls: readonly string[] = [
  'validateGuestCheckout',
  'setCartBillingAddress',
  'setCartPaymentMethod',
  'confirmCart',
  'placeOrder',
];

/** The calls of a page that lead to an order. */
const sentOf = (shop: Screen) => shop.allSent().filter(({ name }) => calls.includes(name));

/** Expects a message that nothing was sent, without blaming a server. Nothing follows when the connection returns. */
async function nothingIsSent(shop: Screen, line: Line): Promise<void> {
  const notice = (await screen.findByText(notSentTitle)).closest('[role=status]');
  expect(notice).toHaveTextContent('No se te cobró nada. Presiona «Realizar pedido» para intentarlo de nuevo.');
  expect(screen.queryByText('Error de Servidor')).toBeNull();
  expect(screen.queryByText('No se hizo ningún cobro')).toBeNull();
  expect(payButton()).not.toHaveAttribute('aria-busy');
  const before = sentOf(shop).length;
  line.comeBack();
  await waitFor(() => expect(screen.queryByText(/^Sin conexión a internet/)).toBeNull());
  expect(sentOf(shop)).toHaveLength(before);
  expect(shop.sentTo('placeOrder')).toEqual([]);
  expect(shop.measured()).not.toContainEqual(expect.objectContaining({ event: 'purchase_failed' }));
}

test.each(['before the press', 'after the press', 'during the last call before the order'])(
  'if the connection drops %s, nothing is sent, also later; the next press orders',
  async (when) => {
    const line = new Line();
    const shop = await openPayment({
      validateGuestCheckout: () => {
        if (when === 'after the press' && shop.sentTo('validateGuestCheckout').length === 1) line.drop();
        return line.isThere ? isGuest : noAnswer;
      },
      confirmCart: () => {
        if (when.startsWith('during') && shop.sentTo('confirmCart').length === 1) line.drop();
        return line.isThere ? confirmed : noAnswer;
      },
    });
    if (when === 'before the press') line.drop();
    await order(shop);
    await nothingIsSent(shop, line);
    await order(shop);
    expect(await screen.findByText('100000001')).toBeVisible();
    expect(shop.sentTo('placeOrder')).toHaveLength(1);
  },
);

test('a browser that wrongly reports no connection still orders', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const shop = await openPayment();
  fireEvent(window, new Event('offline'));
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
  fireEvent(window, new Event('online'));
});

/** Opens a checkout whose order is pressed and stopped at the guest check, before any part of it is sent. */
async function holdPress(calls: Calls = {}): Promise<{ shop: Screen; goOn: () => void }> {
  const guest = Promise.withResolvers<typeof isGuest>();
  const home = refusal('UNEXPECTED');
  const shop = await openPayment({ getHome: home, validateGuestCheckout: () => guest.promise, ...calls });
  await order(shop);
  await waitFor(() => expect(shop.sentTo('validateGuestCheckout')).toHaveLength(1));
  return { shop, goOn: () => guest.resolve(isGuest) };
}

test.each<[string, (shop: Screen) => Promise<void>]>([
  ['leaves the page', ({ user }) => user.click(screen.getByRole('link', { name: 'Ceiba, ir al inicio' }))],
  ['opens an earlier step', ({ user }) => user.click(card('Información').getByRole('button', { name: 'Editar' }))],
])('a shopper who %s before the order is sent orders nothing', async (_, leave) => {
  const { shop, goOn } = await holdPress();
  await leave(shop);
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Pago' })).toBeNull());
  goOn();
  const alert = await findAlert(notSentTitle);
  expect(alert).toHaveTextContent('Saliste del pago antes de que se enviara. No se te cobró nada.');
  expect(shop.sentTo('placeOrder')).toEqual([]);
});

test('a shopper who waits for a slowly loading page orders nothing, either', async () => {
  const home = Promise.withResolvers<ReturnType<typeof refusal>>();
  const { shop, goOn } = await holdPress({ getHome: () => home.promise });
  await shop.user.click(screen.getByRole('link', { name: 'Ceiba, ir al inicio' }));
  goOn();
  expect(await screen.findByText('Saliste del pago antes de que se enviara. No se te cobró nada.')).toBeVisible();
  expect(screen.getByRole('form', { name: 'Pago' })).toBeVisible();
  home.resolve(refusal('UNEXPECTED'));
  await waitFor(() => expect(shop.address()).toBe('/'));
  expect(shop.sentTo('placeOrder')).toEqual([]);
});

test('a shopper who returns after leaving before the order was sent can order', async () => {
  const { shop, goOn } = await holdPress();
  await shop.user.click(card('Información').getByRole('button', { name: 'Editar' }));
  goOn();
  await screen.findByText(notSentTitle);
  await shop.user.click(await screen.findByRole('button', { name: 'Continuar a entrega' }));
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
  expect(shop.sentTo('placeOrder')).toHaveLength(1);
});

/** Moves the clock by this many milliseconds without running timers, as in a sleeping phone. */
const sleep = (milliseconds: number): void => {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + milliseconds);
};

test('a phone that sleeps for an hour during an order’s preparation sends no order', async () => {
  const shop = await openPayment({
    confirmCart: () => {
      sleep(3_600_000);
      return confirmed;
    },
  });
  await order(shop);
  expect(await screen.findByText(notSentTitle)).toBeVisible();
  expect(shop.sentTo('placeOrder')).toEqual([]);
});

test('a second press without a connection does not hide the first order: that one is still polled', async () => {
  const line = new Line();
  const shop = await openPayment({
    validateGuestCheckout: () => (line.isThere ? isGuest : noAnswer),
    placeOrder: () => {
      line.drop();
      return noAnswer;
    },
    findPlacement: () => (line.isThere ? orderedAs('100000047') : noAnswer),
  });
  skipWaits([2_000]);
  await order(shop);
  expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
  await order(shop);
  await waitFor(() => expect(shop.sentTo('validateGuestCheckout')).toHaveLength(2));
  expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
  expect(screen.queryByText(/No se te cobró nada/)).toBeNull();
  line.comeBack();
  expect(await screen.findByText('100000047')).toBeVisible();
  expect(shop.sentTo('placeOrder')).toHaveLength(1);
});
