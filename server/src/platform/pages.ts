import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from './client-of.ts';
import { createFairGate, type FairGateOptions, Overloaded } from './fair-gate.ts';
import { keepAnswers } from './kept-answers.ts';
import type { PageAddress } from './page-address.ts';
import { PageBody } from './page-body.ts';
import { type CachedPage, createPageCache, lifetimeOf } from './page-cache.ts';
import { type AnswerCall, pageClient } from './page-calls.ts';
import { createPageRenderer, type RenderedPage, type RendererOptions } from './page-renderer.ts';
import { type FindPriceChange, keepPriceChange } from './price-change.ts';
import { sendPage } from './send-page.ts';
import { sendRefusal } from './send-refusal.ts';

export interface PagesOptions extends RendererOptions {
  /** How loaders reach the API. */
  calls: AnswerCall;
  cacheBytes: number;
  /** When prices next change by themselves: no page is kept beyond it. */
  findPriceChange: FindPriceChange;
  /** Tests move it. */
  now?: () => Date;
  /** Counts a rendering for the address that asks: seconds to wait when it had too many. Undefined: no budget. */
  takeRendering?: (request: FastifyRequest) => Promise<number | undefined>;
  gate?: FairGateOptions;
}

/** One thread makes all pages; most of a page's time it waits for the database. More at once would all be late. */
export const renderingGate: FairGateOptions = { atOnce: 8, atOnceEach: 1, restEach: 2, waiting: 64, waitMs: 2_000 };

/** Of brotli. Who asks for what nobody keeps waits for it: half the time of 4 for a fifteenth more bytes. */
const compression = { kept: 6, sentOnce: 2 } as const;

/** Seconds after which it is worth asking an overloaded shop again. */
const overloadedSeconds = '2';

export interface Pages {
  /** Drops what depends on the tags: finished pages, and the menu they all show. */
  purge(tags: readonly string[]): void;
  /** Pages kept now. */
  readonly size: number;
  /** Answers at once what is kept. */
  handle(request: FastifyRequest, reply: FastifyReply): Promise<void> | void;
}

/** Not a defect but a database that restarts: whoever asks, a search engine among them, is told to come back. */
const statusOf = ({ status, isAway }: RenderedPage): number => (isAway && status === 500 ? 503 : status);

/**
 * Renders the storefront and keeps public pages. A route makes its page public by answering a `Cache-Tag` header;
 * everything else is rendered for each request and never kept.
 */
const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

export const createPages = async (options: PagesOptions): Promise<Pages> => {
  const isKeeping = options.cacheBytes > 0;
  const cache = createPageCache(options.cacheBytes);
  // In development nothing is kept, so nothing has to be purged.
  const answers =
    isKeeping || options.loadBuild === undefined
      ? keepAnswers(options.calls)
      : { calls: options.calls, purge: () => {} };
  const making = new Map<string, Promise<CachedPage>>();
  const waiting = new Map<string, { who: string; page: Promise<CachedPage> }>();
  const gate = createFairGate(options.gate ?? renderingGate);
  const priceChange = keepPriceChange(options.findPriceChange);
  const now = (): number => (options.now?.() ?? new Date()).getTime();
  const renderer = await createPageRenderer(options);

  // Unknown (the database is away): nothing is kept beyond this moment.
  const nextPriceChange = (): Promise<number | null> => priceChange.after(now()).catch(now);

  const make = async ({ key, bareKey }: PageAddress): Promise<CachedPage> => {
    const startedAt = cache.startRender();
    const madeAt = now();
    const priceChange = await nextPriceChange();
    const rendered = await renderer.render(key, pageClient(answers.calls));
    const { headers, html, tags, ignoresQuery, until } = rendered;
    const { isShared, ...lifetime } = lifetimeOf(madeAt, earlier(priceChange, until));
    const status = statusOf(rendered);
    const isPublic = tags.length > 0 && isKeeping && status === 200 && !rendered.hasGaps;
    if (rendered.hasGaps) headers['cache-control'] = 'no-store';
    if (status === 503) headers['retry-after'] = '1';
    if (isPublic && !isShared) headers['cache-control'] = 'private, no-cache';
    const body = new PageBody(headers, html, isPublic ? compression.kept : compression.sentOnce);
    const page = { status, tags, body, ignoresQuery, ...lifetime };
    if (isPublic) cache.put(ignoresQuery ? bareKey : key, page, startedAt);
    return page;
  };

  const keptPage = ({ key, bareKey }: PageAddress): CachedPage | undefined => {
    const kept = cache.get(key);
    if (kept !== undefined || key === bareKey) return kept;
    const bare = cache.peek(bareKey);
    return bare?.ignoresQuery === true ? cache.get(bareKey) : undefined;
  };

  const begin = (address: PageAddress): Promise<CachedPage> => {
    const begun = making.get(address.key);
    if (begun !== undefined) return begun;
    // Made meanwhile, in somebody else's turn.
    const kept = keptPage(address);
    if (kept !== undefined && now() < kept.freshUntil) return Promise.resolve(kept);
    const next = make(address).finally(() => {
      if (making.get(address.key) === next) making.delete(address.key);
    });
    making.set(address.key, next);
    return next;
  };

  /**
   * Many shoppers asking for the same page at once cause one rendering, counted for the first of them. While it waits
   * for its own client's share or behind others of its network, who comes next has a turn of his own: else a crowd's
   * queue, and its refusal, would be his.
   */
  const makeOnce = (address: PageAddress, who: string): Promise<CachedPage> => {
    const { key } = address;
    const begun = making.get(key);
    if (begun !== undefined) return begun;
    const joined = waiting.get(key);
    if (joined !== undefined && (joined.who === who || gate.waitsForOthersOnly(joined.who))) return joined.page;
    const stopWaiting = (): void => {
      if (waiting.get(key)?.page === page) waiting.delete(key);
    };
    const turn = (): Promise<CachedPage> => {
      stopWaiting();
      return begin(address);
    };
    const page: Promise<CachedPage> = gate.run(who, turn).finally(stopWaiting);
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
    const isAskedFor = making.has(address.key) || waiting.has(address.key);
    const wait = isAskedFor ? undefined : await options.takeRendering?.(request);
    if (wait !== undefined) {
      await sendRefusal(reply.header('retry-after', String(wait)), { code: 'RATE_LIMITED' });
      return;
    }
    try {
      const page = await makeOnce(address, clientOf(request.ip));
      // Prices may have changed while it was being made.
      const current = now() < page.staleUntil ? page : await makeOnce(address, clientOf(request.ip));
      await sendPage(request, reply, current, 'miss');
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      await sendRefusal(reply.header('retry-after', overloadedSeconds), { code: 'NOT_READY' });
    }
  };

  return {
    purge: (tags) => {
      answers.purge(tags);
      priceChange.forget(tags);
      cache.purge(tags);
      // Who asks from now on must not get what was begun before.
      making.clear();
    },
    get size() {
      return cache.size;
    },
    handle: (request, reply) => {
      const address = renderer.addressOf(request.url);
      if (address === undefined) return void sendRefusal(reply, { code: 'VALIDATION_ERROR' });
      const kept = keptPage(address);
      const moment = now();
      if (kept === undefined || moment >= kept.staleUntil) return sendNew(address, request, reply);
      if (moment < kept.freshUntil) return sendPage(request, reply, kept, 'hit');
      renew(address, request);
      return sendPage(request, reply, kept, 'stale');
    },
  };
};

/** Pages of the storefront: whatever no other route answers. Only GET and HEAD reach React Router. */
export const registerPages = (app: FastifyInstance, pages: Pages): void => {
  app.route({
    method: 'GET',
    url: '/*',
    exposeHeadRoute: true,
    // Pages are kept compressed.
    compress: false,
    handler: (request, reply) => pages.handle(request, reply),
  });
};

/** Whether the storefront has been built. */
export const hasStorefrontBuild = (buildDir: string): Promise<boolean> =>
  readdir(join(buildDir, 'server')).then(
    (names) => names.includes('index.js'),
    () => false,
  );
