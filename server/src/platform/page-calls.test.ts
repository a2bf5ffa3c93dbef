import { getProductBySlug, listProducts } from '@ceiba/contract/catalog';
import type { CallName } from '@ceiba/contract/client';
import { computeDeliveryTimes } from '@ceiba/contract/delivery';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, refuse } from '@ceiba/domain/result';
import { expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { answerCalls, pageClient } from './page-calls.ts';
import type { Route } from './route.ts';

/** A shop with one call, how its pages ask it, and what it logs. */
const openShop = (spec: EndpointSpec, handle: Route['handle'], checkAnswers = false) => {
  const lines: { msg: string; err?: { message: string } }[] = [];
  const calls = answerCalls([{ spec, handle }], {
    log: createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) }),
    now: () => new Date('2026-11-02T18:00:00Z'),
    policy: () => defaultShopPolicy,
    checkAnswers,
  });
  return { calls, call: pageClient(calls), lines };
};

test('a handler gets what was asked, parsed, and nobody’s person', async () => {
  const handle = vi.fn<Route['handle']>(async () => ok({ products: [] }));
  const { call } = openShop(listProducts, handle);
  expect(await call('listProducts', { query: { skus: 'A 1,B&2' } })).toEqual({ ok: true, value: { products: [] } });
  const [input, context] = handle.mock.calls[0] ?? [];
  expect(input?.query).toEqual({ skus: ['A 1', 'B&2'] });
  expect(context).toMatchObject({ isRendering: true, now: new Date('2026-11-02T18:00:00Z'), bearer: undefined });
  expect([context?.customer, context?.viewerId, context?.cookie('session')]).toEqual([undefined, undefined, undefined]);
});

test('a body is read, and the call has its own success status', async () => {
  const handle = vi.fn<Route['handle']>(async () => ok({ data: [] }));
  const { calls } = openShop(computeDeliveryTimes, handle);
  const body = {
    shippingMethod: 'delivery',
    location: { region: 1, city: 'Guatemala', store: undefined },
    items: [{ sku: 'A', quantity: 1 }],
  };
  expect(await calls('computeDeliveryTimes', { body })).toEqual({ status: 201, text: '{"data":[]}' });
  expect(handle.mock.calls[0]?.[0].body).toMatchObject({ ...body, location: { region: 1, city: 'Guatemala' } });
});

test('an answer is what JSON leaves of it, as over HTTP', async () => {
  const products = [{ sku: 'A', until: new Date('2026-11-02T18:00:00Z'), none: undefined }];
  const { call } = openShop(listProducts, async () => ok({ products }));
  expect(await call('listProducts', { query: { skus: 'A' } })).toStrictEqual({
    ok: true,
    value: { products: [{ sku: 'A', until: '2026-11-02T18:00:00.000Z' }] },
  });
});

test('a refusal and a failure have the body and the status that they have outside', async () => {
  const refusing = openShop(getProductBySlug, async () => refuse({ code: 'PRODUCT_NOT_FOUND' }));
  const refused = await refusing.call('getProductBySlug', { params: { slug: 'x' } });
  expect(refused).toMatchObject({ ok: false, error: { code: 'PRODUCT_NOT_FOUND', status: 404 } });

  const away = openShop(getProductBySlug, () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })));
  expect(await away.calls('getProductBySlug', { params: { slug: 'x' } })).toMatchObject({ status: 503 });
  expect(away.lines.map(({ msg }) => msg)).toEqual(['database away']);

  const broken = openShop(getProductBySlug, () => Promise.reject(new Error('a defect')));
  const unexpected = await broken.call('getProductBySlug', { params: { slug: 'x' } });
  expect(unexpected).toMatchObject({ ok: false, error: { code: 'UNEXPECTED', status: 500 } });
  expect(broken.lines).toMatchObject([{ msg: 'unexpected', err: { message: 'a defect' } }]);
});

test('what the contract refuses is refused as over HTTP: an address that names nothing, and a field', async () => {
  const handle = vi.fn<Route['handle']>();
  const product = await openShop(getProductBySlug, handle).call('getProductBySlug', { params: { slug: '' } });
  expect(product).toMatchObject({ ok: false, error: { code: 'PRODUCT_NOT_FOUND', status: 404 } });
  const list = await openShop(listProducts, handle).call('listProducts', { query: { skus: '' } });
  expect(list).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR', status: 400 } });
  expect(list.ok ? {} : list.error.metadata).toMatchObject({ fields: { skus: expect.any(String) } });
  expect(handle).not.toHaveBeenCalled();
});

test('in tests an answer against its schema is a defect', async () => {
  const { call } = openShop(listProducts, async () => ok({ products: 'none' }), true);
  expect(await call('listProducts', { query: { skus: 'A' } })).toMatchObject({ error: { code: 'UNEXPECTED' } });
});

test.each<[string, CallName]>([
  ['a call of a customer', 'getCustomer'],
  ['a call for a cart', 'createCart'],
  ['a call with a budget of its own', 'login'],
  ['what only who knows a link may read', 'getSharedWishlist'],
])('%s is none a page makes: it is an error of ours, and its handler is not called', async (_, name) => {
  const handle = vi.fn<Route['handle']>();
  const { calls } = openShop(endpoints[name], handle);
  expect(() => calls(name, {})).toThrow(`${name} is no public read`);
  expect(handle).not.toHaveBeenCalled();
});
