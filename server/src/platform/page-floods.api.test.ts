import type { Transport } from '@ceiba/contract/client';
import Fastify, { type FastifyInstance } from 'fastify';
import { createContext, type LoaderFunctionArgs, RouterContextProvider, type ServerBuild } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cash, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { createPages, type PagesOptions, registerPages } from './pages.ts';
import { registerRateLimit, takeRenderingOf } from './rate-limit.ts';

const transportContext = createContext<Transport>();

/** Renderings now, the most there were at once, and how often each page was made. */
let running = 0;
let most = 0;
let made: string[] = [];
let hold: Promise<void> | undefined;

const page = async ({ context, request }: LoaderFunctionArgs): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  running += 1;
  most = Math.max(most, running);
  made.push(`${pathname}${search}`);
  const { status } = await context.get(transportContext)({ method: 'GET', url: `/v1/search${search}`, headers: {} });
  await hold;
  running -= 1;
  return new Response(`${status} ${search}`, {
    headers: { 'cache-control': 'public, s-maxage=60', 'cache-tag': 'listing', 'content-type': 'text/html' },
  });
};

const build = {
  entry: {
    module: {
      default: () => new Response(),
      loadContext: (transport: Transport): RouterContextProvider => {
        const context = new RouterContextProvider();
        context.set(transportContext, transport);
        return context;
      },
      readQuery: (routeId: string, params: URLSearchParams) =>
        routeId === 'search' && params.has('q') ? { q: params.get('q') } : {},
    },
  },
  routes: {
    home: { id: 'home', index: true, path: '', module: { loader: page } },
    search: { id: 'search', path: 'search', module: { loader: page } },
    slug: { id: 'slug', path: ':slug', module: { loader: page } },
    rest: { id: 'rest', path: '*', module: { loader: page } },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: { unstable_passThroughRequests: false },
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '' },
};

/** Routes without a component answer what their loader does; the framework's type knows routes with one only. */
const isBuild = (value: object): value is ServerBuild => 'entry' in value && 'routes' in value;

let shop: TestShop;
let web: FastifyInstance;

const openPages = async (more: Partial<PagesOptions> = {}): Promise<void> => {
  web = Fastify();
  await registerRateLimit(web, { db: shop.db, now: () => new Date(), isInternal: () => false });
  const pages = await createPages({
    buildDir: '',
    publicUrl: 'http://shop.test',
    transport: async ({ url }) => {
      const { statusCode, payload } = await shop.inject({ method: 'GET', url });
      return { status: statusCode, text: payload };
    },
    cacheBytes: 4_000_000,
    loadBuild: async () => {
      const value: object = build;
      if (!isBuild(value)) throw new Error('no build');
      return value;
    },
    findPriceChange: async () => null,
    takeRendering: takeRenderingOf(web, 1),
    ...more,
  });
  registerPages(web, pages);
};

beforeEach(async () => {
  [running, most, made, hold] = [0, 0, [], undefined];
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
afterEach(async () => {
  await web.close();
  await shop.close();
});

const ask = (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  web.inject({ method: 'GET', url, remoteAddress, headers });

/** So many at once, until all are answered. */
const flood = async (urls: readonly string[], remoteAddress: string, atOnce: number) => {
  const left = [...urls];
  const answers: { status: number; retryAfter: unknown; cache: unknown }[] = [];
  const work = async (): Promise<void> => {
    for (let url = left.pop(); url !== undefined; url = left.pop()) {
      const { statusCode, headers } = await ask(url, remoteAddress);
      answers.push({ status: statusCode, retryAfter: headers['retry-after'], cache: headers['x-cache'] });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
};

test('2,000 made-up addresses from one client while shoppers buy: its budget ends, everybody else is served, kept pages stay kept', async () => {
  // As a shop has it, but for the patience: on a busy machine everybody's turn comes later.
  await openPages({ gate: { atOnce: 8, atOnceEach: 1, waiting: 64, waitMs: 60_000 } });
  const product = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 100 });
  for (const url of ['/', '/', '/speaker', '/speaker']) await ask(url, '10.0.0.1');
  const numbers = Array.from({ length: 1_000 }, (_, index) => index);

  const flooding = flood(
    numbers.flatMap((number) => [`/?z=${number}`, `/search?q=${number}`]),
    '10.0.0.66',
    40,
  );
  const buying = Promise.all(
    Array.from({ length: 20 }, async () => {
      const cartId = await prepareCart(shop, { lines: [{ productId: product, quantity: 1 }] });
      return (await postOrder(shop, { cartId, payments: [cash(130)] })).statusCode;
    }),
  );
  const looking = flood(
    Array.from({ length: 200 }, () => '/speaker'),
    '10.0.0.2',
    2,
  );
  const searching = flood(
    numbers.slice(0, 50).map((number) => `/search?q=shopper-${number}`),
    '10.0.0.3',
    2,
  );
  const [answers, orders, looks, searches] = await Promise.all([flooding, buying, looking, searching]);

  const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
  // The home page a thousand times, and as many searches as the budget has; those it crowded out itself come too late.
  expect([count(200) + count(503), count(429)]).toEqual([1_300, 700]);
  expect(count(200)).toBeGreaterThan(1_000);
  expect(answers.filter(({ status }) => status === 429).every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
  expect(made.filter((url) => url === '/')).toHaveLength(1);
  expect(most).toBeLessThanOrEqual(8);
  expect(orders).toEqual(Array(20).fill(200));
  expect(looks.every(({ status, cache }) => status === 200 && cache === 'hit')).toBe(true);
  expect(searches.every(({ status }) => status === 200)).toBe(true);
  expect((await ask('/', '10.0.0.1')).headers['x-cache']).toBe('hit');
});

test('[DEC-02] more renderings than can be made in time: 503 with Retry-After; a page in Spanish for who looks', async () => {
  await openPages({ gate: { atOnce: 2, atOnceEach: 2, waiting: 0, waitMs: 1_000 } });
  let release = (): void => {};
  hold = new Promise((done) => {
    release = done;
  });
  const first = [ask('/search?q=1', '10.0.0.1'), ask('/search?q=2', '10.0.0.1')];
  await expect.poll(() => running).toBe(2);
  const refused = await ask('/search?q=3', '10.0.0.2', { accept: 'text/html' });
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('2');
  expect(refused.headers['content-type']).toContain('text/html');
  expect(refused.payload).toContain('Estamos atendiendo a muchas personas');
  expect((await ask('/search?q=3', '10.0.0.2')).json()).toMatchObject({ error: { code: 'NOT_READY' } });
  // Who asks for a page that is being made waits for it, and needs no room.
  const joined = ask('/search?q=2', '10.0.0.3');
  release();
  expect((await Promise.all([...first, joined])).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await ask('/search?q=3', '10.0.0.2')).statusCode).toBe(200);
});

test('GET // is the home page, and no address is a defect', async () => {
  await openPages();
  for (const url of ['/', '//', '//?x=1', '/a//b', '/%2F', '/;', '/?%%%', '/%5C']) {
    expect((await ask(url, '10.0.0.1')).statusCode, url).toBeLessThan(500);
  }
  expect((await ask('//', '10.0.0.1')).payload).toBe((await ask('/', '10.0.0.1')).payload);
});
