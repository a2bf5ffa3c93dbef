import { expect, test } from 'vitest';
import { callOf } from './growth-carts-bench.ts';

const cart = '/v1/carts/00000000-0000-4000-8000-000000000000';

test.each([
  ['POST /v1/orders HTTP/1.1', 'placing'],
  [`POST ${cart}/products HTTP/1.1`, 'add'],
  [`POST ${cart}/shippingAddress HTTP/1.1`, 'checkout'],
  [`PATCH ${cart} HTTP/1.1`, 'checkout'],
  ['POST /v1/carts/ HTTP/1.1', undefined],
  [`GET ${cart} HTTP/1.1`, undefined],
])('%s is counted as %s', (line, call) => {
  expect(callOf(line)).toBe(call);
});
