import { getProductBySlug, getProductWarranties, listProducts } from '@ceiba/contract/catalog';
import { createClient } from '@ceiba/contract/client';
import { getCustomer } from '@ceiba/contract/customers';
import { computeDeliveryTimes } from '@ceiba/contract/delivery';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, refuse } from '@ceiba/domain/result';
import { expect, test, vi } from 'vitest';
import { innerCalls } from './inner-calls.ts';
import { createLog } from './log.ts';
import type { Route } from './route.ts';

/** A shop with one call, how it is asked from within, and what it logs. */
const openShop = (spec: EndpointSpec, handle: Route['handle'], more: Partial<Route> = {}, checkAnswers = false) => {
  const lines: { msg: string; err?: { message: string } }[] = [];
  const otherwise = vi.fn(async () => ({ status: 200, text: '"otherwise"' }));
  const transport = innerCalls([{ spec, handle, ...more }], {
    log: createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) }),
    now: () => new Date('2026-11-02T18:00:00Z'),
    policy: () => defaultShopPolicy,
    checkAnswers,
    otherwise,
  });
  return { transport, call: createClient(transport), lines, otherwise };
};

test('a handler gets what was asked, parsed, and nobody’s person', async () => {
  const handle = vi.fn<Route['handle']>(async () => ok({ products: [] }));
  const { call, otherwise } = openShop(listProducts, handle);
  expect(await call('listProducts', { query: { skus: 'A 1,B&2' } })).toEqual({ ok: true, value: { products: [] } });
  const [input, context] = handle.mock.calls[0] ?? [];
  expect(input?.query).toEqual({ skus: ['A 1', 'B&2'] });
  expect(context).toMatchObject({ isInternal: true, now: new Date('2026-11-02T18:00:00Z'), bearer: undefined });
  expect(context?.customer).toBeUndefined();
  expect(otherwise).not.toHaveBeenCalled();
});

test('a body is read, and the call has its own success status', async () => {
  const handle = vi.fn<Route['handle']>(async () => ok({ data: [] }));
  const { transport } = openShop(computeDeliveryTimes, handle);
  const body = {
    shippingMethod: 'delivery',
    location: { region: 1, city: 'Guatemala' },
    items: [{ sku: 'A', quantity: 1 }],
  };
  const answer = await transport({ method: 'POST', url: '/v2/products/time', headers: {}, body: JSON.stringify(body) });
  expect(answer).toEqual({ status: 201, text: '{"data":[]}' });
  expect(handle.mock.calls[0]?.[0].body).toMatchObject(body);
});

test('a word of an address goes before a name that may be anything', async () => {
  const bySlug: Route = { spec: getProductBySlug, handle: async ({ params }) => ok({ slug: params }) };
  const warranties: Route = { spec: getProductWarranties, handle: async ({ params }) => ok({ warranties: params }) };
  const { log, now, policy } = { log: createLog('silent'), now: () => new Date(), policy: () => defaultShopPolicy };
  const otherwise = async () => ({ status: 500, text: '' });
  const transport = innerCalls([warranties, bySlug], { log, now, policy, otherwise, checkAnswers: false });
  const ask = async (url: string) => (await transport({ method: 'GET', url, headers: {} })).text;
  expect(await ask('/v1/products/slug/warranties')).toBe('{"slug":{"slug":"warranties"}}');
  expect(await ask('/v1/products/slug/caf%C3%A9%20x')).toBe('{"slug":{"slug":"café x"}}');
  expect(await ask('/v1/products/SKU-1/warranties')).toBe('{"warranties":{"sku":"SKU-1"}}');
});

test('a refusal and a failure have the body and the status that they have outside', async () => {
  const refusing = openShop(getProductBySlug, async () => refuse({ code: 'PRODUCT_NOT_FOUND' }));
  const refused = await refusing.call('getProductBySlug', { params: { slug: 'x' } });
  expect(refused).toMatchObject({ ok: false, error: { code: 'PRODUCT_NOT_FOUND', status: 404 } });

  const away = openShop(getProductBySlug, () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })));
  expect(await away.transport({ method: 'GET', url: '/v1/products/slug/x', headers: {} })).toMatchObject({
    status: 503,
  });
  expect(away.lines.map(({ msg }) => msg)).toEqual(['database away']);

  const broken = openShop(getProductBySlug, () => Promise.reject(new Error('a defect')));
  const unexpected = await broken.call('getProductBySlug', { params: { slug: 'x' } });
  expect(unexpected).toMatchObject({ ok: false, error: { code: 'UNEXPECTED', status: 500 } });
  expect(broken.lines).toMatchObject([{ msg: 'unexpected', err: { message: 'a defect' } }]);
});

test('in tests an answer against its schema is a defect', async () => {
  const { call } = openShop(listProducts, async () => ok({ products: 'none' }), {}, true);
  expect(await call('listProducts', { query: { skus: 'A' } })).toMatchObject({ error: { code: 'UNEXPECTED' } });
});

test.each<[string, EndpointSpec, Partial<Route>, string]>([
  ['what the contract refuses', listProducts, {}, '/v1/products?skus='],
  ['a call that wants to know who asks', getCustomer, {}, getCustomer.path],
  [
    'a call that may be refused before it is read',
    listProducts,
    { refuseFirst: async () => undefined },
    '/v1/products?skus=A',
  ],
  ['an address without a call', listProducts, {}, '/v1/nothing'],
])('%s goes the way of calls from outside', async (_, spec, more, url) => {
  const handle = vi.fn<Route['handle']>();
  const { transport, otherwise } = openShop(spec, handle, more);
  const request = { method: 'GET', url, headers: {} };
  expect((await transport(request)).text).toBe('"otherwise"');
  expect(otherwise).toHaveBeenCalledWith(request);
  expect(handle).not.toHaveBeenCalled();
});
