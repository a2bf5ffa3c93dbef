import { expect, it } from 'vitest';
import type { Connection } from './http-connection.ts';
import { openCart } from './purchase-bench.ts';

const [cart, line] = ['1c8a6bd0-5f0e-4d3a-9c55-0a1b2c3d4e5f', '0198d3b2-7c11-7a4b-8d21-9f8e7d6c5b4a'];

/** A shop that accepts every call, and returns the cart in `shown`. */
const shopWith = (shown: string): { sent: string[]; connection: Connection } => {
  const sent: string[] = [];
  return {
    sent,
    connection: {
      send: async (request) => {
        const [head = '', body = ''] = request.toString('utf8').split('\r\n\r\n');
        sent.push(`${head.split(' HTTP')[0]} ${body}`.trim());
        const answer = head.startsWith('GET') ? shown : `{"id":"${cart}"}`;
        return { status: 200, head: '', body: Buffer.from(answer) };
      },
      isOpen: () => true,
      close: () => {},
    },
  };
};

it('each call changes the quantity of the line', async () => {
  const { sent, connection } = shopWith(`{"items":[{"cartItemId":"${line}"}]}`);
  const change = await openCart(connection, ['A', 'B', 'C', 'D']);
  sent.length = 0;
  await change();
  expect(sent).toEqual([
    `PATCH /v1/carts/${cart}/products {"cartItemId":"${line}","quantity":2}`,
    `PATCH /v1/carts/${cart}/products {"cartItemId":"${line}","quantity":3}`,
  ]);
});

it('refuses a cart without a line, because there is nothing to change', async () => {
  await expect(openCart(shopWith('{"items":[]}').connection, ['A'])).rejects.toThrow('cartItemId');
});
