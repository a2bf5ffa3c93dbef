import { expect, test } from 'vitest';
import type { Connection } from './http-connection.ts';
import { basketsOf, callsPerJourney, shopper } from './purchase-journey.ts';

const id = '1c8a6bd0-5f0e-4d3a-9c55-0a1b2c3d4e5f';

/** A shop that answers every call with the same response, and records the calls. */
const shopThatSays = (body: string, status = 200) => {
  const requests: string[] = [];
  const connection: Connection = {
    send: async (request) => {
      requests.push(request.toString('utf8'));
      return { status, head: '', body: Buffer.from(body) };
    },
    isOpen: () => true,
    close: () => {},
  };
  return { requests, connection };
};

test('a journey makes `callsPerJourney` calls and pays the cart’s total', async () => {
  const { requests, connection } = shopThatSays(
    `{"id":"${id}","grandTotal":{"value":150.25},"orderNumber":"100000001"}`,
  );
  const { prepare, order } = shopper(connection);
  expect(await order(await prepare(['A', 'B', 'C']))).toBe(100_000_001);
  expect(requests.length).toBe(callsPerJourney);
  expect(requests.at(-1)).toContain('"paymentAmount":150.25');
});

test('each journey is a new person: address, e-mail and phone', async () => {
  const { requests, connection } = shopThatSays(`{"id":"${id}","grandTotal":{"value":1},"orderNumber":"1"}`);
  const { buy } = shopper(connection);
  for (const skus of [['A'], ['B']]) await buy(skus);
  for (const what of [/x-forwarded-for: [0-9.]+/g, /lucia\d+@/g, /"telephone":"\d{8}"/g]) {
    expect(new Set(requests.join('\n').match(what)).size, String(what)).toBe(2);
  }
});

test('a journey fails if a call is refused, or a response lacks what the next step needs', async () => {
  await expect(shopper(shopThatSays('{}', 409).connection).buy(['A'])).rejects.toThrow('answered 409');
  await expect(shopper(shopThatSays('{}').connection).buy(['A'])).rejects.toThrow('no ');
  await expect(shopper(shopThatSays(`{"id":"${id}"}`).connection).buy(['A'])).rejects.toThrow('grandTotal');
});

test('two baskets in a row hold six different products, if there are at least 32 products', () => {
  for (const count of [32, 35, 200]) {
    const basket = basketsOf(Array.from({ length: count }, (_, index) => `SKU-${index}`));
    const baskets = Array.from({ length: 500 }, basket);
    expect(baskets.every((skus) => new Set(skus).size === 3)).toBe(true);
    expect(baskets[0]?.filter((sku) => baskets[1]?.includes(sku))).toEqual([]);
  }
  expect(() => basketsOf(Array.from({ length: 31 }, (_, index) => `SKU-${index}`))).toThrow('too few');
});
