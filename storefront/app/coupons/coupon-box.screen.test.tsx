import type { Cart } from '@ceiba/contract/carts';
import { demoFlags } from '@ceiba/domain/flags/flags';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { continueToPayment, openCheckout, withAddress } from '../testing/open-checkout.ts';
import { gtq, sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';
import { waitWithStoppedClock } from '../testing/wait-with-stopped-clock.ts';

const plainCart = sampleCart([sampleLine()]);

/** The same cart with ten percent off. */
const withCoupon: Cart = {
  ...plainCart,
  appliedCoupons: [{ code: 'BIENVENIDO10' }],
  prices: {
    ...plainCart.prices,
    grandTotal: gtq(629.1),
    discount: gtq(69.9),
    discounts: [{ id: 'DISCOUNT_UNDEFINED', amount: 69.9, label: ['10% de bienvenida'], currency: 'GTQ' }],
  },
};

const billingAddress = {
  firstname: 'Consumidor',
  lastname: 'Final',
  street: ['Ciudad'],
  city: 'Guatemala',
  region: { regionId: 485, region: 'Guatemala' },
  postcode: '01001',
  country_code: 'GT',
  telephone: '55123480',
  nit: 'CF',
  documentType: 'CF',
};

const applied = {
  status: 200,
  data: { appliedCoupon: { code: 'BIENVENIDO10', discountAmount: 69.9, label: '10% de bienvenida' } },
};
const removed = { status: 200, data: { grandTotal: gtq(699) } };

/** Opens the payment step of this cart. The mocked cart follows each coupon that is applied and removed. */
const openPayment = async (cart: Cart, calls: Calls = {}) => {
  let current = cart;
  const page = await openCheckout({
    cart,
    kept: withAddress,
    calls: {
      getCart: () => current,
      applyCoupon: () => {
        current = withCoupon;
        return applied;
      },
      removeCoupon: () => {
        current = plainCart;
        return removed;
      },
      ...calls,
    },
  });
  await continueToPayment(page);
  return page;
};

const box = async () => within(await screen.findByRole('form', { name: 'Cupón' }));
const field = async () => (await box()).findByRole('textbox', { name: 'Cupón' });
const press = async (name: 'Aplicar' | 'Quitar') => (await box()).findByRole('button', { name });
const status = () => within(screen.getByRole('form', { name: 'Cupón' })).getByRole('status').textContent;
const statusText = async () => (await box()).getByRole('status').textContent;
const total = () => screen.getAllByText('Total')[0]?.closest('dl')?.textContent;

/** Types a code and presses "Aplicar". */
const tryCode = async ({ user }: Awaited<ReturnType<typeof openPayment>>, code: string) => {
  await user.type(await field(), code);
  await user.click(await press('Aplicar'));
};

test('[CUP-01, DEC-185, DEC-186] a field and "Aplicar", which is disabled while the field is empty', async () => {
  const page = await openPayment(plainCart);
  expect(await press('Aplicar')).toHaveAttribute('aria-disabled', 'true');
  await page.user.type(await field(), '   ');
  expect(await press('Aplicar')).toHaveAttribute('aria-disabled', 'true');
  await page.user.type(await field(), '{Enter}');
  await page.user.type(await field(), 'A');
  expect(await press('Aplicar')).not.toHaveAttribute('aria-disabled');
  expect(await statusText()).toBe('');
  expect(page.sentTo('applyCoupon')).toEqual([]);
});

test('[CUP-03, CUP-07, DEC-47, DIF-05] applying sends the shop’s spelling of the code, says "Cupon aplicado", and shows the discount', async () => {
  const page = await openPayment(plainCart);
  await tryCode(page, ' bienvenido10 ');
  expect(await press('Quitar')).toBeVisible();
  expect(page.sentTo('applyCoupon')).toEqual([
    {
      params: {},
      query: {},
      headers: expect.anything(),
      body: { cartId: sampleCartId, couponCode: 'BIENVENIDO10', email: 'lucia@correo.gt' },
    },
  ]);
  expect(await statusText()).toBe('Cupon aplicado');
  expect(await field()).toHaveValue('BIENVENIDO10');
  expect(await field()).toHaveAttribute('readonly');
  expect(total()).toContain('10% de bienvenida');
  expect(total()).toContain('Q629.10');
});

test.each([
  ['[CUP-08, DIF-05] an unknown code', refusal('COUPON_NOT_FOUND'), 'Codigo de cupon no valido. Intentalo de nuevo.'],
  ['[CUP-08] an expired code', refusal('COUPON_EXPIRED'), 'Codigo de cupon no valido. Intentalo de nuevo.'],
  [
    '[CUP-09, DIF-05] a second coupon',
    refusal('COUPON_ALREADY_APPLIED', { message: 'A coupon is already applied to this cart' }),
    'Codigo de cupon ya utilizado. Intenta con otro cupon.',
  ],
  [
    'a call without an answer',
    noAnswer,
    'No hay conexión con la tienda. Revisa tu conexión a internet y vuelve a intentarlo.',
  ],
  [
    'a call above the limit',
    refusal('RATE_LIMITED', { headers: { 'retry-after': '20' } }),
    'Demasiados intentos seguidos. Espera 20 segundos y vuelve a intentarlo.',
  ],
] as const)('[DIF-32] %s shows a specific message, and the typed code stays', async (_, answer, text) => {
  const page = await openPayment(plainCart, { applyCoupon: answer });
  await tryCode(page, 'NADA');
  expect(await (await box()).findAllByText(text)).not.toEqual([]);
  expect(await field()).toHaveValue('NADA');
  expect(await field()).toHaveAttribute('aria-invalid', 'true');
  expect(await press('Aplicar')).toBeVisible();
});

test('[CUP-08] [DEC-78] until the next typing, a second line names the failed condition', async () => {
  const condition = 'Este cupón es para compras desde Q1,000.00 en productos de la tienda: te faltan Q301.00.';
  const page = await openPayment(plainCart, {
    applyCoupon: refusal('COUPON_BELOW_MINIMUM', { metadata: { condition } }),
  });
  await tryCode(page, 'MAX100');
  expect(await (await box()).findAllByText('Codigo de cupon no valido. Intentalo de nuevo.')).not.toEqual([]);
  expect((await box()).getByText(condition)).toBeVisible();
  await page.user.type(await field(), 'X');
  expect((await box()).queryByText(condition)).toBeNull();
});

test('[DEC-78] a coupon limited by e-mail is checked when the payment opens, and removed if it was used', async () => {
  const condition = 'Este cupón es para una sola compra y ya lo usaste con tu correo.';
  const page = await openPayment(withCoupon, {
    applyCoupon: refusal('COUPON_CUSTOMER_LIMIT_REACHED', { metadata: { condition } }),
  });
  expect(await (await box()).findByText(`BIENVENIDO10 ya no se aplica. ${condition}`)).toBeVisible();
  expect(page.sentTo('applyCoupon')).toMatchObject([
    { body: { couponCode: 'BIENVENIDO10', email: 'lucia@correo.gt' } },
  ]);
  await waitFor(() => expect(total()).toContain('Q699.00'));
  expect(page.sentTo('removeCoupon')).toHaveLength(1);
});

test('[DEC-78] a coupon lost through a change of the cart is named with the reason', async () => {
  const condition = 'Este cupón venció el 20 de noviembre de 2026.';
  await openPayment({ ...plainCart, couponProblem: { code: 'AYER', condition } });
  expect(await (await box()).findByText(`AYER ya no se aplica. ${condition}`)).toBeVisible();
});

/** From here on the test controls the page's timers. */
const holdTime = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
};

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test.each([
  ['error', 'Aplicar', plainCart, 'Codigo de cupon no valido. Intentalo de nuevo.', ''],
  ['used', 'Aplicar', plainCart, 'Codigo de cupon ya utilizado. Intenta con otro cupon.', ''],
  ['remove_error', 'Quitar', withCoupon, 'No fue posible borrar el cupon. Intenta de nuevo.', 'Cupon aplicado'],
] as const)('[CUP-03, CUP-04, CUP-10, CONST-04] "%s" shows for 5 seconds', async (state, name, cart, text, after) => {
  const message = state === 'used' ? 'A coupon is already applied to this cart' : '';
  const code = state === 'used' ? 'COUPON_ALREADY_APPLIED' : 'COUPON_NOT_FOUND';
  const calls = { applyCoupon: refusal(code, { message }), removeCoupon: noAnswer };
  const { user } = await openPayment(cart, calls);
  if (cart === plainCart) await user.type(await field(), 'NADA');
  const button = await press(name);
  holdTime();
  const set = vi.spyOn(globalThis, 'setTimeout');
  act(() => button.click());
  await waitWithStoppedClock(() => expect(status()).toBe(text));
  // An effect starts the timer after the answer has rendered.
  await waitWithStoppedClock(() => expect(set.mock.calls.map(([, delay]) => delay)).toContain(5_000));
  set.mockRestore();
  await pass(4_980);
  expect(status()).toBe(text);
  await pass(20);
  expect(status()).toBe(after);
});

test('[CUP-10] a removal that failed leaves the coupon applied', async () => {
  const page = await openPayment(withCoupon, { removeCoupon: refusal('UNEXPECTED') });
  await page.user.click(await press('Quitar'));
  expect(await (await box()).findAllByText('No fue posible borrar el cupon. Intenta de nuevo.')).not.toEqual([]);
  expect(await field()).toHaveValue('BIENVENIDO10');
  expect(await press('Quitar')).toBeVisible();
});

test('[CUP-12, DEC-186] "Quitar" removes the coupon: the field is empty again, the total as before', async () => {
  const page = await openPayment(withCoupon);
  expect(await statusText()).toBe('Cupon aplicado');
  await page.user.click(await press('Quitar'));
  expect(await press('Aplicar')).toBeVisible();
  expect(page.sentTo('removeCoupon')).toEqual([
    { params: { id: sampleCartId }, query: {}, body: undefined, headers: expect.anything() },
  ]);
  expect(await field()).toHaveValue('');
  expect(await statusText()).toBe('');
  expect(total()).toContain('Q699.00');
});

test('[CUP-05] while a coupon is applied there is no field for a second', async () => {
  const page = await openPayment(withCoupon);
  await page.user.type(await field(), 'OTRO{Enter}');
  expect(await field()).toHaveValue('BIENVENIDO10');
  expect((await box()).queryByRole('button', { name: 'Aplicar' })).toBeNull();
  expect(page.sentTo('applyCoupon').filter(({ body }) => JSON.stringify(body).includes('OTRO'))).toEqual([]);
});

test('[CUP-06] without this browser’s cart no call is made, and the box shows the error', async () => {
  const page = await openPayment(plainCart);
  await page.user.type(await field(), 'BIENVENIDO10');
  localStorage.removeItem('ceiba.cart');
  await page.user.click(await press('Aplicar'));
  expect(await (await box()).findAllByText('Codigo de cupon no valido. Intentalo de nuevo.')).not.toEqual([]);
  expect(page.sentTo('applyCoupon')).toEqual([]);
});

describe('[CUP-02] the box is hidden', () => {
  const safePayment = () => screen.findByText('Tus datos viajan cifrados y no guardamos el CVV.');

  test('[FLAG-01, DEC-158] when the shop takes no coupons', async () => {
    const flags = Promise.withResolvers<{ flags: typeof demoFlags }>();
    const current = { cart: plainCart };
    await openPayment(plainCart, { getFlags: () => flags.promise, getCart: () => current.cart });
    await safePayment();
    flags.resolve({ flags: { ...demoFlags, coupons: false } });
    // Changes the cart after the flags have loaded, so that the shown total proves that the flags and the cart have loaded.
    current.cart = { ...plainCart, prices: { ...plainCart.prices, grandTotal: gtq(650) } };
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(total()).toContain('Q650.00'));
    expect(screen.queryByRole('form', { name: 'Cupón' })).toBeNull();
  });

  test('[CHK-23] while something in the cart must be removed', async () => {
    const soldOut = sampleLine({ status: 'OUT_OF_STOCK', salableQuantity: 0, productNeedsToBeRemovedFromCart: true });
    const current = { cart: plainCart };
    const page = await openPayment(plainCart, { getCart: () => current.cart });
    expect(await field()).toBeVisible();
    current.cart = sampleCart([soldOut]);
    act(() => void window.dispatchEvent(new Event('focus')));
    const pay = await screen.findAllByRole('button', { name: 'Producto no disponible, elimínalo para continuar' });
    for (const button of pay) expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('form', { name: 'Cupón' })).toBeNull();
    expect(page.address()).toBe('/checkout');
  });
});

test('[FLAG-01, DEC-158] when the flags cannot be loaded the box is shown, as by default', async () => {
  await openPayment(plainCart, { getFlags: refusal('VALIDATION_ERROR') });
  expect(await field()).toBeVisible();
});

/** The prices of the checkout after a delivery of Q30 was chosen. */
const delivered = { ...withCoupon.prices, shipping: gtq(30), grandTotal: gtq(659.1) };

test('[ORD-01, DEC-104] the order repeats the coupon as a payment of its discount', async () => {
  const page = await openPayment(withCoupon, {
    setCartBillingAddress: { status: 201, data: { billingAddress } },
    setCartPaymentMethod: {
      status: 201,
      data: { selectedPaymentMethod: { code: 'kosmos_payment', title: 'Pago al contado' }, prices: delivered },
    },
    confirmCart: { status: 200, data: { cartId: sampleCartId, email: 'lucia@correo.gt' } },
    placeOrder: refusal('PAY_PROCESSOR_ERROR'),
  });
  await page.user.click(screen.getByRole('button', { name: 'Efectivo contra entrega' }));
  const [pay] = screen.getAllByRole('button', { name: 'Realizar pedido' });
  if (pay === undefined) throw new Error('no button to pay with');
  await page.user.click(pay);
  await waitFor(() => expect(page.sentTo('placeOrder')).toHaveLength(1));
  expect(page.sentTo('placeOrder')[0]?.body).toMatchObject({
    payments: [
      { paymentType: 'Cash', paymentAmount: 659.1 },
      { paymentType: 'Coupon', paymentPlan: 0, paymentAmount: 69.9 },
    ],
  });
});
