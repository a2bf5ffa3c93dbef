import { readFileSync } from 'node:fs';
import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import { callBudgets, type EndpointSpec } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  // The factor 1 gives the budgets of DEC-167. The calls need not succeed, because every call counts.
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '1', BANK_URL: 'http://127.0.0.1:9' });
  shop.setNow(new Date('2026-11-24T16:00:00Z'));
});
afterAll(() => shop.close());

const nobody = '00000000-0000-4000-8000-000000000000';
let callers = 0;

/** Returns how many calls of one address are answered before the first 429, and the Retry-After of that answer. */
const budgetOf = async (calls: readonly (readonly [EndpointSpec['method'], string])[], most: number) => {
  callers += 1;
  const remoteAddress = `10.1.0.${callers}`;
  for (let count = 0; count <= most + 1; count += 1) {
    const [method, url] = calls[count % calls.length] ?? ['GET', '/'];
    const payload = method === 'POST' ? { payload: {} } : {};
    const answer = await shop.inject({ method, url, remoteAddress, ...payload });
    if (answer.statusCode === 429)
      return { answered: count, code: answer.json().error.code, retryAfter: answer.headers['retry-after'] };
  }
  return undefined;
};

test.each([
  ['login', 10, 60, [['POST', '/v1/auth/login']]],
  ['register', 10, 3_600, [['POST', '/v1/auth/register']]],
  ['password request', 5, 3_600, [['POST', '/v1/auth/password/request']]],
  ['guest check', 30, 60, [['POST', '/v1/auth/validate-guest-checkout']]],
  ['coupon', 30, 60, [['POST', `/v1/checkout/coupons`]]],
  ['installments', 30, 60, [['GET', '/v1/checkout/installments']]],
  ['billing look-up', 30, 60, [['GET', '/v1/checkout/billing']]],
  ['captcha', 30, 60, [['GET', '/v1/captcha/challenge']]],
  [
    'points',
    30,
    60,
    [
      ['POST', '/v1/catalogs/coupons/points/request'],
      ['POST', '/v1/catalogs/coupons/points'],
    ],
  ],
  [
    'other writes',
    300,
    60,
    [
      // The cart is invented, because an existing cart has its own count (crowd-at-one-address.all.api.test.ts).
      ['POST', '/v1/carts/'],
      ['POST', '/v1/auth/password/reset'],
      ['DELETE', '/v1/auth/token'],
    ],
  ],
  [
    'reads',
    1_200,
    60,
    [
      ['GET', '/v1/flags'],
      ['GET', '/v1/products/NADA'],
    ],
  ],
] as const)(
  '[DEC-167] in the group %s, an address may make %i calls in %i s; then it gets 429 with Retry-After',
  async (_, calls, seconds, urls) => {
    expect(await budgetOf(urls, calls)).toEqual({ answered: calls, code: 'RATE_LIMITED', retryAfter: String(seconds) });
  },
);

const decided = [
  ...[
    'login',
    'register',
    'passwordRequest',
    'guestCheck',
    'coupon',
    'installments',
    'billingLookup',
    'captcha',
    'points',
  ],
  ...['write', 'read', 'search'],
];

/** The rows of docs/operations.md: group, calls, seconds. */
const listed = [
  ...readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8').matchAll(
    /^\| [^|]+ \| `(\w+)` \| (\d+) \| (\d+) \|$/gm,
  ),
].map(([, group = '', calls, seconds]) => [group, Number(calls), Number(seconds)] as const);

test('[DEC-203] docs/operations.md lists every budget that DEC-167 does not define', () => {
  const own = Object.entries(callBudgets).filter(([group]) => !decided.includes(group));
  expect(listed).toEqual(own.map(([group, { calls, seconds }]) => [group, calls, seconds]));
});

test.each(listed)(
  '[DEC-203] in the group %s, a client may make %i calls in %i s, as docs/operations.md states',
  async (group, most, seconds) => {
    const specs = Object.values<EndpointSpec>({ ...endpoints, ...deskEndpoints }).filter(
      ({ limit }) => limit === group,
    );
    const calls = specs.map(({ method, path }) => [method, path.replace(/\{\w+\}/g, nobody)] as const);
    expect(await budgetOf(calls, most)).toEqual({ answered: most, code: 'RATE_LIMITED', retryAfter: String(seconds) });
  },
);
