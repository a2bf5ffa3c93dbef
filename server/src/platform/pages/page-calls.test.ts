import { getProductBySlug, getProductPreview, listProducts } from '@ceiba/contract/catalog';
import type { CallName } from '@ceiba/contract/client';
import { computeDeliveryTimes } from '@ceiba/contract/delivery';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import { getFlags } from '@ceiba/contract/flags';
import { ok, refuse } from '@ceiba/domain/result';
import { demoTerms } from '@ceiba/domain/testing/terms';
import { expect, test, vi } from 'vitest';
import type { Caching, Route } from '../http/route.ts';
import { createLog } from '../operations/log.ts';
import { createPageCalls, pageClient } from './page-calls.ts';

/** Opens a shop with one call, its page client, and its log. */
const openShop = (
  spec: EndpointSpec,
  handle: Route['handle'],
  checkAnswers = false,
  caching?: Caching,
  priceChangeAfter: (moment: number) => Promise<number | null> = async () => null,
) => {
  const lines: { msg: string; err?: { message: string } }[] = [];
  let now = Date.UTC(2026, 10, 2, 18);
  const calls = createPageCalls([{ spec, handle, ...(caching && { caching }) }], {
    log: createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) }),
    now: () => new Date(now),
    policy: () => demoTerms,
    priceChangeAfter,
    checkAnswers,
  });
  const pass = (ms: number): void => {
    now += ms;
  };
  return { calls, call: pageClient(calls), lines, pass };
};

test('a handler gets the parsed input, and an anonymous caller', async () => {
  const handle = vi.fn<Route['handle']>(async () => ok({ products: [] }));
  const { call } = openShop(listProducts, handle);
  expect(await call('listProducts', { query: { skus: 'A 1,B&2' } })).toEqual({ ok: true, value: { products: [] } });
  const [input, context] = handle.mock.calls[0] ?? [];
  expect(input?.query).toEqual({ skus: ['A 1', 'B&2'] });
  expect(context).toMatchObject({ isRendering: true, now: new Date('2026-11-02T18:00:00Z'), bearer: undefined });
  expect([context?.customer, context?.viewerId, context?.cookie('session')]).toEqual([undefined, undefined, undefined]);
});

test('a call gets its body, and has its own success status', async () => {
  const handle = vi.fn<Route['handle']>(async () => ok({ data: [] }));
  const { calls } = openShop(computeDeliveryTimes, handle);
  const body = {
    shippingMethod: 'delivery',
    location: { region: 1, city: 'Guatemala', store: undefined },
    items: [{ sku: 'A', quantity: 1 }],
  };
  expect(await calls.answer('computeDeliveryTimes', { body })).toEqual({ status: 201, text: '{"data":[]}' });
  expect(handle.mock.calls[0]?.[0].body).toMatchObject({ ...body, location: { region: 1, city: 'Guatemala' } });
});

test('an answer contains only values that JSON can represent, as over HTTP', async () => {
  const products = [{ sku: 'A', until: new Date('2026-11-02T18:00:00Z'), none: undefined }];
  const { call } = openShop(listProducts, async () => ok({ products }));
  expect(await call('listProducts', { query: { skus: 'A' } })).toStrictEqual({
    ok: true,
    value: { products: [{ sku: 'A', until: '2026-11-02T18:00:00.000Z' }] },
  });
});

test('refusals and failures have the same body and status as over HTTP', async () => {
  const refusing = openShop(getProductBySlug, async () => refuse({ code: 'PRODUCT_NOT_FOUND' }));
  const refused = await refusing.call('getProductBySlug', { params: { slug: 'x' } });
  expect(refused).toMatchObject({ ok: false, error: { code: 'PRODUCT_NOT_FOUND', status: 404 } });

  const away = openShop(getProductBySlug, () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })));
  expect(await away.calls.answer('getProductBySlug', { params: { slug: 'x' } })).toMatchObject({ status: 503 });
  expect(away.lines.map(({ msg }) => msg)).toEqual(['database away']);

  const broken = openShop(getProductBySlug, () => Promise.reject(new Error('a defect')));
  const unexpected = await broken.call('getProductBySlug', { params: { slug: 'x' } });
  expect(unexpected).toMatchObject({ ok: false, error: { code: 'UNEXPECTED', status: 500 } });
  expect(broken.lines).toMatchObject([{ msg: 'unexpected', err: { message: 'a defect' } }]);
});

test('the contract refuses the same input as over HTTP: a malformed address, or an invalid field', async () => {
  const handle = vi.fn<Route['handle']>();
  const product = await openShop(getProductBySlug, handle).call('getProductBySlug', { params: { slug: '' } });
  expect(product).toMatchObject({ ok: false, error: { code: 'PRODUCT_NOT_FOUND', status: 404 } });
  const list = await openShop(listProducts, handle).call('listProducts', { query: { skus: '' } });
  expect(list).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR', status: 400 } });
  expect(list.ok ? {} : list.error.metadata).toMatchObject({ fields: { skus: expect.any(String) } });
  expect(handle).not.toHaveBeenCalled();
});

test('in tests, an answer that violates its schema is a defect', async () => {
  const { call } = openShop(listProducts, async () => ok({ products: 'none' }), true);
  expect(await call('listProducts', { query: { skus: 'A' } })).toMatchObject({ error: { code: 'UNEXPECTED' } });
});

/** Returns a handler that counts its calls. */
const counting = () => {
  let asked = 0;
  return async () => {
    asked += 1;
    return ok({ flags: { asked } });
  };
};
const flagCaching: Caching = { lifeMs: 60_000, tags: () => ['flags'] };

test('[BANK-07] the answer to a call that every page makes is read again when a price changes by itself', async () => {
  const { calls, pass } = openShop(getFlags, counting(), false, flagCaching, async (moment) => moment + 5_000);
  const ask = async () => (await calls.answer('getFlags', {})).text;
  const first = await ask();
  pass(4_999);
  expect(await ask()).toBe(first);
  pass(1);
  expect(await ask()).not.toBe(first);
});

test('the answer to a call that every page makes is read once a minute, or after an invalidation of its tag', async () => {
  const { calls, pass } = openShop(getFlags, counting(), false, flagCaching);
  const ask = async () => (await calls.answer('getFlags', {})).text;
  const [first, second, third, fourth] = [1, 2, 3, 4].map((asked) => `{"flags":{"asked":${asked}}}`);
  expect([await ask(), await ask()]).toEqual([first, first]);
  calls.invalidate(['product:TV-1']);
  pass(59_999);
  expect(await ask()).toBe(first);
  pass(1);
  expect(await ask()).toBe(second);
  calls.invalidate(['flags']);
  expect(await ask()).toBe(third);
  calls.invalidate(['*']);
  expect(await ask()).toBe(fourth);
});

test('outdated answers and refusals are not reused', async () => {
  let release = (): void => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  const count = counting();
  const answers = [() => held.then(count), async () => refuse({ code: 'NOT_READY' } as const)];
  const { calls } = openShop(getFlags, () => (answers.shift() ?? count)(), false, flagCaching);
  const ask = async () => (await calls.answer('getFlags', {})).text;
  const before = ask();
  calls.invalidate(['flags']);
  release();
  expect(await before).toBe('{"flags":{"asked":1}}');
  expect(await ask()).toContain('NOT_READY');
  expect([await ask(), await ask()]).toEqual(['{"flags":{"asked":2}}', '{"flags":{"asked":2}}']);
});

test('concurrent pages share one read and its answer, of any size', async () => {
  let asked = 0;
  const large = 'x'.repeat(300_000);
  const handle = async () => {
    asked += 1;
    return ok({ flags: { large } });
  };
  const { calls } = openShop(getFlags, handle, false, flagCaching);
  const answers = await Promise.all(Array.from({ length: 8 }, () => calls.answer('getFlags', {})));
  expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([JSON.stringify({ flags: { large } })]));
  await calls.answer('getFlags', {});
  expect(asked).toBe(1);
});

test('the answer to a call with input is not cached, because its page is cached instead', async () => {
  const handle = vi.fn<Route['handle']>(async () => ok({ products: [] }));
  const { call } = openShop(listProducts, handle, false, { lifeMs: 60_000, tags: () => [] });
  for (const skus of ['A', 'B', 'A']) await call('listProducts', { query: { skus } });
  expect(handle).toHaveBeenCalledTimes(3);
});

test('[PROD-04] a page may request a preview, and each page makes a new call', async () => {
  const handle = vi.fn<Route['handle']>(async () => refuse({ code: 'PRODUCT_NOT_FOUND' }));
  const { calls } = openShop(getProductPreview, handle);
  const input = { params: { slug: 'x' }, query: { token: `1abc.${'x'.repeat(43)}` } };
  for (const _ of [1, 2]) expect(await calls.answer('getProductPreview', input)).toMatchObject({ status: 404 });
  expect(handle).toHaveBeenCalledTimes(2);
});

test.each<[string, CallName]>([
  ['a call of a customer', 'getCustomer'],
  ['a call for a cart', 'createCart'],
  ['a call with a budget of its own', 'login'],
  ['what only who knows a link may read', 'getSharedWishlist'],
])('a page may not make the call %s: the call fails, and its handler does not run', async (_, name) => {
  const handle = vi.fn<Route['handle']>();
  const { calls } = openShop(endpoints[name], handle);
  await expect(calls.answer(name, {})).rejects.toThrow(`${name} is not a public read`);
  expect(handle).not.toHaveBeenCalled();
});
