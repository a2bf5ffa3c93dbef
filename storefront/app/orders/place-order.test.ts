import type { ApiError, CallAnswer, Client } from '@ceiba/contract/client';
import { centavos } from '@ceiba/domain/money/money';
import { noResponseError } from '@ceiba/domain/payments/payment-alerts';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, refuse } from '@ceiba/domain/result';
import { describe, expect, test } from 'vitest';
import { findOutcome, type OrderToPlace, type Placement, type Prove, placeOrder as placeWith } from './place-order.ts';

const cartId = '0b6f0f7c-7d5b-4c59-9b5e-2f4cdd1a9a10';
const order: OrderToPlace = {
  cartId,
  email: 'lucia@correo.com',
  isGuest: true,
  billingAddress: { nit: 'CF', firstname: 'Lucía' },
  paymentMethod: { paymentMethod: 'kosmos_payment' },
  shownTotal: 530,
  order: { cartId, payments: [{ paymentType: 'Cash', paymentAmount: 530 }] },
  idempotencyKey: 'key-1',
  policy: defaultShopPolicy,
  isLinkCart: false,
};

/** Places an order for a shopper who stays on the page. */
const placeOrder = (call: Client, order: OrderToPlace, prove: Prove): Promise<Placement> =>
  placeWith(call, order, { isOver: () => false, onSend: () => {}, prove });

const refusal = (code: string, status: number, more: { message?: string; orderNumber?: string } = {}) =>
  refuse<ApiError>({
    code,
    status,
    message: more.message ?? '',
    metadata: { mgtoCode: code, ...(more.orderNumber === undefined ? {} : { orderNumber: more.orderNumber }) },
  });

const good: Record<string, unknown> = {
  validateGuestCheckout: { status: 200, data: { result: true } },
  setCartBillingAddress: { status: 201, data: {} },
  setCartPaymentMethod: { status: 201, data: { prices: { grandTotal: { value: 530, currency: 'GTQ' } } } },
  confirmCart: { status: 200, data: { cartId, email: 'lucia@correo.com' } },
  placeOrder: { status: 200, data: { orderNumber: '100000001' } },
  placeLinkOrder: { status: 200, data: { orderNumber: '100000001' } },
};

/** Fails a test that expects no captcha. */
const noCaptcha = async (): Promise<never> => {
  throw new Error('this test expects no captcha');
};

/** A client that answers each call from a list, and repeats the last answer. `calls` are the names of the calls. */
function client(answers: Record<string, unknown> = {}): {
  call: Client;
  calls: string[];
  keys: unknown[];
  captchas: unknown[];
} {
  const calls: string[] = [];
  const keys: unknown[] = [];
  const captchas: unknown[] = [];
  const call: Client = async (name, _input, options) => {
    calls.push(name);
    if (name === 'placeOrder' || name === 'placeLinkOrder') {
      keys.push(options?.headers?.['idempotency-key']);
      captchas.push(options?.headers?.['x-recaptcha']);
    }
    const planned = answers[name];
    const queue = Array.isArray(planned) ? planned : [planned ?? ok(good[name])];
    return queue.length > 1 ? queue.shift() : queue[0];
  };
  return { call, calls, keys, captchas };
}

describe('[DEC-133] placing an order', () => {
  test('[ORD-16] the calls run in their order, the order with its key', async () => {
    const { call, calls, keys } = client();
    expect(await placeOrder(call, order, noCaptcha)).toEqual({
      kind: 'placed',
      orderNumber: '100000001',
      isFound: false,
    });
    expect(calls).toEqual([
      'validateGuestCheckout',
      'setCartBillingAddress',
      'setCartPaymentMethod',
      'confirmCart',
      'placeOrder',
    ]);
    expect(keys).toEqual(['key-1']);
  });

  test('a registered address continues', async () => {
    const { call } = client({ validateGuestCheckout: ok({ status: 200, data: { result: false } }) });
    expect(await placeOrder(call, order, noCaptcha)).toMatchObject({ kind: 'placed' });
  });

  test.each([
    ['validateGuestCheckout', refusal('VALIDATION_ERROR', 400), 'Error Desconocido'],
    ['setCartBillingAddress', refusal('UNEXPECTED', 500), 'Error Desconocido'],
    ['setCartPaymentMethod', refusal('PAY_PLAN_NOT_ALLOWED', 400), 'Error al procesar el pago'],
    ['setCartPaymentMethod', refusal('NETWORK', 0), 'Error de Servidor'],
    ['confirmCart', refusal('OUT_OF_STOCK', 409), 'Revisa tu carrito'],
    ['placeOrder', refusal('PAY_DECLINED', 400), 'Pago rechazado'],
  ])('a refused %s ends the sequence', async (name, answer, heading) => {
    const { call, calls } = client({ [name]: answer });
    expect(await placeOrder(call, order, noCaptcha)).toMatchObject({ kind: 'refused', alert: { title: heading } });
    expect(calls.at(-1)).toBe(name);
  });

  test('[ERR-10] a refusal without a text quotes the current limit of the final consumer', async () => {
    const policy = { finalConsumerLimit: centavos(800_00) };
    const { call } = client({ placeOrder: refusal('REQUIRED_NIT_MAX_AMOUNT', 400) });
    expect(await placeOrder(call, { ...order, policy }, noCaptcha)).toMatchObject({
      kind: 'refused',
      alert: { message: 'El NIT es requerido para compras mayores a Q800.00' },
    });
  });

  test('a total that differs from the shown one stops before the bank', async () => {
    const prices = { grandTotal: { value: 500, currency: 'GTQ' } };
    const { call, calls } = client({ setCartPaymentMethod: ok({ status: 201, data: { prices } }) });
    expect(await placeOrder(call, order, noCaptcha)).toMatchObject({
      kind: 'refused',
      alert: { title: 'El total cambió', action: 'none' },
    });
    expect(calls).not.toContain('placeOrder');
  });

  test('a shopper who stays is notified before the order is sent', async () => {
    for (const isOver of [true, false]) {
      const { call, calls } = client();
      const answers: string[][] = [];
      const placing = { isOver: () => isOver, onSend: () => void answers.push([...calls]), prove: noCaptcha };
      expect(await placeWith(call, order, placing)).toMatchObject({ kind: isOver ? 'notSent' : 'placed' });
      expect(calls.includes('placeOrder')).toBe(!isOver);
      expect(answers.map((before) => before.includes('placeOrder'))).toEqual(isOver ? [] : [false]);
    }
  });

  test.each(['setCartBillingAddress', 'confirmCart', 'placeOrder'])(
    '[DEC-136] a cart that became an order at %s returns that order',
    async (name) => {
      const { call } = client({ [name]: refusal('CART_CLOSED', 409, { orderNumber: '100000007' }) });
      expect(await placeOrder(call, order, noCaptcha)).toEqual({
        kind: 'placed',
        orderNumber: '100000007',
        isFound: true,
      });
    },
  );

  test('a payment link’s copy that has become an order returns this order', async () => {
    const { call } = client({ confirmCart: refusal('CART_CLOSED', 409, { orderNumber: '100000007' }) });
    const found = { kind: 'placed', orderNumber: '100000007', isFound: true };
    expect(await placeOrder(call, { ...order, isLinkCart: true }, noCaptcha)).toEqual(found);
  });

  test('a closed cart without an order is gone', async () => {
    const { call } = client({ confirmCart: refusal('CART_CLOSED', 409) });
    expect(await placeOrder(call, order, noCaptcha)).toEqual({ kind: 'cartGone' });
  });

  test.each([
    ['no answer', refusal('NETWORK', 0), noResponseError.title],
    ['[DEC-131] a bank that did not answer', refusal('PAY_TIMEOUT', 502), 'Tiempo de espera agotado'],
    ['an unexpected error', refusal('UNEXPECTED', 500), 'Error Desconocido'],
  ])('%s after the order call leaves the outcome unknown', async (_, answer, title) => {
    const { call } = client({ placeOrder: answer });
    expect(await placeOrder(call, order, noCaptcha)).toMatchObject({ kind: 'unknown', alert: { title } });
  });

  test('[DEC-172] another running attempt is not an error', async () => {
    const { call } = client({ setCartBillingAddress: refusal('ORDER_IN_PROGRESS', 409) });
    expect(await placeOrder(call, order, noCaptcha)).toEqual({ kind: 'unknown', alert: null });
  });

  test('[DEC-132] a bank that refuses with 502 has decided', async () => {
    const { call } = client({ placeOrder: refusal('PAY_PROCESSOR_ERROR', 502) });
    expect(await placeOrder(call, order, noCaptcha)).toMatchObject({ kind: 'refused' });
  });
});

describe('[DEC-196] an order that needs a captcha', () => {
  const captchaRequired = refusal('CAPTCHA_FAILED', 403, { message: 'No pudimos verificar que no eres un robot.' });
  const placed = ok(good.placeOrder);

  test('is sent again unchanged, under the same key, with the solution', async () => {
    const { call, calls, keys, captchas } = client({ placeOrder: [captchaRequired, placed] });
    expect(await placeOrder(call, order, async () => 'solved')).toMatchObject({ kind: 'placed' });
    expect(calls.filter((name) => name === 'placeOrder')).toHaveLength(2);
    expect(keys).toEqual(['key-1', 'key-1']);
    expect(captchas).toEqual([undefined, 'solved']);
  });

  test('is refused with a message if the captcha cannot be solved', async () => {
    const { call, keys } = client({ placeOrder: [captchaRequired, placed] });
    const alert = { title: 'No pudimos verificar tu pedido', action: 'none' };
    expect(await placeOrder(call, order, async () => null)).toMatchObject({ kind: 'refused', alert });
    expect(keys).toHaveLength(1);
  });

  test('shows the server’s message once if the solution is refused', async () => {
    const { call, keys } = client({ placeOrder: captchaRequired });
    const alert = { message: 'No pudimos verificar que no eres un robot.' };
    expect(await placeOrder(call, order, async () => 'solved')).toMatchObject({ kind: 'refused', alert });
    expect(keys).toHaveLength(2);
  });
});

describe('[API-44] an order of a payment link', () => {
  const link = { ...order, isLinkCart: true };

  test('is sent by its own call, once, after any refusal', async () => {
    const { call, calls } = client({ placeLinkOrder: refusal('PAY_AMOUNT_MISMATCH', 400) });
    expect(await placeOrder(call, link, noCaptcha)).toMatchObject({
      kind: 'refused',
      alert: { title: 'El total cambió' },
    });
    expect(calls.filter((name) => name === 'placeLinkOrder' || name === 'placeOrder')).toEqual(['placeLinkOrder']);
  });

  test('[DEC-213] finds neither cart nor order if another copy was ordered', async () => {
    for (const name of ['setCartBillingAddress', 'placeLinkOrder'] as const) {
      const { call } = client({ [name]: refusal('CART_CLOSED', 409) });
      expect(await placeOrder(call, link, noCaptcha)).toEqual({ kind: 'cartGone' });
    }
  });
});

describe('[DEC-131] the outcome of an attempt', () => {
  const attempts = { cartId, keys: ['key-1'], token: null };

  type State = CallAnswer<'findPlacement'>['data']['state'];

  const state = (name: State, isOwn = false, orderNumber: string | null = null) =>
    ok({ status: 200, data: { state: name, isOwn, orderNumber } });

  test.each([
    [
      'its own order was placed',
      state('ordered', true, '100000002'),
      { kind: 'placed', orderNumber: '100000002', isOwn: true },
    ],
    ['another order was placed', state('ordered', false, '100000002'), { kind: 'placed', isOwn: false }],
    ['the attempt is still running', state('placing', true), { kind: 'running' }],
    ['the cart has no order', state('open'), { kind: 'open' }],
    ['the server does not answer', refusal('NETWORK', 0), { kind: 'unreachable' }],
    ['the session has ended', refusal('UNAUTHORIZED', 401), { kind: 'accessEnded' }],
    ['the copy of the link is gone', refusal('FORBIDDEN', 403), { kind: 'accessEnded' }],
    ['the cart was merged into another one, without an order', state('closed'), { kind: 'open' }],
    ['the cart is gone', refusal('CART_NOT_FOUND', 404), { kind: 'open' }],
  ])('%s', async (_, answer, outcome) => {
    expect(await findOutcome(client({ findPlacement: answer }).call, attempts)).toMatchObject(outcome);
  });

  test('the outcome call sends the keys of the attempts and the token of a link’s copy', async () => {
    const sent: unknown[] = [];
    const call: Client = async (...question) => {
      sent.push(question);
      return refusal('NETWORK', 0);
    };
    await findOutcome(call, { ...attempts, token: 'link.1.mío' });
    const headers = { authorization: 'Bearer link.1.mío' };
    expect(sent).toEqual([['findPlacement', { body: { cartId, keys: ['key-1'] } }, { headers }]]);
  });
});
