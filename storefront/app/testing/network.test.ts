import { createShopClient } from '@ceiba/contract/testing/shop-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Calls, garbled, Network, noAnswer, refusal } from './network.ts';
import { sampleCart, sampleCartId, sampleLine } from './samples.ts';

beforeAll(() => void vi.stubGlobal('window', { location: { href: 'http://localhost/cart' } }));
afterAll(() => void vi.unstubAllGlobals());

const open = (calls: Calls) => {
  const network = new Network(calls);
  const call = createShopClient(async ({ method, url, headers, body }) => {
    const answer = await network.fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, text: await answer.text() };
  });
  return { network, call };
};
const params = { id: sampleCartId };

test('the test’s answers are sent, and the requests are recorded', async () => {
  const cart = sampleCart([sampleLine({ quantity: 3 })]);
  const { network, call } = open({ getCart: cart, setCartDonation: refusal('DONATION_NOT_ALLOWED') });
  expect(await call('getCart', { params })).toEqual({ ok: true, value: cart });
  expect(await call('setCartDonation', { params, body: { donation: 5 } })).toMatchObject({
    ok: false,
    error: { status: 400, code: 'DONATION_NOT_ALLOWED' },
  });
  expect(network.sentTo('setCartDonation')).toEqual([
    {
      params,
      query: {},
      body: { donation: 5 },
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    },
  ]);
  expect(network.problems).toEqual([]);
});

test('a broken connection is not a problem of the test', async () => {
  const { network, call } = open({ getCart: noAnswer });
  expect(await call('getCart', { params })).toMatchObject({ ok: false, error: { code: 'NETWORK' } });
  expect(network.problems).toEqual([]);
});

test('an unreadable answer is a missing answer, and an empty answer is null', async () => {
  const { network, call } = open({ getCart: garbled('<html>Inicia sesión en la red</html>'), getFlags: garbled('') });
  expect(await call('getCart', { params })).toMatchObject({ ok: false, error: { code: 'NETWORK', status: 0 } });
  expect(await call('getFlags', {})).toEqual({ ok: true, value: null });
  expect(network.problems).toEqual([]);
});

const wrong: [string, Calls, string][] = [
  ['a call without an answer', {}, 'nobody answers getCart'],
  [
    'an answer that violates the contract',
    { getCart: { ...sampleCart([]), totalQuantity: 1.5 } },
    'getCart never answers like this',
  ],
  [
    'a refusal that the call does not declare',
    { getCart: refusal('PAY_DECLINED') },
    'getCart never refuses with PAY_DECLINED',
  ],
];

test.each(wrong)('%s is a problem of the test', async (_, calls, problem) => {
  const { network, call } = open(calls);
  expect(await call('getCart', { params })).toMatchObject({ ok: false, error: { code: 'NETWORK' } });
  expect(network.problems).toEqual([expect.stringContaining(problem)]);
});

test('a request that the contract refuses is a problem of the page', async () => {
  const { network, call } = open({ changeCartProduct: sampleCart([]) });
  const body = { cartItemId: 'none', quantity: 1 };
  expect(await call('changeCartProduct', { params, body })).toMatchObject({ ok: false });
  expect(network.problems).toEqual([expect.stringContaining('changeCartProduct was sent what it refuses: body')]);
});

const order = { cartId: sampleCartId, payments: [{ paymentType: 'cod', paymentAmount: 699 }] };

test('an order without an idempotency key is a problem of the page', async () => {
  const { network, call } = open({ placeOrder: { status: 200, data: { orderNumber: '100000042' } } });
  await call('placeOrder', { body: order });
  expect(network.problems).toEqual(['placeOrder was sent what it refuses: headers: no Idempotency-Key']);
  expect(await call('placeOrder', { body: order }, { headers: { 'idempotency-key': 'one' } })).toMatchObject({
    ok: true,
  });
});

test('a call that needs a captcha is refused without one, whatever the test answers', async () => {
  const { network, call } = open({ requestRestockByEmail: { status: 201, data: { result: true } } });
  const body = { sku: 'FRE-0003', email: 'ana@correo.gt' };
  expect(await call('requestRestockByEmail', { body })).toMatchObject({ ok: false, error: { code: 'CAPTCHA_FAILED' } });
  const headers = { 'x-recaptcha': 'solved' };
  expect(await call('requestRestockByEmail', { body }, { headers })).toMatchObject({ ok: true });
  expect(network.problems).toEqual([]);
});

test('a closed page gets no more answers, and its requests are not problems of the test', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof sampleCart>>();
  const closed = open({ getCart: () => answer.promise });
  const answers: string[] = [];
  void closed.call('getCart', { params }).then(() => answers.push('getCart'));
  closed.network.hangUp();
  void closed.call('getFlags', {}).then(() => answers.push('getFlags'));
  answer.resolve(sampleCart([]));
  // A call of another page, sent later, gets its answer.
  await open({ getCart: sampleCart([]) }).call('getCart', { params });
  expect(answers).toEqual([]);
  expect(closed.network.problems).toEqual([]);
});
