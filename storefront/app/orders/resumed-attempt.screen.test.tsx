import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { cartOfLink, copyId, linkCart, linkId, opened, usedLinkText } from '../testing/open-link.ts';
import { fryerCart, openPayment, order, orderCalls } from '../testing/open-payment.ts';
import { beingPlaced, notOrdered, orderedAs, skipWaits } from '../testing/placements.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCartId } from '../testing/samples.ts';

const keyForm = /^[\da-f]{8}-[\da-f-]{27}$/;
const ended: Calls = { getCart: { ...fryerCart, ended: 'ordered' }, getRecommendations: noAnswer, getHome: noAnswer };

/** The browser's storage at the start of a reloaded page. */
const readStorage = () => ({ local: textsOf(localStorage), session: textsOf(sessionStorage) });
const textsOf = (storage: Storage): Record<string, string> =>
  Object.fromEntries(Object.keys(storage).map((key) => [key, storage.getItem(key) ?? '']));

/** Presses "Realizar pedido" and leaves before an answer has come, as a reload does. */
const leavePayment = async () => {
  const { promise } = Promise.withResolvers<never>();
  const shop = await openPayment({ placeOrder: () => promise });
  await order(shop);
  await waitFor(() => expect(shop.sentTo('placeOrder')).toHaveLength(1));
  const leftStorage = readStorage();
  cleanup();
  return leftStorage;
};

const reload = (leftStorage: ReturnType<typeof readStorage>, calls: Calls) =>
  renderScreen('/checkout', { ...leftStorage, calls: { ...orderCalls, ...ended, ...calls } });

test('[DEC-131] a page reloaded during its payment shows the confirmation, and orders once', async () => {
  const leftStorage = await leavePayment();
  const truth = Promise.withResolvers<ReturnType<typeof orderedAs>>();
  const shop = await reload(leftStorage, { getCart: fryerCart, findPlacement: () => truth.promise });
  expect(await screen.findByText('Estamos confirmando tu pedido')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Finalizar compra' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Realizar pedido|Continuar/ })).toBeNull();
  expect(shop.sentTo('findPlacement')).toMatchObject([
    { body: { cartId: sampleCartId, keys: [expect.stringMatching(keyForm)] } },
  ]);
  truth.resolve(orderedAs('100000042'));
  expect(await screen.findByText('100000042')).toBeVisible();
  expect(shop.address()).toBe('/confirmation');
  expect(screen.getByText(/Efectivo/)).toBeVisible();
  expect(shop.sentTo('placeOrder')).toEqual([]);
  expect(shop.measured()).toContainEqual(expect.objectContaining({ event: 'purchase' }));
  await waitFor(() => expect(localStorage.getItem('ceiba.cart')).toBeNull());
  expect(sessionStorage.getItem('ceiba.attempt')).toBeNull();
});

test('a page reloaded after its order was placed shows its confirmation, too', async () => {
  const shop = await reload(await leavePayment(), { findPlacement: orderedAs('100000042') });
  expect(await screen.findByText('100000042')).toBeVisible();
  expect(shop.address()).toBe('/confirmation');
  expect(screen.queryByText('Este carrito ya es un pedido')).toBeNull();
});

test('[ORD-06] [ORD-14] [DEC-195] a page reloaded before its confirmation shows the confirmation without a call', async () => {
  const leftStorage = await leavePayment();
  const attempt = JSON.parse(leftStorage.session['ceiba.attempt'] ?? '');
  const numbered = JSON.stringify({ ...attempt, keys: [], order: { ...attempt.order, orderNumber: '100000049' } });
  const session = { ...leftStorage.session, 'ceiba.attempt': numbered };
  const shop = await reload({ ...leftStorage, session }, {});
  expect(await screen.findByText('100000049')).toBeVisible();
  expect(shop.address()).toBe('/confirmation');
  expect(shop.sentTo('findPlacement')).toEqual([]);
  expect(shop.measured()).not.toContainEqual(expect.objectContaining({ event: 'purchase' }));
  await waitFor(() => expect(sessionStorage.getItem('ceiba.attempt')).toBeNull());
  cleanup();
  const other = numbered.replaceAll(sampleCartId, '00000000-0000-4000-8000-0000000000e9');
  const next = await reload(
    { ...leftStorage, session: { ...session, 'ceiba.attempt': other } },
    { getCart: fryerCart },
  );
  expect(await screen.findByRole('heading', { name: /Información/ })).toBeVisible();
  expect(next.address()).toBe('/checkout');
  expect(screen.queryByText('100000049')).toBeNull();
});

test('after a failed attempt, the reloaded page shows the failure and the checkout', async () => {
  const leftStorage = await leavePayment();
  skipWaits();
  const shop = await reload(leftStorage, { getCart: fryerCart, findPlacement: notOrdered });
  expect(await screen.findByText('No encontramos tu pedido')).toBeVisible();
  expect(await screen.findByRole('heading', { name: /Información/ })).toBeVisible();
  expect(shop.address()).toBe('/checkout');
  expect(sessionStorage.getItem('ceiba.attempt')).toBeNull();
  expect(shop.measured()).toContainEqual(expect.objectContaining({ event: 'purchase_failed' }));
});

test('while the bank does not answer, the reloaded page says so and polls', async () => {
  const leftStorage = await leavePayment();
  let isOver = false;
  skipWaits();
  const shop = await reload(leftStorage, {
    getCart: fryerCart,
    findPlacement: () => (isOver ? orderedAs('100000043') : beingPlaced()),
  });
  expect(await screen.findByText('Tu pedido sigue en proceso')).toBeVisible();
  expect(
    screen.getByText(/^El banco todavía no responde\. No vuelvas a pagar: .* a lucia@correo\.gt\.$/),
  ).toBeVisible();
  const pollCount = shop.sentTo('findPlacement').length;
  await waitFor(() => expect(shop.sentTo('findPlacement').length).toBeGreaterThan(pollCount));
  isOver = true;
  expect(await screen.findByText('100000043')).toBeVisible();
  expect(shop.sentTo('placeOrder')).toEqual([]);
});

test('[DEC-10] neither the card nor a document is stored for the reload', async () => {
  const { promise } = Promise.withResolvers<never>();
  const shop = await openPayment({
    placeOrder: () => promise,
    lookUpTaxpayer: { status: 200, data: { name: 'Comercial La Aurora, S.A.' } },
  });
  const type = (label: RegExp, text: string) => shop.user.type(screen.getByLabelText(label), text);
  await shop.user.click(screen.getByRole('button', { name: 'Tarjeta al contado' }));
  await type(/Número de tarjeta/, '4111111111111111');
  await type(/Vencimiento/, '1239');
  await type(/CVV/, '987');
  await type(/titular/, 'Titular Único');
  await shop.user.click(screen.getByRole('radio', { name: 'NIT' }));
  await shop.user.type(screen.getByRole('textbox', { name: 'NIT' }), '576937K');
  await shop.user.tab();
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Nombre completo' })).toHaveValue('Comercial La Aurora, S.A.'),
  );
  await shop.user.click(
    (await screen.findAllByRole('button', { name: /Realizar pedido/, busy: false }))[0] ?? document.body,
  );
  await waitFor(() => expect(shop.sentTo('placeOrder')).toHaveLength(1));
  const attempt = sessionStorage.getItem('ceiba.attempt') ?? '';
  expect(Object.keys(JSON.parse(attempt)).sort()).toEqual(['keys', 'link', 'order', 'paidBy']);
  // Random values may contain any digits.
  const { keys, link, ...stored } = JSON.parse(attempt);
  expect([keys, link]).toEqual([[expect.stringMatching(keyForm)], null]);
  expect(JSON.stringify(stored)).not.toMatch(/4111|"987"|12.?39|Titular|576937/);
});

test('a refused order stores nothing of its attempt', async () => {
  const shop = await openPayment({ placeOrder: refusal('PAY_DECLINED') });
  await order(shop);
  expect(await screen.findByText('No se hizo ningún cobro')).toBeVisible();
  expect(shop.sentTo('placeOrder')).toHaveLength(1);
  expect(sessionStorage.getItem('ceiba.attempt')).toBeNull();
});

test('an attempt of another cart is not polled', async () => {
  const { local, session } = await leavePayment();
  const attempt = (session['ceiba.attempt'] ?? '').replaceAll(sampleCartId, '00000000-0000-4000-8000-0000000000e9');
  const shop = await reload({ local, session: { ...session, 'ceiba.attempt': attempt } }, { getCart: fryerCart });
  expect(await screen.findByRole('heading', { name: /Información/ })).toBeVisible();
  expect(shop.sentTo('findPlacement')).toEqual([]);
  expect(sessionStorage.getItem('ceiba.attempt')).toBeNull();
});

/** Opens the page of a payment link after a reload, with the storage of the page before. */
const reloadLink = async (calls: Calls) => {
  const { local, session } = await leavePayment();
  const attempt = JSON.parse((session['ceiba.attempt'] ?? '').replaceAll(sampleCartId, copyId));
  return renderScreen(`/wa-link/${linkId}`, {
    local: {
      ...local,
      'ceiba.link': JSON.stringify({
        id: linkId,
        cartId: copyId,
        token: 'link.1.abc',
        expiresAt: '2999-01-01T00:00:00Z',
      }),
    },
    session: { ...session, 'ceiba.attempt': JSON.stringify({ ...attempt, link: { id: linkId, token: 'link.1.abc' } }) },
    calls: {
      ...orderCalls,
      openPaymentLink: refusal('PAYMENT_LINK_USED'),
      getLinkCart: linkCart(),
      ...ended,
      ...calls,
    },
  });
};

test('the reloaded page of a payment link shows its confirmation with the link’s token', async () => {
  const shop = await reloadLink({ findPlacement: orderedAs('100000042') });
  expect(await screen.findByText('100000042')).toBeVisible();
  expect(shop.address()).toBe('/confirmation?from=/wa-link');
  expect(shop.sentTo('findPlacement')).toMatchObject([
    { headers: { authorization: 'Bearer link.1.abc' }, body: { cartId: copyId } },
  ]);
});

test('after a failed attempt, a payment link’s reloaded page shows the link’s checkout', async () => {
  skipWaits();
  const shop = await reloadLink({ openPaymentLink: opened, getCart: cartOfLink(), findPlacement: notOrdered });
  expect(await screen.findByText('No encontramos tu pedido')).toBeVisible();
  expect(await screen.findByRole('heading', { name: /Información/ })).toBeVisible();
  expect(shop.address()).toBe(`/wa-link/${linkId}`);
});

test('[DEC-213] if another copy of the link was ordered first, the reloaded page says so', async () => {
  skipWaits();
  const shop = await reloadLink({ findPlacement: notOrdered });
  expect(await screen.findByRole('heading', { name: 'Este enlace ya no está disponible.' })).toBeVisible();
  expect(screen.getByText(usedLinkText)).toBeVisible();
  expect(shop.address()).toBe(`/wa-link/${linkId}`);
});

test.each(['PAYMENT_LINK_USED', 'PAYMENT_LINK_NOT_FOUND'] as const)(
  '[DEC-131] a buyer whose link expired during the payment (%s) reads where the number is, not that another paid',
  async (code) => {
    skipWaits();
    const shop = await reloadLink({ findPlacement: refusal('UNAUTHORIZED'), openPaymentLink: refusal(code) });
    expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
    expect(
      screen.getByText(/^Este enlace ya no está abierto para ti .* revisa tu correo lucia@correo\.gt: /),
    ).toBeVisible();
    expect(screen.queryByText(/sesión|No hay conexión|Este pedido ya se hizo/)).toBeNull();
    expect(shop.address()).toBe(`/wa-link/${linkId}`);
  },
);
