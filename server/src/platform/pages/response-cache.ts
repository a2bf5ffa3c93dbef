import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type EncodedBody, encodingFor, type ResponseBody } from '../http/response-body.ts';
import { createTaggedCache, type Tagged, type TaggedCache } from './tagged-cache.ts';

/** The tag of answers with stock figures. No page has this tag. When this process has sold units, it invalidates these answers. */
export const stockTag = 'stock';

/** A finished page or call answer. */
export interface CachedResponse extends Tagged {
  status: number;
  body: ResponseBody;
  /** Until when the response is fresh, in epoch ms. */
  freshUntil: number;
  /** Until when the response may be served while it is made again, in epoch ms. */
  staleUntil: number;
  /** Time at which the content, such as a price, changes by itself, in epoch ms. Infinity if no change is planned. */
  changesAt: number;
  /** Returns the Cache-Control header at a moment (epoch ms). If this function is missing, the body's headers may contain the header. */
  cacheControl?: (at: number) => string;
  /** True if the query does not change the page. The page is then cached under its address without query. */
  ignoresQuery?: boolean;
  /** Called whenever the response is sent from the cache. */
  onSent?: (client: string) => void;
}

/**
 * The time for which a response is fresh, and the further time for which it may be served while it is made again. In seconds or
 * milliseconds.
 */
interface Ages {
  fresh: number;
  stale: number;
}

/**
 * Returns how long a response made at a moment may be cached here (epoch ms, ages in ms). This time ends at the latest when the content
 * next changes by itself: at the start or end of a flash sale, or at a moment that the page names. null: no such change is known.
 */
export const lifetimeOf = (
  madeAt: number,
  { fresh, stale }: Ages,
  change: number | null,
): Pick<CachedResponse, 'freshUntil' | 'staleUntil' | 'changesAt'> => {
  const changesAt = change ?? Number.POSITIVE_INFINITY;
  const staleUntil = Math.min(madeAt + fresh + stale, changesAt);
  return { freshUntil: Math.min(madeAt + fresh, changesAt), staleUntil, changesAt };
};

/** Only the requesting browser may store the response, and must revalidate it each time. */
export const privateNoCache = 'private, no-cache';

/**
 * Returns Cache-Control for outside caches (a CDN, Varnish), which count from their fetch. The ages are in seconds. They end when
 * the content next changes by itself (epoch ms; null if no change is known). After an error, outside caches may
 * serve a stale page for the same time as during revalidation.
 */
export const sharedCacheControl =
  ({ fresh, stale }: Ages, change: number | null): ((at: number) => string) =>
  (at) => {
    const left = change === null ? Number.POSITIVE_INFINITY : Math.floor((change - at) / 1_000);
    if (left < 1) return privateNoCache;
    const maxAge = Math.min(fresh, left);
    const renewed = Math.min(stale, left - maxAge);
    return `public, s-maxage=${maxAge}${renewed > 0 ? `, stale-while-revalidate=${renewed}, stale-if-error=${renewed}` : ''}`;
  };

/** Maximum bytes of each of the two headers. Together they stay under the 8 kB that proxies accept. */
const maxTagBytes = 4_000;

/**
 * Returns the tag headers for outside caches. Undefined if the tags do not fit into the headers, so no outside cache may store
 * the response.
 */
export const tagHeadersOf = (tags: readonly string[]): Record<string, string> | undefined => {
  const distinct = [...new Set(tags)];
  const keys = distinct.join(' ');
  return keys.length > maxTagBytes ? undefined : { 'surrogate-key': keys, 'cache-tag': distinct.join(',') };
};

interface ResponseCacheOptions {
  /** 0 disables the cache. */
  maxBytes: number;
  /** Finds when prices next change by themselves. No response is cached beyond that moment. */
  findPriceChange: FindPriceChange;
  /** The clock, for tests. */
  now?: () => Date;
}

export interface ResponseCache extends TaggedCache<CachedResponse> {
  readonly isOn: boolean;
  /**
   * Returns the response that an overloaded shop sends instead of a refusal: an expired entry, or an entry that was invalidated at most
   * `maxStaleMs` ago. Never returns an entry whose prices have changed by themselves.
   */
  lastResort(key: string): CachedResponse | undefined;
  /** Increases with every invalidation, except invalidations of stock alone. A response that was started before an increase may be outdated. */
  readonly pageClock: number;
  /** Returns when prices next change after a moment (epoch ms). Null if no change is planned. If unknown, returns the moment itself. */
  priceChangeAfter(moment: number): Promise<number | null>;
}

/** Milliseconds for which an overloaded shop may still send an invalidated entry (record 0065). */
export const maxStaleMs = 5_000;

/** Share of the cache's memory that is added for invalidated entries. */
const overtakenShare = 0.2;

/** One cache with one limit for pages and for answers of calls that are the same for everybody (record 0055). */
export const createResponseCache = ({
  maxBytes,
  findPriceChange,
  now = () => new Date(),
}: ResponseCacheOptions): ResponseCache => {
  const overtaken = new LRUCache<string, { response: CachedResponse; until: number }>({
    maxSize: Math.max(1, Math.floor(maxBytes * overtakenShare)),
    sizeCalculation: ({ response }) => Math.max(1, Math.ceil(response.body.size)),
  });
  const cache = createTaggedCache<CachedResponse>(
    maxBytes,
    ({ body }) => body.size,
    (key, response) => overtaken.set(key, { response, until: now().getTime() + maxStaleMs }),
  );
  const priceChange = cachePriceChange(findPriceChange);
  let pageClock = 0;
  return {
    ...cache,
    get pageClock() {
      return pageClock;
    },
    get size() {
      return cache.size;
    },
    isOn: maxBytes > 0,
    lastResort: (key) => {
      const at = now().getTime();
      const dropped = overtaken.peek(key);
      const response = cache.peek(key) ?? (dropped !== undefined && at < dropped.until ? dropped.response : undefined);
      return response !== undefined && at < response.changesAt ? response : undefined;
    },
    // If the next change is unknown because the database is away, nothing is cached beyond this moment.
    priceChangeAfter: (moment) => priceChange.after(moment).catch(() => moment),
    invalidate: (tags) => {
      if (tags.some((tag) => tag !== stockTag)) pageClock += 1;
      priceChange.forget(tags);
      cache.invalidate(tags);
    },
  };
};

interface Sending {
  /** Epoch ms. */
  at: number;
  hit: string;
  isPage?: true;
}

/** Writes the response without the framework's reply, which would check each header again for each shopper. */
const write = (
  reply: FastifyReply,
  { status, cacheControl }: CachedResponse,
  { headers, body }: EncodedBody,
  { at, hit, isPage }: Sending,
): void => {
  const control = cacheControl === undefined ? [] : ['cache-control', cacheControl(at)];
  const closing = reply.getHeader('connection') === 'close' ? ['connection', 'close'] : [];
  reply.hijack();
  // Sends the browser the shop's time (client/src/server-clock.ts).
  const sent = isPage ? ['server-timing', `sent;dur=${at}`] : [];
  reply.raw.writeHead(status, [...headers, ...control, 'x-cache', hit, ...sent, ...closing]);
  reply.raw.end(body);
};

/** Sends a finished body, immediately if it was sent in this encoding before. `hit`: the value of the `x-cache` header. */
export const sendResponse = (
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  sending: Sending,
): Promise<void> | void => {
  const encoded = response.body.in(encodingFor(request.headers['accept-encoding'] ?? ''));
  if (!(encoded instanceof Promise)) return write(reply, response, encoded, sending);
  return encoded.then((made) => write(reply, response, made, sending));
};

/** Returns the next moment after the given one at which prices change by themselves. Null if no change is planned. */
export type FindPriceChange = (after: Date) => Promise<Date | null>;

/**
 * Tags of invalidations that may change the time of the next price change: a flash sale (`content`), the end of a discount, which changes
 * with its product (`listing`), and the dates of a banner or a content page (`page:…`).
 */
const concerns: readonly string[] = ['*', 'banners', 'content', 'listing'];

const isConcerning = (tag: string): boolean => concerns.includes(tag) || tag.startsWith('page:');

interface CachedPriceChange {
  /**
   * Returns the next change, in epoch ms. Null if there is none. Asks the database only if the last known moment has passed or
   * was dropped.
   */
  after(moment: number): Promise<number | null>;
  forget(tags: readonly string[]): void;
}

/** Caches when prices next change, so that not every page asks the database. */
export const cachePriceChange = (find: FindPriceChange): CachedPriceChange => {
  let known: { from: number; next: number | null } | undefined;
  let purges = 0;
  return {
    after: async (moment) => {
      if (known !== undefined && moment >= known.from && (known.next === null || moment < known.next)) {
        return known.next;
      }
      const asked = purges;
      const next = (await find(new Date(moment)))?.getTime() ?? null;
      if (asked === purges) known = { from: moment, next };
      return next;
    },
    forget: (tags) => {
      if (!tags.some(isConcerning)) return;
      known = undefined;
      purges += 1;
    },
  };
};
