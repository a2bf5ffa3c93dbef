import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '0.01' });
});
afterAll(() => shop.close());

const post = async (url: string): Promise<number> =>
  (await shop.inject({ method: 'POST', url, payload: {} })).statusCode;
const stop = () => post('/unsubscribe/x.y');
const look = async (): Promise<number> => (await shop.inject({ url: '/unsubscribe/x.y' })).statusCode;

/** Repeats a call until the budget refuses it. */
const untilRefused = async (call: () => Promise<number>): Promise<number> => {
  let calls = 1;
  while ((await call()) !== 429) {
    calls += 1;
    if (calls > 100) throw new Error('never refused');
  }
  return calls;
};

test('a mail provider may stop mails for its readers, even if its address has used up other limits', async () => {
  await untilRefused(() => post('/v1/customers/restockNotification/NONE'));
  expect([await look(), await stop()]).toEqual([404, 415]);
  await untilRefused(look);
  expect(await stop()).toBe(415);
  // Stops have a limit, too.
  expect(await untilRefused(stop)).toBe(11);
});
