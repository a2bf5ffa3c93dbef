import type { Client } from '@ceiba/contract/client';
import Fastify, { type FastifyInstance } from 'fastify';
import { createContext, type LoaderFunctionArgs, RouterContextProvider, type ServerBuild } from 'react-router';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPages, registerPages } from '../platform/pages/pages.ts';
import { createResponseCache, type ResponseCache } from '../platform/pages/response-cache.ts';
import { prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { findNextPriceChange } from './catalog.store.ts';

const start = new Date('2026-11-27T06:00:00Z');
const end = new Date('2026-11-28T06:00:00Z');
const before = (moment: Date, ms: number): Date => new Date(moment.getTime() - ms);

let shop: TestShop;
let web: FastifyInstance;
let responses: ResponseCache;
let speaker: number;
let now = before(start, 3_600_000);

const setNow = (moment: Date): void => {
  now = moment;
  shop.setNow(moment);
};

const callContext = createContext<Client>();

/** A storefront of one page, which renders the price of the API's answer. */
const pricePage = async ({ context }: LoaderFunctionArgs): Promise<Response> => {
  const answer = await context.get(callContext)('getProductBySku', { params: { sku: 'SPEAKER' } });
  const price = String(answer.ok ? answer.value.salesPrice?.value : answer.error.code);
  const headers = {
    'cache-control': 'public',
    'page-tags': 'product:SPEAKER',
  };
  return new Response(price, { headers });
};

const loadContext = (call: Client): RouterContextProvider => {
  const context = new RouterContextProvider();
  context.set(callContext, call);
  return context;
};

const build = {
  entry: { module: { default: () => new Response(), loadContext } },
  routes: { price: { id: 'price', path: 'price', module: { loader: pricePage } } },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: { unstable_passThroughRequests: false },
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '' },
};

/** A route without a component answers with its loader's result. The framework's type knows only routes with a component. */
const isBuild = (made: object): made is ServerBuild => 'entry' in made && 'routes' in made;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00 });
  await shop.db.pool.query(
    'insert into flash_sales (product_id, price, starts_at, ends_at) values ($1, 6000, $2, $3)',
    [speaker, start, end],
  );
  const findPriceChange = (after: Date) => findNextPriceChange(shop.db.read, after);
  responses = createResponseCache({ maxBytes: 1_000_000, findPriceChange });
  const pages = await createPages({
    buildDir: '',
    publicUrl: 'http://shop.test',
    calls: {
      answer: async (name, { params }) => {
        if (name !== 'getProductBySku') throw new Error(`${name} is asked`);
        const { statusCode, payload } = await shop.inject({ method: 'GET', url: `/v1/products/${params?.sku}` });
        return { status: statusCode, text: payload };
      },
    },
    responses,
    loadBuild: async () => {
      const made: object = build;
      if (!isBuild(made)) throw new Error('no build');
      return made;
    },
    now: () => now,
  });
  web = Fastify();
  registerPages(web, pages);
});
afterAll(async () => {
  await web.close();
  await shop.close();
});

const look = async () => {
  const { payload, headers } = await web.inject({ method: 'GET', url: '/price' });
  return { price: payload, from: headers['x-cache'], cache: headers['cache-control'] };
};

/** The price that a shopper's cart is charged. */
const charged = async (): Promise<string> => {
  const id = await prepareCart(shop, { lines: [{ productId: speaker, quantity: 1 }] });
  const cart = await shop.call('getCart', { params: { id } });
  return cart.ok ? String(cart.value.items[0]?.salesPrice?.value) : cart.error.code;
};

const sharedCache = 'public, s-maxage=60, stale-while-revalidate=600, stale-if-error=600';

test('[CAT-15, DEC-27] a cached page shows the charged price, to the second in which a flash sale starts or ends', async () => {
  setNow(before(start, 3_600_000));
  expect(await look()).toEqual({ price: '100', from: 'miss', cache: sharedCache });
  expect(await look()).toMatchObject({ from: 'hit' });

  setNow(before(start, 30_000));
  expect(await look()).toEqual({ price: '100', from: 'miss', cache: 'public, s-maxage=30' });
  setNow(before(start, 1));
  expect(await look()).toEqual({ price: '100', from: 'hit', cache: 'private, no-cache' });
  expect(await charged()).toBe('100');

  setNow(start);
  expect(await look()).toEqual({ price: '60', from: 'miss', cache: sharedCache });
  expect(await charged()).toBe('60');

  setNow(before(end, 300_000));
  const outside = 'public, s-maxage=60, stale-while-revalidate=240, stale-if-error=240';
  expect(await look()).toMatchObject({ price: '60', from: 'miss', cache: outside });
  // Stale pages, too, are sent only while their price is valid.
  setNow(before(end, 1));
  expect(await look()).toMatchObject({ price: '60', from: 'stale' });

  setNow(end);
  expect(await look()).toEqual({ price: '100', from: 'miss', cache: sharedCache });
  expect(await charged()).toBe('100');
});

test('[CAT-15] a newly planned flash sale takes effect once its purge arrives', async () => {
  setNow(new Date('2026-12-01T00:00:00Z'));
  responses.invalidate(['content']);
  expect(await look()).toMatchObject({ price: '100', cache: sharedCache });
  const soon = new Date('2026-12-01T00:00:10Z');
  await shop.db.pool.query(
    'insert into flash_sales (product_id, price, starts_at, ends_at) values ($1, 7000, $2, $3)',
    [speaker, soon, new Date('2026-12-02T00:00:00Z')],
  );
  responses.invalidate(['content']);
  responses.invalidate(['product:SPEAKER']);
  expect(await look()).toMatchObject({ price: '100', cache: 'public, s-maxage=10' });
  setNow(soon);
  expect(await look()).toMatchObject({ price: '70', from: 'miss' });
});
