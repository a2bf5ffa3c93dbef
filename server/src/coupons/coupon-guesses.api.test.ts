import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
  await createShopBasics(shop.db);
  // The clock does not advance, so that the minute does not end while a slow machine still sends guesses.
  shop.setNow(new Date('2026-11-21T12:00:00-06:00'));
});
afterAll(() => shop.close());

const cartId = '00000000-0000-4000-8000-000000000000';

const guess = (remoteAddress: string, couponCode: string) =>
  shop.inject({ remoteAddress, method: 'POST', url: '/v1/checkout/coupons', payload: { cartId, couponCode } });

/** Makes this many guesses in turn. Returns the number of answers of each status. */
const guessFrom = async (addressOf: (turn: number) => string, count: number): Promise<Record<number, number>> => {
  const statuses: Record<number, number> = {};
  for (let turn = 0; turn < count; turn += 1) {
    const { statusCode } = await guess(addressOf(turn), `CODE${turn}`);
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
  }
  return statuses;
};

test('[DEC-167] one address may try 30 codes a minute, and then has to wait', async () => {
  expect(await guessFrom(() => '10.1.1.1', 32)).toEqual({ 404: 30, 429: 2 });
  expect(Number((await guess('10.1.1.1', 'CODE')).headers['retry-after'])).toBeGreaterThan(0);
  expect((await guess('10.1.1.2', 'CODE')).statusCode).toBe(404);
});

test('[DEC-167] one IPv6 network may try as many codes as 16 clients, however many addresses it has', async () => {
  const line = (turn: number): string => `2001:db8:7:${(turn % 40).toString(16)}::1`;
  expect(await guessFrom(line, 500)).toEqual({ 404: 480, 429: 20 });
});
