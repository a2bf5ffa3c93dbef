import type { Client } from '@ceiba/contract/client';
import Fastify from 'fastify';
import {
  createContext,
  type LoaderFunctionArgs,
  RouterContextProvider,
  redirect,
  type ServerBuild,
} from 'react-router';
import { expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { createPages, registerPages } from './pages.ts';
import { createResponseCache, maxStaleMs } from './response-cache.ts';

const callContext = createContext<Client>();

/** A public page that shows the API's answer. */
const answerPage = async ({ context }: LoaderFunctionArgs): Promise<Response> => {
  const answer = await context.get(callContext)('getHome', {});
  const headers = { 'cache-control': 'public', 'page-tags': 'content' };
  return new Response(answer.ok ? 'well' : 'failed', { headers });
};

/** A public page whose content changes at noon. */
const noon = Date.parse('2026-11-24T18:00:00Z');
const todayPage = (): Response => {
  const headers = { 'cache-control': 'public', 'page-tags': 'stores' };
  return new Response('today', { headers: { ...headers, 'page-until': new Date(noon).toISOString() } });
};

/** A page that has moved. It redirects to its new address, as the shop's loaders do. */
const movedPage = ({ url }: LoaderFunctionArgs): Response => redirect(`/today${url.search}`, { status: 301 });

const build = {
  entry: {
    module: {
      default: () => new Response(),
      loadContext: (call: Client) => {
        const context = new RouterContextProvider();
        context.set(callContext, call);
        return context;
      },
    },
  },
  routes: {
    answer: { id: 'answer', path: 'answer', module: { loader: answerPage } },
    today: { id: 'today', path: 'today', module: { loader: () => todayPage() } },
    moved: { id: 'moved', path: 'moved', module: { default: () => null, loader: movedPage } },
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
const isBuild = (made: object): made is ServerBuild => 'entry' in made && 'routes' in made;

test.each([500, 502, 503])('a page with a failed part (%i) is rendered again for the next request', async (status) => {
  const answers = [
    { status, text: '' },
    { status: 200, text: '{}' },
  ];
  const pages = await createPages({
    buildDir: '',
    publicUrl: 'http://shop.test',
    calls: { answer: async () => answers.shift() ?? { status: 404, text: '' } },
    responses: createResponseCache({ maxBytes: 1_000_000, findPriceChange: async () => null }),
    loadBuild: async () => {
      if (!isBuild(build)) throw new Error('no build');
      return build;
    },
  });
  const app = Fastify();
  registerPages(app, pages);
  const ask = async () => {
    const { body, headers } = await app.inject('/answer');
    return [body, headers['x-cache'], headers['cache-control']?.split(',')[0]];
  };
  expect(await ask()).toEqual(['failed', 'miss', 'no-store']);
  expect(await ask()).toEqual(['well', 'miss', 'public']);
  expect(await ask()).toEqual(['well', 'hit', 'public']);
  await app.close();
});

test('a page whose content has an end is not cached beyond that end, not even by outside caches', async () => {
  let now = noon - 45_000;
  const pages = await createPages({
    buildDir: '',
    publicUrl: 'http://shop.test',
    calls: { answer: async () => ({ status: 404, text: '' }) },
    responses: createResponseCache({ maxBytes: 1_000_000, findPriceChange: async () => null }),
    now: () => new Date(now),
    loadBuild: async () => {
      if (!isBuild(build)) throw new Error('no build');
      return build;
    },
  });
  const app = Fastify();
  registerPages(app, pages);
  const ask = async (at: number) => {
    now = at;
    const { headers } = await app.inject('/today');
    return [headers['x-cache'], headers['cache-control'], headers['page-until']];
  };
  expect(await ask(noon - 45_000)).toEqual(['miss', 'public, s-maxage=45', undefined]);
  expect(await ask(noon - 1_000)).toEqual(['hit', 'public, s-maxage=1', undefined]);
  expect(await ask(noon - 1)).toEqual(['hit', 'private, no-cache', undefined]);
  // The end has passed and the page has no new end, so the page is only for this request.
  expect(await ask(noon)).toEqual(['miss', 'private, no-cache', undefined]);
  await app.close();
});

test('the redirect of a moved page has the whole query, so that advisor and campaign arrive', async () => {
  const pages = await createPages({
    buildDir: '',
    publicUrl: 'http://shop.test',
    calls: { answer: async () => ({ status: 404, text: '' }) },
    responses: createResponseCache({ maxBytes: 1_000_000, findPriceChange: async () => null }),
    loadBuild: async () => {
      if (!isBuild(build)) throw new Error('no build');
      return build;
    },
  });
  const app = Fastify();
  registerPages(app, pages);
  const { headers } = await app.inject('/moved?at=rosa&sort=price');
  expect(headers.location).toBe('/today?at=rosa&sort=price');
  expect((await app.inject('/moved.data?at=rosa&sort=price')).body).toContain('"/today?at=rosa&sort=price"');
  await app.close();
});

test('an outdated page is sent only to the requests that wait for it, and is not cached', async () => {
  const responses = createResponseCache({ maxBytes: 1_000_000, findPriceChange: async () => null });
  let answers = 0;
  const pages = await createPages({
    buildDir: '',
    publicUrl: 'http://shop.test',
    calls: {
      answer: async () => {
        answers += 1;
        if (answers === 1) responses.invalidate(['content']);
        return { status: 200, text: '{}' };
      },
    },
    responses,
    loadBuild: async () => {
      if (!isBuild(build)) throw new Error('no build');
      return build;
    },
  });
  const app = Fastify();
  registerPages(app, pages);
  const ask = async () => {
    const { headers } = await app.inject('/answer');
    return [headers['x-cache'], headers['cache-control'], headers['cache-tag'], headers['page-tags']];
  };
  expect((await ask()).slice(0, 2)).toEqual(['miss', 'no-store']);
  const shared = ['public, s-maxage=60, stale-while-revalidate=600, stale-if-error=600', 'content', undefined];
  expect(await ask()).toEqual(['miss', ...shared]);
  expect(await ask()).toEqual(['hit', ...shared]);
  await app.close();
});

test.each([
  ['stock, shares the rendering', 'stock', 1],
  ['content, starts another rendering', 'content', 2],
])('a second request during a rendering, after an invalidation of %s', async (_, tag, renderings) => {
  const responses = createResponseCache({ maxBytes: 1_000_000, findPriceChange: async () => null });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let asked = 0;
  let counted = 0;
  const pages = await createPages({
    buildDir: '',
    publicUrl: 'http://shop.test',
    calls: {
      answer: async () => {
        asked += 1;
        await held;
        return { status: 200, text: '{}' };
      },
    },
    responses,
    takeRendering: async () => {
      counted += 1;
      return undefined;
    },
    loadBuild: async () => {
      if (!isBuild(build)) throw new Error('no build');
      return build;
    },
  });
  const app = Fastify({ trustProxy: true });
  registerPages(app, pages);
  const askAs = (client: string) => app.inject({ url: '/answer', remoteAddress: client });
  const first = askAs('10.0.0.1');
  await until(() => asked === 1);
  responses.invalidate([tag]);
  const second = askAs('10.1.0.1');
  // After this call, the second request has started, too.
  await app.inject('/today');
  release();
  const answers = await Promise.all([first, second]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect([asked, counted - 1]).toEqual([renderings, renderings]);
  await app.close();
});

test.each([
  ['is sent for a moment', null],
  ['is not sent once its prices have changed by themselves', 2_000],
])(
  'an overloaded shop may send an older page instead of a refusal: an invalidated page %s',
  async (_, changesAfter) => {
    let now = noon;
    const moment = () => new Date(now);
    const findPriceChange = async () => (changesAfter === null ? null : new Date(noon + changesAfter));
    const responses = createResponseCache({ maxBytes: 1_000_000, findPriceChange, now: moment });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let asked = 0;
    const pages = await createPages({
      buildDir: '',
      publicUrl: 'http://shop.test',
      calls: {
        answer: async () => {
          asked += 1;
          if (asked > 1) await held;
          return { status: 200, text: '{}' };
        },
      },
      responses,
      now: moment,
      gate: { atOnce: 1, atOnceEach: 1, waiting: 0, waitMs: 60_000 },
      loadBuild: async () => {
        if (!isBuild(build)) throw new Error('no build');
        return build;
      },
    });
    const app = Fastify({ trustProxy: true });
    registerPages(app, pages);
    const askAs = async (client: string) => {
      const { statusCode, headers } = await app.inject({ url: '/answer', remoteAddress: client });
      return [statusCode, headers['x-cache'], headers['cache-control']];
    };
    expect((await askAs('10.0.0.1')).slice(0, 2)).toEqual([200, 'miss']);
    responses.invalidate(['content']);
    const taken = askAs('10.0.0.1');
    await until(() => asked === 2);
    // Later requests cannot share a rendering that started before this change.
    responses.invalidate(['content']);
    expect(await askAs('10.1.0.1')).toEqual([200, 'stale', 'no-store']);
    now = noon + 2_000;
    const stillShown = [200, 'stale', 'no-store'];
    const refused = [503, undefined, 'no-store'];
    expect(await askAs('10.1.0.1')).toEqual(changesAfter === null ? stillShown : refused);
    now = noon + maxStaleMs;
    expect(await askAs('10.1.0.1')).toEqual(refused);
    release();
    await taken;
    await app.close();
  },
);
