import { cartCodeLimits, codeAlphabet } from '@ceiba/domain/cart-codes/cart-code';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCalls, findCalls, uncountCall } from '../platform/limits/call-budgets.store.ts';
import { addProduct, changeLine, done, openCart } from '../testing/cart-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
const now = new Date('2026-11-24T10:00:00-06:00');

beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'SPEAKER', price: 450_00 });
  shop.setNow(now);
});
afterAll(() => shop.close());

const ask = (code: string, remoteAddress: string) => shop.inject({ remoteAddress, url: `/v1/cart-codes/${code}` });

/** A code that no cart has. Each number gives another code. */
const wrongCode = (number: number): string =>
  `AAAA-AA${codeAlphabet[Math.floor(number / codeAlphabet.length)]}${codeAlphabet[number % codeAlphabet.length]}`;

const codeOfCart = async (): Promise<string> => {
  const id = await openCart(shop);
  done(await addProduct(shop, id, 'SPEAKER'));
  return done(await shop.call('makeCartCode', { params: { id }, body: {} })).data.code;
};

test('[WA-06] unknown, expired and malformed codes get the same answer, by the same statements', async () => {
  const expired = await codeOfCart();
  await shop.db.pool.query('update cart_codes set expires_at = $2 where code = $1', [expired.replace('-', ''), now]);
  const answers = new Set<string>();
  for (const code of ['AAAA-AAA2', expired, 'x', '0O1I-LU00', '%C3%B1', 'A'.repeat(90)]) {
    const { statusCode, payload } = await ask(code, '10.1.1.1');
    const { code: refusal, message } = JSON.parse(payload).error;
    answers.add(JSON.stringify([statusCode, refusal, message, shop.lastStatements()]));
  }
  expect([...answers]).toEqual([
    JSON.stringify([
      404,
      'CODE_NOT_FOUND',
      'Este código no existe o ya venció.',
      ['platform.find-calls', 'platform.add-calls', 'cart-codes.lines', 'platform.add-calls'],
    ]),
  ]);
});

test('[WA-06] a client may send 20 wrong codes in an hour, and right codes do not count', async () => {
  const right = await codeOfCart();
  for (let turn = 0; turn < cartCodeLimits.wrongOfClient; turn += 1) {
    expect((await ask(right, '10.1.1.2')).statusCode).toBe(200);
    expect((await ask(wrongCode(turn), '10.1.1.2')).statusCode).toBe(404);
    // The budget of calls starts again each minute, the budget of codes each hour.
    shop.setNow(new Date(now.getTime() + turn * 60_000));
  }
  const refused = await ask(wrongCode(200), '10.1.1.2');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(right, '10.1.1.2')).statusCode).toBe(429);
  expect((await ask(right, '10.1.1.3')).statusCode).toBe(200);
  shop.setNow(new Date(now.getTime() + 3_600_000));
  expect((await ask(right, '10.1.1.2')).statusCode).toBe(200);
  shop.setNow(now);
});

test('[WA-06] a wrong code that a client repeats counts once, even in two concurrent calls', async () => {
  const repeated = ['BBBB-BBB2', 'bbbbbbb2', 'BBBB BBB2'];
  await Promise.all(repeated.map((code) => ask(code, '10.1.1.4')));
  for (const code of repeated) expect((await ask(code, '10.1.1.4')).statusCode).toBe(404);
  for (let turn = 1; turn < cartCodeLimits.wrongOfClient; turn += 1)
    expect((await ask(wrongCode(turn), '10.1.1.4')).statusCode).toBe(404);
  expect((await ask(wrongCode(0), '10.1.1.4')).statusCode).toBe(429);
  expect((await ask('BBBB-BBB2', '10.1.1.4')).statusCode).toBe(404);
});

test('[WA-06] a lookup counted in one hour is not taken back in the next hour', async () => {
  const window = { budget: 'cart-code-client', caller: '10.1.1.5', calls: 1, windowMs: 3_600_000 };
  const countAt = async (at: Date) => ({
    ...window,
    ...(await addCalls(shop.db.write, { ...window, now: at, endsAt: new Date(at.getTime() + window.windowMs) })),
  });
  const next = new Date(now.getTime() + window.windowMs);
  const early = await countAt(now);
  const later = await countAt(next);
  await uncountCall(shop.db.write, early);
  expect(await findCalls(shop.db.write, { ...window, now: next })).toBe(1);
  await uncountCall(shop.db.write, later);
  expect(await findCalls(shop.db.write, { ...window, now: next })).toBe(0);
});

test('[WA-06] a network may send 200 wrong codes in an hour, however many addresses it has', async () => {
  const addressOf = (turn: number): string => `2001:db8:7:${(turn % 40).toString(16)}::1`;
  const statuses: number[] = [];
  for (let turn = 0; turn < cartCodeLimits.wrongOfNetwork + 5; turn += 1)
    statuses.push((await ask(wrongCode(turn), addressOf(turn))).statusCode);
  expect(statuses.filter((status) => status === 404)).toHaveLength(cartCodeLimits.wrongOfNetwork);
  expect(statuses.slice(-5)).toEqual([429, 429, 429, 429, 429]);
  expect((await ask('AAAA-AAA2', '2001:db8:8:1::1')).statusCode).toBe(404);
});

test('[WA-06] a cart gets at most ten new codes a day, and its earlier codes stay valid', async () => {
  const id = await openCart(shop);
  const { cartItemId } = done(await addProduct(shop, id, 'SPEAKER'));
  const make = () => shop.inject({ method: 'POST', url: `/v1/carts/${id}/codes`, payload: {} });
  for (let quantity = 1; quantity <= 10; quantity += 1) {
    done(await changeLine(shop, id, cartItemId, quantity));
    expect((await make()).statusCode).toBe(201);
  }
  expect((await make()).statusCode).toBe(201);
  await createProduct(shop.db, { sku: 'OTHER' });
  done(await addProduct(shop, id, 'OTHER'));
  const refused = await make();
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('86400');
  shop.setNow(new Date(now.getTime() + 86_400_000));
  expect((await make()).json()).toMatchObject({ status: 201 });
  shop.setNow(now);
});
