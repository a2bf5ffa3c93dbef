import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/caller.ts';
import { ResponseBody } from '../http/response-body.ts';
import { sendRefusal } from '../http/send-refusal.ts';
import { createFairGate, type FairGateOptions, Overloaded, overloadRefusals } from '../limits/concurrency-limit.ts';
import type { PageAddress } from './page-address.ts';
import { type PageCalls, pageClient } from './page-calls.ts';
import { createPageRenderer, type RenderedPage, type RendererOptions } from './page-renderer.ts';
import { repairedAddress } from './repaired-address.ts';
import {
  type CachedResponse,
  lifetimeOf,
  privateNoCache,
  type ResponseCache,
  sendResponse,
  sharedCacheControl,
  tagHeadersOf,
} from './response-cache.ts';

export interface PagesOptions extends RendererOptions {
  /** The calls of the API that the loaders use. */
  calls: Pick<PageCalls, 'answer'>;
  responses: ResponseCache;
  /** The clock, for tests. */
  now?: () => Date;
  /**
   * Counts a rendering for the client's address. Returns the seconds to wait if the address has had too many renderings.
   * Undefined if there is no limit.
   */
  takeRendering?: (request: FastifyRequest) => Promise<number | undefined>;
  gate?: FairGateOptions;
}

/**
 * Limits the number of concurrent renderings. One thread renders all pages, and mostly waits for the database. With more
 * renderings at once, all would be late.
 */
export const renderingGate: FairGateOptions = { atOnce: 8, atOnceEach: 1, restEach: 2, waiting: 1_024, waitMs: 8_000 };

/** Brotli qualities. For a page that is sent only once, its client waits: quality 2 takes half the time of quality 4, for a fifteenth more bytes. */
const compression = { cached: 6, sentOnce: 2 } as const;

/** Seconds after which a client may repeat its request to an overloaded shop. */
const overloadedSeconds = '2';

/** Seconds for which a page is fresh, and for how much longer it is served while it is rendered again. Outside caches count from their fetch. */
const pageAges = { fresh: 60, stale: 600 } as const;

const ownAges = { fresh: pageAges.fresh * 1_000, stale: pageAges.stale * 1_000 } as const;

export interface Pages {
  /** Answers immediately from the cache if possible. */
  handle(request: FastifyRequest, reply: FastifyReply): Promise<void> | void;
}

// Keys of calls begin with another prefix.
const keyOf = (key: string): string => `page ${key}`;

/** A restarting database is not a defect. Clients, among them search engines, get 503 and come back. */
const statusOf = ({ status, isAway }: RenderedPage): number => (isAway && status === 500 ? 503 : status);

const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** The statuses of a redirect. The data of a moved page has status 202, and the browser's router follows the address in its body. */
const redirects = new Set([202, 301, 302, 303, 307, 308]);

const isPublic = ({ tags, status, hasGaps }: RenderedPage): boolean => tags.length > 0 && status === 200 && !hasGaps;

/**
 * Builds a response from a page that was rendered at a moment (epoch ms). `priceChange`: the time at which prices next change by
 * themselves (epoch ms). Null if no change is planned.
 */
const responseOf = (
  rendered: RenderedPage,
  madeAt: number,
  priceChange: number | null,
  isOn: boolean,
): CachedResponse => {
  const { html, tags, ignoresQuery, until, hasGaps } = rendered;
  const { 'cache-control': said = 'no-store', ...headers } = rendered.headers;
  const change = earlier(priceChange, until);
  const status = statusOf(rendered);
  if (status === 503) headers['retry-after'] = '1';
  const tagged = isPublic(rendered) && said === 'public' ? tagHeadersOf(tags) : undefined;
  const own = hasGaps ? 'no-store' : said === 'public' ? privateNoCache : said;
  const quality = isPublic(rendered) && isOn ? compression.cached : compression.sentOnce;
  return {
    status,
    tags,
    ignoresQuery,
    body: new ResponseBody({ ...headers, ...tagged }, html, quality),
    cacheControl: tagged === undefined ? () => own : sharedCacheControl(pageAges, change),
    ...lifetimeOf(madeAt, ownAges, change),
  };
};

/**
 * Renders the storefront and caches public pages. A route makes its page public by a `Page-Tags` header. All other pages are rendered for
 * each request and never cached. With `Cache-Control: public`, outside caches may store the page, too.
 */
export const createPages = async (options: PagesOptions): Promise<Pages> => {
  const { responses } = options;
  const call = pageClient(options.calls);
  const making = new Map<string, { pageClock: number; page: Promise<CachedResponse> }>();
  const waiting = new Map<string, { who: string; page: Promise<CachedResponse> }>();
  const gate = createFairGate(options.gate ?? renderingGate);
  const now = (): number => (options.now?.() ?? new Date()).getTime();
  const renderer = await createPageRenderer(options);

  const make = async ({ key, bareKey }: PageAddress, startedAt: number): Promise<CachedResponse> => {
    const madeAt = now();
    const priceChange = await responses.priceChangeAfter(madeAt);
    const rendered = await renderer.render(key, call);
    const page = responseOf(rendered, madeAt, priceChange, responses.isOn);
    if (!isPublic(rendered) || !responses.isOn) return page;
    await page.body.pack();
    const isCached = responses.put(keyOf(page.ignoresQuery === true ? bareKey : key), page, startedAt);
    // A change has made the page outdated. Only the requests that wait for the page get it, and no outside cache may store it.
    return isCached ? page : { ...page, cacheControl: () => 'no-store' };
  };

  /** Returns the running rendering of a page, unless it is outdated. */
  const pageInMaking = (key: string): Promise<CachedResponse> | undefined => {
    const running = making.get(key);
    return running?.pageClock === responses.pageClock ? running.page : undefined;
  };

  const cachedPage = ({ key, bareKey }: PageAddress): CachedResponse | undefined => {
    const cached = responses.get(keyOf(key));
    if (cached !== undefined || key === bareKey) return cached;
    const bare = responses.peek(keyOf(bareKey));
    return bare?.ignoresQuery === true ? responses.get(keyOf(bareKey)) : undefined;
  };

  const lastResort = ({ key, bareKey }: PageAddress): CachedResponse | undefined => {
    const old = responses.lastResort(keyOf(key));
    if (old !== undefined || key === bareKey) return old;
    const bare = responses.lastResort(keyOf(bareKey));
    return bare?.ignoresQuery === true ? bare : undefined;
  };

  const begin = (address: PageAddress): Promise<CachedResponse> => {
    const running = pageInMaking(address.key);
    if (running !== undefined) return running;
    // Another request has rendered the page while this request waited.
    const cached = cachedPage(address);
    if (cached !== undefined && now() < cached.freshUntil) return Promise.resolve(cached);
    const { pageClock } = responses;
    const page = make(address, responses.begin()).finally(() => {
      if (making.get(address.key)?.page === page) making.delete(address.key);
    });
    making.set(address.key, { pageClock, page });
    return page;
  };

  /**
   * Concurrent requests for the same page share one rendering, which is counted for the first client. The rendering may have to wait for
   * the first client's own share, or behind its network. In that case the next client takes a separate turn, so that the queue or the
   * refusal of a crowd does not affect it.
   */
  const makeOnce = (address: PageAddress, who: string): Promise<CachedResponse> => {
    const { key } = address;
    const running = pageInMaking(key);
    if (running !== undefined) return running;
    const joined = waiting.get(key);
    if (joined !== undefined && (joined.who === who || gate.waitsForOthersOnly(joined.who))) return joined.page;
    const stopWaiting = (): void => {
      if (waiting.get(key)?.page === page) waiting.delete(key);
    };
    const turn = (): Promise<CachedResponse> => {
      stopWaiting();
      return begin(address);
    };
    const page: Promise<CachedResponse> = gate.run(who, turn).finally(stopWaiting);
    waiting.set(key, { who, page });
    return page;
  };

  const renew = (address: PageAddress, request: FastifyRequest): void => {
    makeOnce(address, clientOf(request.ip)).catch((error: Error) => {
      const level = error instanceof Overloaded ? 'debug' : 'error';
      request.log[level]({ reqId: request.id, err: error }, 'page not renewed');
    });
  };

  const sendNew = async (address: PageAddress, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const isAskedFor = pageInMaking(address.key) !== undefined || waiting.has(address.key);
    const wait = isAskedFor ? undefined : await options.takeRendering?.(request);
    if (wait !== undefined) {
      await sendRefusal(reply.header('retry-after', String(wait)), { code: 'RATE_LIMITED' });
      return;
    }
    try {
      const pageOfKey = await makeOnce(address, clientOf(request.ip));
      // The key contains only the parts of the query that the page reads. A redirect needs the whole query.
      const isMoved = redirects.has(pageOfKey.status) && address.whole !== address.key;
      const page = isMoved ? await makeOnce({ ...address, key: address.whole }, clientOf(request.ip)) : pageOfKey;
      // Prices may have changed during the rendering.
      const current = now() < page.staleUntil ? page : await makeOnce(address, clientOf(request.ip));
      await sendResponse(request, reply, current, { at: now(), hit: 'miss', isPage: true });
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      const old = lastResort(address);
      if (old !== undefined) {
        await sendResponse(
          request,
          reply,
          { ...old, cacheControl: () => 'no-store' },
          { at: now(), hit: 'stale', isPage: true },
        );
        return;
      }
      overloadRefusals.inc({ what: 'page' });
      await sendRefusal(reply.header('retry-after', overloadedSeconds), { code: 'NOT_READY' });
    }
  };

  return {
    handle: (request, reply) => {
      const meant = repairedAddress(request.url);
      if (meant !== undefined) return void reply.header('cache-control', 'no-cache').redirect(meant, 301);
      const address = renderer.addressOf(request.url);
      if (address === undefined) return void sendRefusal(reply, { code: 'VALIDATION_ERROR' });
      const cached = cachedPage(address);
      const at = now();
      if (cached === undefined || at >= cached.staleUntil) return sendNew(address, request, reply);
      if (at < cached.freshUntil) return sendResponse(request, reply, cached, { at, hit: 'hit', isPage: true });
      renew(address, request);
      return sendResponse(request, reply, cached, { at, hit: 'stale', isPage: true });
    },
  };
};

/** Serves the storefront's pages: every address that no other route answers. React Router gets only GET and HEAD. */
export const registerPages = (app: FastifyInstance, pages: Pages): void => {
  app.route({
    method: 'GET',
    url: '/*',
    exposeHeadRoute: true,
    // Pages are already compressed.
    compress: false,
    handler: (request, reply) => pages.handle(request, reply),
  });
};

/** Returns whether the storefront has been built. */
export const hasStorefrontBuild = (buildDir: string): Promise<boolean> =>
  readdir(join(buildDir, 'server')).then(
    (names) => names.includes('index.js'),
    () => false,
  );
