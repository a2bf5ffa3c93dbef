import { expect, test } from 'vitest';
import { askBoth, callOf } from './growth-bench.ts';
import type { Connection } from './http-connection.ts';

const shop = (log: string[], name: string, status = 200): Connection => ({
  send: async (request) => {
    log.push(`${name} ${request.toString('utf8').split(' ')[1]}`);
    return { status, head: '', body: Buffer.alloc(0) };
  },
  isOpen: () => true,
  close: () => {},
});

test('both shops get the same calls in turns, and every other turn starts with the large shop', async () => {
  const log: string[] = [];
  const times = await askBoth(shop(log, 'large'), shop(log, 'small'), ['/a', '/b', '/c']);
  expect(log).toEqual(['large /a', 'small /a', 'small /b', 'large /b', 'large /c', 'small /c']);
  expect([times.large.length, times.small.length]).toEqual([3, 3]);
});

test('a refusal does not count as a quick response', async () => {
  await expect(askBoth(shop([], 'large', 404), shop([], 'small'), ['/a'])).rejects.toThrow('answered 404');
});

const cart = '/v1/carts/00000000-0000-4000-8000-000000000000';

test.each([
  ['POST /v1/orders HTTP/1.1', 'placing'],
  [`POST ${cart}/products HTTP/1.1`, 'add'],
  [`POST ${cart}/shippingAddress HTTP/1.1`, 'checkout'],
  [`PATCH ${cart} HTTP/1.1`, 'checkout'],
  ['POST /v1/carts/ HTTP/1.1', undefined],
  [`GET ${cart} HTTP/1.1`, undefined],
])('%s counts as %s', (line, call) => {
  expect(callOf(line)).toBe(call);
});
