import type { Client } from '@ceiba/contract/client';
import { createContext, type LoaderFunctionArgs, RouterContextProvider, type ServerBuild } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cash, postOrder, prepareCart } from '../../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { FairGateOptions } from '../limits/concurrency-limit.ts';
import { renderingGate } from './pages.ts';

const callContext = createContext<Client>();

/** The number of running renderings, the highest number at the same time, and the rendered pages. */
let running = 0;
let most = 0;
let made: string[] = [];
let hold: Promise<void> | undefined;

const page = async ({ context, request }: LoaderFunctionArgs): Promise<Response> => {
  const { pathname, search, searchParams } = new URL(request.url);
  running += 1;
  most = Math.max(most, running);
  made.push(`${pathname}${search}`);
  const { ok } = await context.get(callContext)('searchProducts', { query: { q: searchParams.get('q') ?? '' } });
  await hold;
  running -= 1;
  return new Response(`${ok} ${search}`, {
    headers: { 'cache-control': 'public', 'page-tags': 'listing', 'content-type': 'text/html' },
  });
};

const build = {
  entry: {
    module: {
      default: () => new Response(),
      loadContext: (call: Client): RouterContextProvider => {
        const context = new RouterContextProvider();
        context.set(callContext, call);
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

/** A route without a component answers with its loader's result. The framework's type only knows routes with a component. */
const isBuild = (value: object): value is ServerBuild => 'entry' in value && 'routes' in value;

const loadBuild = async (): Promise<ServerBuild> => {
  const value: object = build;
  if (!isBuild(value)) throw new Error('no build');
  return value;
};

let shop: TestShop;

/** Opens a shop with the budgets of DEC-167, whose pages and calls share one app. */
const openShop = async (gate: Partial<FairGateOptions> = {}): Promise<void> => {
  const settings = { RATE_LIMIT_FACTOR: '1', CACHE_MB: '4' };
  shop = await openTestShop(settings, {}, { loadBuild, gate: { ...renderingGate, ...gate } });
  await createShopBasics(shop.db);
};

beforeEach(() => {
  [running, most, made, hold] = [0, 0, [], undefined];
});
afterEach(() => shop.close());

const ask = (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  shop.inject({ method: 'GET', url, remoteAddress, headers });

/** Sends this many requests concurrently, and waits for all answers. */
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

test('a flood of 2,000 made-up addresses ends at its budget, while shoppers are served', async () => {
  // The shop has its usual settings, except a longer wait (turns come later on a busy machine) and fewer waiting places.
  await openShop({ waiting: 64, waitMs: 60_000 });
  const product = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 100 });
  for (const url of ['/', '/', '/speaker', '/speaker']) await ask(url, '10.0.0.1');
  const numbers = Array.from({ length: 1_000 }, (_, index) => index);

  const flooding = flood(
    numbers.flatMap((number) => [`/?z=${number}`, `/search?q=${number}`]),
    '10.0.0.66',
    100,
  );
  // The calls go to the flooded app, with a separate address for each shopper.
  const buying = Promise.all(
    Array.from({ length: 20 }, async (_, shopper) => {
      const cartId = await prepareCart(shop, {
        lines: [{ productId: product, quantity: 1 }],
        email: `shopper${shopper}@correo.gt`,
        telephone: `555500${10 + shopper}`,
      });
      const address = `10.0.1.${shopper}`;
      return (await postOrder(shop, { cartId, payments: [cash(130)] }, undefined, undefined, address)).statusCode;
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
  // The home page a thousand times, and as many searches as the budget allows. Of a hundred concurrent searches, the searches beyond the waiting
  // places are refused.
  expect([count(200) + count(503), count(429)]).toEqual([1_300, 700]);
  expect(count(200)).toBeGreaterThan(1_000);
  expect(count(503)).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 429).every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
  expect(made.filter((url) => url === '/')).toHaveLength(1);
  expect(most).toBeLessThanOrEqual(8);
  expect(orders).toEqual(Array(20).fill(200));
  // On a busy machine a page may be a minute old, but it is still cached.
  expect(looks.every(({ status, cache }) => status === 200 && (cache === 'hit' || cache === 'stale'))).toBe(true);
  expect(searches.every(({ status }) => status === 200)).toBe(true);
  expect((await ask('/', '10.0.0.1')).headers['x-cache']).toMatch(/^(?:hit|stale)$/);
});

test('[DEC-02] too many renderings get 503 with Retry-After, and a person sees a page in Spanish', async () => {
  await openShop({ atOnce: 2, atOnceEach: 2, waiting: 0, waitMs: 1_000 });
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
  // A request for a page that is being rendered waits for that rendering, and needs no place.
  const joined = ask('/search?q=2', '10.0.0.3');
  release();
  expect((await Promise.all([...first, joined])).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await ask('/search?q=3', '10.0.0.2')).statusCode).toBe(200);
});

test('a page that waits in a crowd’s queue is rendered in the turn of the next client that requests it', async () => {
  await openShop({ atOnce: 2, restEach: 0, waitMs: 60_000 });
  let release = (): void => {};
  hold = new Promise((done) => {
    release = done;
  });
  const crowd = ['/search?q=1', '/search?q=2', '/search?q=3', '/'].map((url) => ask(url, '10.0.0.66'));
  await expect.poll(() => made).toEqual(['/search?q=1']);
  const shopper = ask('/', '10.0.0.2');
  await expect.poll(() => made).toEqual(['/search?q=1', '/']);
  release();
  expect((await Promise.all([...crowd, shopper])).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
  expect(made.filter((url) => url === '/')).toHaveLength(1);
});

test('a page that waits only for its client’s own share is rendered immediately for the next client', async () => {
  await openShop({ atOnce: 2, waitMs: 60_000 });
  let release = (): void => {};
  hold = new Promise((done) => {
    release = done;
  });
  const busy = ask('/search?q=1', '10.0.0.66');
  await expect.poll(() => running).toBe(1);
  hold = undefined;
  const waiting = ask('/', '10.0.0.66');
  expect((await ask('/', '10.0.0.2')).statusCode).toBe(200);
  release();
  expect((await busy).statusCode).toBe(200);
  await waiting;
});

test('when a crowd has taken every place, the next shopper still gets a place', async () => {
  await openShop({ atOnce: 1, restEach: 0, waiting: 64, waitMs: 60_000 });
  let release = (): void => {};
  hold = new Promise((done) => {
    release = done;
  });
  const crowd = Array.from({ length: 65 }, (_, index) => ask(`/search?q=${index}`, '10.0.0.66'));
  await expect.poll(() => running).toBe(1);
  const refused = await Promise.race([...crowd, ask('/search?q=surplus', '10.0.0.66')]);
  expect(refused.statusCode).toBe(503);
  const others = ['10.0.0.2', '10.0.0.3'].map((address) => ask(`/search?q=${address}`, address));
  release();
  const answers = await Promise.all([...crowd, ...others]);
  const shoppers = answers.slice(65).map(({ statusCode }) => statusCode);
  expect(shoppers).toEqual([200, 200]);
  expect(answers.filter(({ statusCode }) => statusCode === 503)).toHaveLength(2);
});

test('direct searches take turns, so that a crowd from one client delays nobody else', async () => {
  await openShop();
  const crowd = Array.from({ length: 200 }, (_, index) => ask(`/v1/search?q=crowd-${index}`, '10.0.0.66'));
  const shopper = await ask('/v1/search?q=shopper', '10.0.0.2');
  expect(shopper.statusCode).toBe(200);
  const answers = await Promise.all(crowd);
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  const refused = answers.find(({ statusCode }) => statusCode === 503);
  expect([refused?.headers['retry-after'], refused?.json().error.code]).toEqual(['1', 'NOT_READY']);
});

test('GET // is the home page, and no address causes a defect', async () => {
  await openShop();
  for (const url of ['/', '//', '//?x=1', '/a//b', '/%2F', '/;', '/?%%%', '/%5C']) {
    expect((await ask(url, '10.0.0.1')).statusCode, url).toBeLessThan(500);
  }
  expect((await ask('//', '10.0.0.1')).payload).toBe((await ask('/', '10.0.0.1')).payload);
});
