import type { ErrorCode } from '@ceiba/contract/errors';
import { expiredSessionText } from '@ceiba/domain/auth/auth-texts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { initialCheckout } from '../checkout/checkout-data.ts';
import { storedText } from '../checkout/checkout-store.ts';
import { findAlert } from '../testing/find-alert.ts';
import { garbled, noAnswer, refusal } from '../testing/network.ts';
import { storedCheckoutText } from '../testing/open-checkout.ts';
import { dearerCart, fryerCart, openPayment, order } from '../testing/open-payment.ts';
import { watchReloads, watchTimers } from '../testing/page-reloads.ts';
import { beingPlaced, notOrdered, orderedAs, skipWaits } from '../testing/placements.ts';
import { gtq } from '../testing/samples.ts';
import { sampleCustomer, storedSession } from '../testing/signed-in.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const typeOfIcon: Record<string, string> = { 'circle-alert': 'Error', 'triangle-alert': 'Warning', info: 'Info' };

/** Finds the alert in the corner with this text. */
const alertOf = async (message: string) => {
  const box = await findAlert(message);
  const icon = box.querySelector('use')?.getAttribute('href')?.split('#')[1] ?? '';
  return { id: box.getAttribute('data-alert-id'), type: typeOfIcon[icon], text: box.textContent };
};

const cash = { code: 'kosmos_payment', title: 'Efectivo contra entrega' } as const;
const fryerTitle = fryerCart.items[0]?.title ?? '';

const toCart: [string, ErrorCode, string][] = [
  ['ERR-02', 'OUT_OF_STOCK', 'El carrito contiene productos sin stock'],
  ['ERR-03', 'QUANTITY_GREATER_THAN_STOCK', 'El carrito contiene productos con cantidad mayor al stock disponible'],
  [
    'ERR-04, DEC-40',
    'PRODUCT_ON_SALE_IN_CART',
    '¡Lo sentimos! Este producto ya no está disponible, te invitamos a visitar nuestra sección de ofertas para descubrir más opciones.',
  ],
  ['ERR-05', 'NO_PRODUCTS', 'El carrito no tiene productos'],
];

test.each(toCart)('[%s] [ERR-12, ERR-18, DEC-48] %s: a warning links to the cart', async (_, code, message) => {
  const shop = await openPayment({ placeOrder: refusal(code) });
  await order(shop);
  const alert = await alertOf(message);
  expect(alert).toMatchObject({ id: 'PaymentError', type: 'Warning' });
  expect(alert.text).toContain('Revisa tu carrito');
  await waitFor(() => expect(shop.address()).toBe('/cart'));
});

const reloading: [string, ErrorCode, string][] = [
  ['ERR-06', 'SHIPPING_METHOD_REQUIRED', 'No se ha seleccionado un método de envío'],
  ['ERR-07', 'STORE_REQUIRED', 'El carrito de tipo pickup debe tener una tienda seleccionada'],
  ['ERR-08', 'EMAIL_REQUIRED', 'El carrito debe tener un correo electrónico'],
  ['ERR-09', 'BILLING_ADDRESS_REQUIRED', 'El carrito debe tener una dirección de facturación'],
  ['ERR-10', 'REQUIRED_NIT_MAX_AMOUNT', 'El NIT es requerido para compras mayores a Q2,500.00'],
  ['ERR-11, ERR-15, DIF-42', 'PAYMENT_METHOD_REQUIRED', 'El carrito debe tener un metodo de pago seleccionado'],
];

test.each(reloading)(
  '[%s] [ERR-12, ERR-18, DEC-48] %s: a warning shows, and the page reloads after the warning’s time',
  async (_, code, message) => {
    const shop = await openPayment({ placeOrder: refusal(code) });
    const reloads = watchReloads();
    const pass = watchTimers();
    await order(shop);
    const alert = await alertOf(message);
    expect(alert).toMatchObject({ id: 'PaymentError', type: 'Warning' });
    expect(alert.text).toContain('Revisa tu pedido');
    expect([reloads(), shop.address()]).toEqual([0, '/checkout']);
    await pass(4_000);
    expect(reloads()).toBe(1);
  },
);

const refused: [string, ErrorCode, string, string, string][] = [
  [
    'DEC-117',
    'PAY_DECLINED',
    'Pago rechazado',
    'Tu banco rechazó el pago. Intenta con otra tarjeta o comunícate con tu banco.',
    'Error',
  ],
  [
    'DEC-118',
    'PAY_INSUFFICIENT_FUNDS',
    'Fondos insuficientes',
    'Tu tarjeta no tiene fondos suficientes. Intenta con otra tarjeta.',
    'Error',
  ],
  ['DEC-119', 'PAY_EXPIRED_CARD', 'Tarjeta vencida', 'La tarjeta está vencida. Utiliza otra tarjeta.', 'Error'],
  [
    'DEC-120',
    'PAY_INVALID_CARD',
    'Número de tarjeta no válido',
    'Por favor verifique el número de su tarjeta',
    'Error',
  ],
  [
    'DEC-121',
    'PAY_INVALID_CVV',
    'Código de seguridad incorrecto',
    'Verifica el CVV de tu tarjeta e intenta de nuevo.',
    'Warning',
  ],
  ['DEC-122', 'PAY_LIMIT_EXCEEDED', 'Límite excedido', 'El monto supera el límite de tu tarjeta.', 'Error'],
  [
    'DEC-123',
    'PAY_FRAUD_REVIEW',
    'Pago no autorizado',
    'No pudimos autorizar el pago por seguridad. Comunícate con soporte.',
    'Error',
  ],
  [
    'DEC-124',
    'PAY_PLAN_NOT_ALLOWED',
    'Cuotas no disponibles',
    'Selecciona otra cantidad de cuotas u otro método de pago.',
    'Warning',
  ],
  ['DEC-125', 'PAY_METHOD_NOT_ALLOWED', 'Método de pago no disponible', 'Selecciona otro método de pago.', 'Warning'],
  [
    'DEC-126',
    'PAY_TOKEN_INVALID',
    'Tarjeta guardada no válida',
    'Selecciona otra tarjeta o ingresa una nueva.',
    'Warning',
  ],
  ['DEC-127', 'PAY_POINTS_UNAVAILABLE', 'Puntos no disponibles', 'Revierte el canje e intenta de nuevo.', 'Warning'],
  ['DEC-128', 'PAY_OTP_INVALID', 'Código no válido', 'Genera la orden nuevamente.', 'Warning'],
  [
    'DEC-129',
    'PAY_AMOUNT_MISMATCH',
    'El total cambió',
    'El total de tu carrito cambió. Revisa tu pedido e intenta de nuevo.',
    'Warning',
  ],
  ['DEC-130', 'PAY_DUPLICATED', 'Pago duplicado', 'Ya recibimos un pago por este pedido.', 'Info'],
  ['DEC-132', 'PAY_PROCESSOR_ERROR', 'Error al procesar el pago', 'Por favor intente más tarde', 'Error'],
];

test.each(refused)(
  '[%s] [ERR-14, ERR-18, ORD-08] %s shows the reason, and the shopper can try again',
  async (_, code, title, message, type) => {
    const shop = await openPayment({ placeOrder: refusal(code) });
    await order(shop);
    const alert = await alertOf(message);
    expect(alert).toMatchObject({ id: 'PaymentError', type });
    expect(alert.text).toContain(title);
    expect(shop.measured()).toContainEqual(expect.objectContaining({ event: 'purchase_failed' }));
    // An order that was already paid shows no such text.
    const uncharged = screen.queryByText('No se hizo ningún cobro');
    if (code === 'PAY_DUPLICATED') expect(uncharged).toBeNull();
    else expect(uncharged).toBeVisible();
    expect(shop.address()).toBe('/checkout');
    await order(shop);
    await waitFor(() => expect(shop.sentTo('placeOrder')).toHaveLength(2));
  },
);

test('[ERR-14] [DEC-117] the reason of a refused card shows once, beside the button', async () => {
  const pass = watchTimers();
  const shop = await openPayment({ placeOrder: refusal('PAY_DECLINED') });
  await order(shop);
  const why = 'Tu banco rechazó el pago. Intenta con otra tarjeta o comunícate con tu banco.';
  const alert = await alertOf(why);
  expect(alert.text).toContain('No se hizo ningún cobro');
  await act(() => pass(4_000));
  expect(screen.getByText('Pago rechazado')).toBeVisible();
  expect(screen.getAllByText(why)).toHaveLength(1);
});

test('[DEC-129] a price that rises during payment shows both prices until the shopper accepts', async () => {
  const pass = watchTimers();
  let isRisen = false;
  const shop = await openPayment({
    getCart: () => (isRisen ? dearerCart : fryerCart),
    setCartPaymentMethod: () => {
      isRisen = true;
      return { status: 201, data: { selectedPaymentMethod: cash, prices: dearerCart.prices } };
    },
  });
  await order(shop);
  await act(() => pass(4_000));
  const notice = (await screen.findByText('Antes Q699.00 · ahora', { exact: false })).closest<HTMLElement>(
    '[role=status]',
  );
  expect(notice).toHaveTextContent(`${fryerTitle}Antes Q699.00 · ahora Q799.00`);
  expect(notice).toHaveTextContent('TotalAntes Q729.00 · ahora Q829.00');
  expect(notice).not.toHaveTextContent('elige otro método de pago');
  // A second press sends nothing, and neither does ENTER: the button shows the reason, and moves the focus to the accept button.
  await order(shop);
  expect(payButton()).toHaveAttribute('aria-disabled', 'true');
  expect(payButton()).toHaveAccessibleDescription('Acepta el nuevo total para continuar.');
  fireEvent.submit(screen.getByRole('form', { name: 'Pago' }));
  expect(shop.sentTo('setCartPaymentMethod')).toHaveLength(1);
  expect(shop.sentTo('placeOrder')).toEqual([]);
  const [reason = document.body] = screen.getAllByRole('button', { name: 'Acepta el nuevo total para continuar.' });
  await shop.user.click(reason);
  const accept = screen.getByRole('button', { name: 'Acepto el nuevo total' });
  expect(accept).toHaveFocus();
  await shop.user.click(accept);
  expect(screen.queryByText('No se hizo ningún cobro')).toBeNull();
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
});

test('[DEC-129] a price that rises while the payment is open shows before any press, and must be accepted', async () => {
  let isRisen = false;
  const shop = await openPayment({
    getCart: () => (isRisen ? dearerCart : fryerCart),
    setCartPaymentMethod: { status: 201, data: { selectedPaymentMethod: cash, prices: dearerCart.prices } },
  });
  isRisen = true;
  // The cart is read again after the shopper returns from another tab.
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('Cambió un precio de tu pedido')).toBeVisible();
  expect(screen.getByText('Antes Q729.00 · ahora', { exact: false })).toBeVisible();
  await order(shop);
  expect(payButton()).toHaveAttribute('aria-disabled', 'true');
  expect(shop.sentTo('setCartPaymentMethod')).toEqual([]);
  await shop.user.click(screen.getByRole('button', { name: 'Acepto el nuevo total' }));
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
  expect(shop.sentTo('placeOrder')).toHaveLength(1);
});

test('[PRICE-09, DEC-129] a price that rose unseen before the checkout must be accepted, which the server learns once', async () => {
  const risen = dearerCart.items.map((line) => ({ ...line, seenPrice: gtq(699) }));
  let isSeen = false;
  const shop = await openPayment({
    getCart: () => (isSeen ? dearerCart : { ...dearerCart, items: risen }),
    changeCartProduct: () => {
      isSeen = true;
      return dearerCart;
    },
    setCartPaymentMethod: { status: 201, data: { selectedPaymentMethod: cash, prices: dearerCart.prices } },
  });
  expect(await screen.findByText('Cambió un precio de tu pedido')).toBeVisible();
  expect(screen.getByText('Antes Q699.00 · ahora', { exact: false })).toHaveTextContent(
    'Antes Q699.00 · ahora Q799.00',
  );
  await order(shop);
  expect(payButton()).toHaveAttribute('aria-disabled', 'true');
  expect(shop.sentTo('setCartPaymentMethod')).toEqual([]);
  await shop.user.click(screen.getByRole('button', { name: 'Acepto el nuevo total' }));
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
  const [{ cartItemId } = { cartItemId: '' }] = risen;
  expect(shop.sentTo('changeCartProduct').map(({ body }) => body)).toEqual([
    { cartItemId, quantity: 1, seenPrice: 799 },
  ]);
});

test('[PRICE-09] a price that fell before the checkout needs no consent', async () => {
  const shop = await openPayment({
    getCart: { ...fryerCart, items: fryerCart.items.map((line) => ({ ...line, seenPrice: gtq(799) })) },
  });
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
  expect(shop.sentTo('changeCartProduct')).toEqual([]);
});

test('[ERR-14] the server’s message replaces the catalogue’s text', async () => {
  const shop = await openPayment({ placeOrder: refusal('PAY_DECLINED', { message: 'Tu banco pide que lo llames.' }) });
  await order(shop);
  expect((await alertOf('Tu banco pide que lo llames.')).text).toContain('Pago rechazado');
});

test('[ERR-17, DIF-44] the code is read from the error’s metadata', async () => {
  const placeOrder = refusal('PAY_PROCESSOR_ERROR', { metadata: { mgtoCode: 'PAY_DECLINED' } });
  const shop = await openPayment({ placeOrder });
  await order(shop);
  const alert = await findAlert('Pago rechazado');
  expect(alert).toHaveAttribute('data-alert-id', 'PaymentError');
  expect(screen.queryByText('Error al procesar el pago')).toBeNull();
});

test('[ERR-16] [ORD-08] any other error is unknown: its outcome is polled, and the failure is measured', async () => {
  const shop = await openPayment({ placeOrder: refusal('UNEXPECTED') });
  await order(shop);
  const alert = await alertOf('Ocurrió un error inesperado. Por favor intenta de nuevo o contacta a soporte.');
  expect(alert).toMatchObject({ id: 'PaymentError', type: 'Error' });
  expect(alert.text).toContain('Error Desconocido');
  expect(await screen.findByText('No encontramos tu pedido')).toBeVisible();
  const failed = expect.objectContaining({ event: 'purchase_failed' });
  expect(shop.measured().filter((event) => failed.asymmetricMatch(event))).toHaveLength(1);
});

test('[ERR-01, DIF-06] without an answer the page polls the outcome, and shows the placed order', async () => {
  const truth = Promise.withResolvers<ReturnType<typeof orderedAs>>();
  const shop = await openPayment({ placeOrder: noAnswer, findPlacement: () => truth.promise });
  await order(shop);
  const alert = await alertOf('No se pudo recibir una respuesta del servidor. Intente nuevamente más tarde.');
  expect(alert.text).toContain('Error de Servidor');
  expect(await screen.findByText('Estamos confirmando tu pedido')).toBeVisible();
  await waitFor(() => expect(shop.sentTo('findPlacement')).toHaveLength(1));
  // Polling writes no e-mail, as confirming the cart again would.
  expect(shop.sentTo('confirmCart')).toHaveLength(1);
  truth.resolve(orderedAs('100000042'));
  expect(await screen.findByText('100000042')).toBeVisible();
  expect(shop.address()).toBe('/confirmation');
});

test('when the browser is offline, the outcome is polled, and the page’s bar reports the connection', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get');
  const truth = Promise.withResolvers<ReturnType<typeof orderedAs>>();
  const shop = await openPayment({
    placeOrder: () => {
      isOnline.mockReturnValue(false);
      return noAnswer;
    },
    findPlacement: () => truth.promise,
  });
  await order(shop);
  expect(await screen.findByText('Estamos confirmando tu pedido')).toBeVisible();
  await waitFor(() => expect(shop.sentTo('findPlacement')).toHaveLength(1));
  expect(screen.queryByText('Error de Servidor')).toBeNull();
  isOnline.mockRestore();
  truth.resolve(orderedAs('100000042'));
  expect(await screen.findByText('100000042')).toBeVisible();
});

const payButton = () => screen.getAllByRole('button', { name: /Realizar pedido/ })[0];

test.each([
  ['an empty answer', ''],
  ['an answer without a status', '{"data":{"orderNumber":"100000042"}}'],
])('[ORD-07] %s is reported, and loading stops while the outcome is polled', async (_, text) => {
  const polls: (() => void)[] = [];
  const shop = await openPayment({
    placeOrder: garbled(text),
    findPlacement: () => new Promise((answer) => polls.push(() => answer(notOrdered))),
  });
  await order(shop);
  const alert = await alertOf('No se recibio una respuesta valida del servidor. Intente nuevamente mas tarde.');
  expect(alert).toMatchObject({ id: 'PaymentError', type: 'Error' });
  expect(alert.text).toContain('Error de Servidor');
  expect(await screen.findByText('Estamos confirmando tu pedido')).toBeVisible();
  await waitFor(() => expect(polls).toHaveLength(1));
  expect(payButton()).not.toHaveAttribute('aria-busy');
  expect(payButton()).toHaveAttribute('aria-disabled', 'true');
  polls[0]?.();
  await waitFor(() => expect(polls).toHaveLength(2));
  polls[1]?.();
  expect(await screen.findByText('No encontramos tu pedido')).toBeVisible();
  expect(payButton()).not.toHaveAttribute('aria-disabled');
});

test('[CONST-03] the alert about the server’s silence stays 4,000 ms, even if the outcome shows earlier', async () => {
  const pass = watchTimers();
  const shop = await openPayment({ placeOrder: garbled(''), findPlacement: notOrdered });
  await order(shop);
  expect(await screen.findByText('No encontramos tu pedido')).toBeVisible();
  expect(screen.getByText('Error de Servidor')).toBeVisible();
  await act(() => pass(4_000));
  expect(screen.queryByText('Error de Servidor')).toBeNull();
});

test('if the session ends during polling, the page reports the end, not the connection', async () => {
  const own = { getCustomer: sampleCustomer(), listAddresses: [] };
  const shop = await openPayment(
    { ...own, placeOrder: noAnswer, findPlacement: refusal('UNAUTHORIZED') },
    { local: storedSession() },
  );
  await order(shop);
  expect(await screen.findByText(expiredSessionText)).toBeVisible();
  await waitFor(() => expect(shop.address()).toBe('/cart'));
  expect(screen.queryByText(/^No hay conexión con la tienda/)).toBeNull();
});

test('[ORD-05, ORD-16] the calls run once each in their order, and the confirmation opens', async () => {
  const shop = await openPayment();
  const before = shop.allSent().length;
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
  const sent = shop.allSent().slice(before);
  expect(sent.map(({ name }) => name).slice(0, 5)).toEqual([
    'validateGuestCheckout',
    'setCartBillingAddress',
    'setCartPaymentMethod',
    'confirmCart',
    'placeOrder',
  ]);
  expect(sent.filter(({ name }) => name === 'placeOrder')).toHaveLength(1);
  expect(shop.address()).toBe('/confirmation');
});

test('[ORD-16, DEC-133] a customer’s e-mail is not checked as a guest’s: steps 2 to 5 run', async () => {
  const shop = await openPayment({ getCustomer: sampleCustomer(), listAddresses: [] }, { local: storedSession() });
  const before = shop.allSent().length;
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
  expect(
    shop
      .allSent()
      .slice(before)
      .map(({ name }) => name)
      .slice(0, 4),
  ).toEqual(['setCartBillingAddress', 'setCartPaymentMethod', 'confirmCart', 'placeOrder']);
});

test('[CHK-11, ORD-15] after an order the browser forgets the cart’s ID and the whole checkout', async () => {
  const shop = await openPayment();
  const stored = () => JSON.parse(storedCheckoutText());
  expect(stored()).toMatchObject({
    currentStep: 2,
    contact: { firstname: 'Lucía' },
    userData: { address: '12 calle 1-25', fullName: 'Lucía Paz' },
    tableRate: { value: 30, currency: 'GTQ' },
  });
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
  await waitFor(() => expect(localStorage.getItem('ceiba.cart')).toBeNull());
  await waitFor(() => expect(stored()).toEqual(JSON.parse(storedText(initialCheckout))));
  expect(stored()).toMatchObject({
    cartId: null,
    currentStep: 0,
    stepStates: ['default', 'disabled', 'disabled'],
    contact: null,
    typedContact: null,
    userData: { address: '', region: '', city: '', zone: '', fullName: '', phone: '' },
    trustPeople: [],
    deliveryTime: [],
    tableRate: { value: 0, currency: 'GTQ' },
  });
});

test.each([
  ['validateGuestCheckout', 'VALIDATION_ERROR', 1],
  ['setCartBillingAddress', 'VALIDATION_ERROR', 2],
  ['setCartPaymentMethod', 'PAY_METHOD_NOT_ALLOWED', 3],
  ['confirmCart', 'OUT_OF_STOCK', 4],
] as const)('[DEC-133] a failure of %s stops the sequence and enables the button', async (call, code, calls) => {
  let isPlacing = false;
  const shop = await openPayment({
    [call]: () => (isPlacing ? refusal(code) : { status: 200, data: { result: true } }),
  });
  const before = shop.allSent().length;
  isPlacing = true;
  await order(shop);
  await waitFor(() => expect(document.querySelector('[data-alert-id="PaymentError"]')).not.toBeNull());
  const names = shop
    .allSent()
    .slice(before)
    .map(({ name }) => name);
  expect(names.slice(0, calls).at(-1)).toBe(call);
  expect(names).not.toContain('placeOrder');
});

test('[DEC-133] a refusal does not hide an earlier order with a lost answer: that one is polled and found', async () => {
  const type = (label: RegExp, text: string) => shop.user.type(screen.getByLabelText(label), text);
  const outcome = Promise.withResolvers<ReturnType<typeof beingPlaced>>();
  let sent = 0;
  const shop = await openPayment({
    placeOrder: () => {
      sent += 1;
      return sent === 1 ? noAnswer : refusal('PAY_AMOUNT_MISMATCH');
    },
    // The first order is queued before its cart is taken, so it cannot be found until the second order was refused.
    findPlacement: () => (sent === 1 ? notOrdered : outcome.promise),
  });
  skipWaits();
  await shop.user.click(screen.getByRole('button', { name: 'Tarjeta al contado' }));
  await type(/Número de tarjeta/, '4111111111111111');
  await type(/Vencimiento/, '1239');
  await type(/CVV/, '987');
  await type(/titular/, 'Lucía Paz');
  await shop.user.click(
    (await screen.findAllByRole('button', { name: /Realizar pedido/, busy: false }))[0] ?? document.body,
  );
  expect(await screen.findByText('No encontramos tu pedido')).toBeVisible();
  const pollCount = shop.sentTo('findPlacement').length;
  await order(shop);
  await waitFor(() => expect(shop.sentTo('placeOrder')).toHaveLength(2));
  expect((await alertOf('El total de tu carrito cambió. Revisa tu pedido e intenta de nuevo.')).type).toBe('Warning');
  expect(await screen.findByText('Estamos confirmando tu pedido')).toBeVisible();
  expect(screen.queryByText('No se hizo ningún cobro')).toBeNull();
  const [first, second] = [shop.sentTo('findPlacement')[0], shop.sentTo('findPlacement')[pollCount]];
  expect(second?.body).toEqual(first?.body);
  const { keys } = JSON.parse(sessionStorage.getItem('ceiba.attempt') ?? '{}');
  expect(first?.body).toMatchObject({ keys });
  outcome.resolve(orderedAs('100000046'));
  expect(await screen.findByText('100000046')).toBeVisible();
  expect(shop.address()).toBe('/confirmation');
});

/** Presses again while the outcome of the first press is unknown. The second press is refused, and neither press creates an order. */
const refusedAgain = async (reply: ReturnType<typeof refusal>) => {
  const shop = await openPayment({
    placeOrder: () => (shop.sentTo('placeOrder').length === 1 ? noAnswer : reply),
    findPlacement: () => (shop.sentTo('placeOrder').length === 1 ? noAnswer : notOrdered),
  });
  skipWaits();
  await order(shop);
  expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
  await order(shop);
  return shop;
};

test('[ERR-14] a refusal stays readable if no earlier order is found, and the failure is measured once', async () => {
  const shop = await refusedAgain(refusal('RATE_LIMITED', { headers: { 'retry-after': '45' } }));
  expect(await screen.findByText('No encontramos tu pedido')).toBeVisible();
  expect(screen.getByText(/45 segundos/).closest('[data-alert-id]')).not.toBeNull();
  expect(screen.queryByText('Error de Servidor')).toBeNull();
  const failed = expect.objectContaining({ event: 'purchase_failed' });
  expect(shop.measured().filter((event) => failed.asymmetricMatch(event))).toHaveLength(1);
});

test('[DEC-218, DEC-219] an exhausted order limit shows what else helps', async () => {
  const message = 'Esta tarjeta tuvo demasiados pagos rechazados hoy. Usa otra tarjeta u otra forma de pago.';
  await refusedAgain(
    refusal('RATE_LIMITED', { message, metadata: { budget: 'declinesPerCard' }, headers: { 'retry-after': '80000' } }),
  );
  expect(await screen.findByText('No pudimos tomar tu pedido')).toBeVisible();
  expect(screen.getByText(message).closest('[data-alert-id]')).not.toBeNull();
});

test('[ERR-03] [ERR-12] a warning about the cart links to the cart', async () => {
  const shop = await refusedAgain(refusal('QUANTITY_GREATER_THAN_STOCK'));
  await waitFor(() => expect(shop.address()).toBe('/cart'));
  expect((await alertOf('El carrito contiene productos con cantidad mayor al stock disponible')).text).toContain(
    'Revisa tu carrito',
  );
});

test('[PAY-05] an order without a known payment method shows an error', async () => {
  const shop = await openPayment();
  fireEvent.submit(screen.getByRole('form', { name: 'Pago' }));
  const alert = await findAlert('Método de pago no soportado');
  expect(alert).toHaveAttribute('data-alert-id', 'PaymentError');
  expect(shop.sentTo('placeOrder')).toEqual([]);
});

test('a second press while the first is running sends nothing', async () => {
  const answers: (() => void)[] = [];
  const shop = await openPayment({
    placeOrder: () =>
      new Promise((done) => answers.push(() => done({ status: 200, data: { orderNumber: '100000001' } }))),
  });
  await order(shop);
  await waitFor(() => expect(answers).toHaveLength(1));
  const [button] = screen.getAllByRole('button', { name: /Realizar pedido/ });
  if (button !== undefined) fireEvent.click(button);
  fireEvent.submit(screen.getByRole('form', { name: 'Pago' }));
  answers[0]?.();
  expect(await screen.findByText('100000001')).toBeVisible();
  expect(shop.sentTo('placeOrder')).toHaveLength(1);
});

test('[DEC-131] [ERR-19] while the bank does not answer, the page polls, and then shows the order', async () => {
  let pollCount = 0;
  const shop = await openPayment({
    placeOrder: refusal('PAY_TIMEOUT'),
    findPlacement: () => {
      pollCount += 1;
      // Twenty polls are more than the shopper's first wait has.
      return pollCount < 20 ? beingPlaced() : orderedAs('100000043');
    },
  });
  skipWaits();
  await order(shop);
  expect(await screen.findByText('100000043')).toBeVisible();
  expect(shop.sentTo('placeOrder')).toHaveLength(1);
  expect(shop.address()).toBe('/confirmation');
});

test('[DEC-131] a shopper who leaves a running payment and returns finds the page polling, and orders once', async () => {
  const truth = Promise.withResolvers<ReturnType<typeof orderedAs>>();
  const shop = await openPayment({
    placeOrder: noAnswer,
    findPlacement: () => truth.promise,
    getHome: refusal('UNEXPECTED'),
    getRecommendations: noAnswer,
  });
  await order(shop);
  expect(await screen.findByText('Estamos confirmando tu pedido')).toBeVisible();
  await shop.user.click(screen.getByRole('link', { name: 'Ceiba, ir al inicio' }));
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Pago' })).toBeNull());
  await shop.user.click((await screen.findAllByRole('link', { name: /carrito/i }))[0] ?? document.body);
  await shop.user.click((await screen.findAllByRole('link', { name: 'Ir a pagar' }))[0] ?? document.body);
  expect(await screen.findByText('Estamos confirmando tu pedido')).toBeVisible();
  expect(payButton()).toHaveAttribute('aria-disabled', 'true');
  truth.resolve(orderedAs('100000048'));
  expect(await screen.findByText('100000048')).toBeVisible();
  expect(shop.address()).toBe('/confirmation');
  expect(shop.sentTo('placeOrder')).toHaveLength(1);
});

test('[DEC-131] the outcome of an order is polled even after a change of the payment method', async () => {
  let isAnswering = false;
  const shop = await openPayment({
    placeOrder: noAnswer,
    findPlacement: () => (isAnswering ? orderedAs('100000045') : noAnswer),
  });
  skipWaits();
  await order(shop);
  expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
  const method = screen.getByRole('button', { name: /efectivo/i, expanded: true });
  await shop.user.click(method);
  expect(method).toHaveAttribute('aria-expanded', 'false');
  isAnswering = true;
  await shop.user.click(screen.getByRole('button', { name: 'Consultar mi pedido' }));
  expect(await screen.findByText('100000045')).toBeVisible();
  expect(screen.queryByText('Método de pago no soportado')).toBeNull();
});

test.each([
  ['a guest reads that this page polls', null, 'El banco no respondió. Consultamos qué pasó con tu pedido.'],
  [
    'a customer reads to look at the order history',
    storedSession(),
    'El banco no respondió. Revisa tu historial antes de intentar de nuevo.',
  ],
])('[DEC-131] if the bank does not answer, %s, and the outcome also shows', async (_, session, words) => {
  const truth = Promise.withResolvers<typeof notOrdered>();
  const own = session === null ? {} : { getCustomer: sampleCustomer(), listAddresses: [] };
  const shop = await openPayment(
    { ...own, placeOrder: refusal('PAY_TIMEOUT'), findPlacement: () => truth.promise },
    session === null ? {} : { local: session },
  );
  await order(shop);
  expect(await alertOf(words)).toMatchObject({ id: 'PaymentError', type: 'Warning' });
  expect(screen.getByText('Tiempo de espera agotado')).toBeVisible();
  skipWaits();
  truth.resolve(notOrdered);
  expect(await screen.findByText('No encontramos tu pedido')).toBeVisible();
  expect(screen.getByText('Tiempo de espera agotado')).toBeVisible();
});

test('if a second tab has placed the order, a press here finds that order', async () => {
  const placed = refusal('CART_CLOSED', { metadata: { orderNumber: '100000044' } });
  const shop = await openPayment({ setCartBillingAddress: placed });
  await order(shop);
  expect(await screen.findByText('100000044')).toBeVisible();
  expect(shop.address()).toBe('/confirmation');
  expect(shop.sentTo('placeOrder')).toEqual([]);
  await waitFor(() => expect(localStorage.getItem('ceiba.cart')).toBeNull());
});

test('[ORD-14] the confirmation shows the order’s number and the next steps', async () => {
  const shop = await openPayment();
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
  const next = screen.getByRole('region', { name: '¿Qué sigue?' });
  expect([...next.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    '1Recibimos tu pedidoTe enviamos la confirmación a lucia@correo.gt.',
    '2Lo preparamos y enviamosCada envío sale en la fecha que te indicamos.',
    '3Llega a tu puertaUn agente de mensajería entregará tu pedido y cobrará únicamente en efectivo. Recibirás tu factura electrónica después de recibir tu pedido.',
  ]);
});

const refusedField = (field: string, message: string) =>
  refusal('VALIDATION_ERROR', { metadata: { fields: { [field]: message } } });

test('[ORD-08] an e-mail refused by the last calls is named, and its step opens at its field', async () => {
  const message = 'Por favor, introduce una direccion de correo electronico valida. Ejemplo: nombre@correo.com';
  const shop = await openPayment({ confirmCart: refusedField('email', message) });
  await order(shop);
  expect(await alertOf(message)).toMatchObject({ id: 'PaymentError', type: 'Warning' });
  const email = await screen.findByRole('textbox', { name: 'Correo electrónico' });
  await waitFor(() => expect(email).toHaveFocus());
  expect(email).toHaveAccessibleDescription(message);
  expect(shop.sentTo('placeOrder')).toEqual([]);
});

test('[ORD-08] an invoice name refused by the last calls is reported at its field', async () => {
  const shop = await openPayment({
    setCartBillingAddress: refusedField('firstname', 'Falta el nombre.'),
    lookUpTaxpayer: noAnswer,
  });
  await shop.user.click(screen.getByRole('radio', { name: 'Pasaporte' }));
  await shop.user.type(screen.getByRole('textbox', { name: 'Pasaporte' }), 'A123456');
  await order(shop);
  const name = screen.getByRole('textbox', { name: 'Nombre completo' });
  await waitFor(() => expect(name).toHaveAccessibleDescription('Falta el nombre.'));
  expect(name).toHaveFocus();
});
