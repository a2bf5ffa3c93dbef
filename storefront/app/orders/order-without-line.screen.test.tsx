import type { CallAnswer } from '@ceiba/contract/client';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { noAnswer, refusal } from '../testing/network.ts';
import { openPayment, order } from '../testing/open-payment.ts';
import { watchTimers } from '../testing/page-reloads.ts';
import { hurry, orderedAs } from '../testing/placements.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { sampleCartId } from '../testing/samples.ts';

const placed = { status: 200, data: { orderNumber: '100000001' } } as const;

const waitingTitle = 'Esperamos la conexión';
const notSentTitle = 'Tu pedido no se envió';

/** A browser's line: what is asked without it fails at once. */
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

/** A checkout at its payment whose line is gone. */
async function openWithoutLine(calls: Parameters<typeof openPayment>[0] = {}): Promise<{ shop: Screen; line: Line }> {
  const line = new Line();
  const shop = await openPayment({
    validateGuestCheckout: () => (line.isThere ? isGuest : noAnswer),
    placeOrder: placed,
    ...calls,
  });
  line.drop();
  return { shop, line };
}

const payButton = () => screen.getAllByRole('button', { name: /Realizar pedido/ })[0];

const card = (title: string) => within(screen.getByRole('region', { name: title }));

/** What a page has sent that leads to an order. */
const sentOf = (shop: Screen) =>
  shop
    .allSent()
    .map(({ name }) => name)
    .filter((name) => ['setCartBillingAddress', 'setCartPaymentMethod', 'confirmCart', 'placeOrder'].includes(name));

/** Nothing follows, though the line is back: what would be sent begins with the check of the guest. */
async function nothingIsSent(shop: Screen, line: Line): Promise<void> {
  const before = shop.sentTo('validateGuestCheckout').length;
  line.comeBack();
  await waitFor(() => expect(screen.queryByText(/^Sin conexión a internet/)).toBeNull());
  expect(shop.sentTo('validateGuestCheckout')).toHaveLength(before);
  expect(sentOf(shop)).toEqual([]);
}

test.each(['before the press', 'after it'])(
  'an order pressed without a line, or before it drops, says that it waits, and goes on by itself when it is back: %s',
  async (when) => {
    const line = new Line();
    const shop = await openPayment({
      validateGuestCheckout: () => {
        if (when === 'after it' && shop.sentTo('validateGuestCheckout').length === 1) line.drop();
        return line.isThere ? isGuest : noAnswer;
      },
    });
    if (when === 'before the press') line.drop();
    await order(shop);
    expect(await screen.findByText(waitingTitle)).toBeVisible();
    expect(screen.getByText(waitingTitle).closest('[role=status]')).not.toBeNull();
    expect(payButton()).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText('Error de Servidor')).toBeNull();
    line.comeBack();
    expect(await screen.findByText('100000001')).toBeVisible();
    expect(shop.sentTo('placeOrder')).toHaveLength(1);
  },
);

test('an order whose line drops again while it is being prepared waits again', async () => {
  const { shop, line } = await openWithoutLine({
    confirmCart: () => {
      if (shop.sentTo('confirmCart').length === 1) line.drop();
      return line.isThere ? confirmed : noAnswer;
    },
  });
  await order(shop);
  await screen.findByText(waitingTitle);
  line.comeBack();
  await waitFor(() => expect(shop.sentTo('confirmCart')).toHaveLength(1));
  expect(await screen.findByText(waitingTitle)).toBeVisible();
  line.comeBack();
  expect(await screen.findByText('100000001')).toBeVisible();
});

test('a browser that wrongly says it has no line orders all the same', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const shop = await openPayment();
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
});

test('an order that waits for the line is taken back with a button, which leaves the keyboard where it says so', async () => {
  const { shop, line } = await openWithoutLine();
  await order(shop);
  const cancel = await screen.findByRole('button', { name: 'Cancelar' });
  cancel.focus();
  await shop.user.keyboard('{Enter}');
  const said = (await screen.findByText(notSentTitle)).closest('[role=status]');
  expect(said).toHaveTextContent('No se te cobró nada. Presiona «Realizar pedido» cuando haya conexión.');
  expect(said).toHaveFocus();
  await waitFor(() => expect(payButton()).not.toHaveAttribute('aria-busy'));
  await nothingIsSent(shop, line);
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
  expect(shop.sentTo('placeOrder')).toHaveLength(1);
});

test('whoever leaves the page while their order waits for the line orders nothing, and reads so', async () => {
  const { shop, line } = await openWithoutLine({ getHome: refusal('UNEXPECTED') });
  await order(shop);
  await screen.findByText(waitingTitle);
  await shop.user.click(screen.getByRole('link', { name: 'Ceiba, ir al inicio' }));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Pago' })).toBeNull());
  const alert = (await screen.findByText(notSentTitle)).closest('[data-alert-id]');
  expect(alert).toHaveTextContent('Saliste del pago antes de que se enviara. No se te cobró nada.');
  await nothingIsSent(shop, line);
  expect(shop.address()).toBe('/');
});

test('whoever leaves the page before their order is sent orders nothing, though the line is said to be there', async () => {
  const guest = Promise.withResolvers<typeof isGuest>();
  const shop = await openPayment({ getHome: refusal('UNEXPECTED'), validateGuestCheckout: () => guest.promise });
  await order(shop);
  await waitFor(() => expect(shop.sentTo('validateGuestCheckout')).toHaveLength(1));
  await shop.user.click(screen.getByRole('link', { name: 'Ceiba, ir al inicio' }));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Pago' })).toBeNull());
  guest.resolve(isGuest);
  expect(await screen.findByText(notSentTitle)).toBeVisible();
  expect(shop.sentTo('placeOrder')).toEqual([]);
});

const changes: [string, (shop: Screen) => Promise<void>][] = [
  ['another method', ({ user }) => user.click(screen.getByRole('button', { name: 'Tarjeta al contado' }))],
  ['no method', ({ user }) => user.click(screen.getByRole('button', { name: 'Efectivo contra entrega' }))],
  ['another invoice', ({ user }) => user.click(screen.getByRole('radio', { name: /NIT/ }))],
];

test.each(changes)('what is changed while an order waits for the line takes it back: %s', async (_, change) => {
  const { shop, line } = await openWithoutLine();
  await order(shop);
  await screen.findByText(waitingTitle);
  await change(shop);
  expect(await screen.findByText(notSentTitle)).toBeVisible();
  expect(screen.queryByText(waitingTitle)).toBeNull();
  await nothingIsSent(shop, line);
});

test('a step opened anew while an order waits for the line takes it back, and the page says so beside it', async () => {
  const { shop, line } = await openWithoutLine();
  await order(shop);
  await screen.findByText(waitingTitle);
  await shop.user.click(card('Información').getByRole('button', { name: 'Editar' }));
  expect((await screen.findByText(notSentTitle)).closest('[data-alert-id]')).not.toBeNull();
  await nothingIsSent(shop, line);
});

/** The clock goes on by so many milliseconds; no timer runs, as in a phone that sleeps. */
const sleep = (milliseconds: number): void => {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + milliseconds);
};

test('a phone that has slept for an hour while an order waited sends nothing when it wakes with a line', async () => {
  const { shop, line } = await openWithoutLine();
  await order(shop);
  await screen.findByText(waitingTitle);
  sleep(3_600_000);
  await nothingIsSent(shop, line);
  expect(await screen.findByText(notSentTitle)).toBeVisible();
});

test('nor does one that fell asleep while the order was being prepared', async () => {
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

test('a line that stays away ends the press after a minute: the page says that nothing was sent, and blames no server', async () => {
  const { shop, line } = await openWithoutLine();
  const pass = watchTimers();
  await order(shop);
  await screen.findByText(waitingTitle);
  await pass(60_000);
  expect(await screen.findByText(notSentTitle)).toBeVisible();
  expect(screen.queryByText('Error de Servidor')).toBeNull();
  expect(screen.queryByText('No se hizo ningún cobro')).toBeNull();
  await waitFor(() => expect(payButton()).not.toHaveAttribute('aria-busy'));
  await nothingIsSent(shop, line);
  expect(shop.measured()).not.toContainEqual(expect.objectContaining({ event: 'purchase_failed' }));
});

test('an order that is taken back says nothing of one that was sent before: that one is still asked for', async () => {
  const line = new Line();
  const shop = await openPayment({
    validateGuestCheckout: () => (line.isThere ? isGuest : noAnswer),
    placeOrder: () => {
      line.drop();
      return noAnswer;
    },
    findPlacement: () => (line.isThere ? orderedAs('100000047') : noAnswer),
  });
  hurry();
  await order(shop);
  expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
  await order(shop);
  await shop.user.click(await screen.findByRole('button', { name: 'Cancelar' }));
  expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
  expect(screen.queryByText(/No se te cobró nada/)).toBeNull();
  line.comeBack();
  expect(await screen.findByText('100000047')).toBeVisible();
  expect(shop.sentTo('placeOrder')).toHaveLength(1);
});
