import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type EncodedBody, encodingFor, type ResponseBody } from '../http/response-body.ts';
import { createTaggedCache, type Tagged, type TaggedCache } from './tagged-cache.ts';

/** Tag of answers that tell how many units there are, and of no page: this process drops them when it has sold some. */
export const stockTag = 'stock';

/** A finished page, or the answer of a call. */
export interface CachedResponse extends Tagged {
  status: number;
  body: ResponseBody;
  /** Epoch ms: until then it is served without a thought. */
  freshUntil: number;
  /** Epoch ms: until then it may be served while a new one is made. */
  staleUntil: number;
  /** Epoch ms: when what it shows changes by itself, as a price does; Infinity: no change is planned. */
  changesAt: number;
  /** The header Cache-Control at a moment (epoch ms); without it the body's headers have one, or there is none. */
  cacheControl?: (at: number) => string;
  /** Whatever the query, it is the same page: cached under its address without one. */
  ignoresQuery?: boolean;
  /** Told each time it is sent from here. */
  sent?: (client: string) => void;
}

/** Seconds or milliseconds something may be served without a thought, and for how much longer while a new one is made. */
interface Ages {
  fresh: number;
  stale: number;
}

/**
 * How long a response made at a moment may be cached here (epoch ms, ages in ms): never beyond the next change that comes by
 * itself, a flash sale's begin or end, or what a page itself names. null: none is known.
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

/** For the browser that asked alone, and to be asked for again each time. */
export const ownOnly = 'private, no-cache';

/**
 * Cache-Control for caches outside (a CDN, Varnish), which count from when they fetched: the ages in seconds, bounded by
 * the next change that comes by itself (epoch ms; null: none is known). While the shop answers with an error they may show what they have
 * for as long as they may while it is renewed.
 */
export const sharedCacheControl =
  ({ fresh, stale }: Ages, change: number | null): ((at: number) => string) =>
  (at) => {
    const left = change === null ? Number.POSITIVE_INFINITY : Math.floor((change - at) / 1_000);
    if (left < 1) return ownOnly;
    const maxAge = Math.min(fresh, left);
    const renewed = Math.min(stale, left - maxAge);
    return `public, s-maxage=${maxAge}${renewed > 0 ? `, stale-while-revalidate=${renewed}, stale-if-error=${renewed}` : ''}`;
  };

/** Bytes of each of the two headers: together they stay under 8 kB, which is what proxies take. */
const mostTagBytes = 4_000;

/** What caches outside may be told to purge by. Undefined: more tags than headers have room for, so that none may cache it. */
export const tagHeadersOf = (tags: readonly string[]): Record<string, string> | undefined => {
  const distinct = [...new Set(tags)];
  const keys = distinct.join(' ');
  return keys.length > mostTagBytes ? undefined : { 'surrogate-key': keys, 'cache-tag': distinct.join(',') };
};

interface ResponseCacheOptions {
  /** 0: nothing is cached. */
  maxBytes: number;
  /** When prices next change by themselves: nothing is cached beyond it. */
  findPriceChange: FindPriceChange;
  /** Tests move it. */
  now?: () => Date;
}

export interface ResponseCache extends TaggedCache<CachedResponse> {
  readonly isOn: boolean;
  /**
   * What an overloaded shop shows in place of a refusal: an entry that has outlived its ages, or that an invalidation dropped at most
   * `overtakenMs` ago; never one whose prices have changed by themselves.
   */
  lastResort(key: string): CachedResponse | undefined;
  /** Moves with every invalidation but that of stock alone: what began before may show what was before. */
  readonly pageClock: number;
  /** When prices next change after a moment (epoch ms); null: no change is planned; the moment itself where nobody knows. */
  priceChangeAfter(moment: number): Promise<number | null>;
}

/** For how long an overloaded shop may still show what an invalidation has dropped, in milliseconds (record 0065). */
export const overtakenMs = 5_000;

/** Of the cache's memory, beside it. */
const overtakenShare = 0.2;

/** Pages and answers of calls that are the same for everybody, in one cache with one limit (record 0055). */
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
    (key, response) => overtaken.set(key, { response, until: now().getTime() + overtakenMs }),
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
    // Unknown (the database is away): nothing is cached beyond this moment.
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

/** Writes past the framework's reply, which would look at each header again for each shopper. */
const write = (
  reply: FastifyReply,
  { status, cacheControl }: CachedResponse,
  { headers, body }: EncodedBody,
  { at, hit, isPage }: Sending,
): void => {
  const control = cacheControl === undefined ? [] : ['cache-control', cacheControl(at)];
  const closing = reply.getHeader('connection') === 'close' ? ['connection', 'close'] : [];
  reply.hijack();
  // By it a browser knows the shop's time (client/src/server-clock.ts).
  const sent = isPage ? ['server-timing', `sent;dur=${at}`] : [];
  reply.raw.writeHead(status, [...headers, ...control, 'x-cache', hit, ...sent, ...closing]);
  reply.raw.end(body);
};

/** Sends finished bytes, at once where they were sent in this encoding before; `hit` is what `x-cache` says at a moment. */
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

/** The next moment after the given one at which prices change by themselves; null = none is planned. */
export type FindPriceChange = (after: Date) => Promise<Date | null>;

/** Tags of purges that may bring another moment: a flash sale's (`content`), and the end of a discount, which changes with its product (`listing`). */
const concerns: readonly string[] = ['*', 'content', 'listing'];

interface CachedPriceChange {
  /** Epoch ms, asked of the database only when the last one known has passed or was forgotten; null = none. */
  after(moment: number): Promise<number | null>;
  forget(tags: readonly string[]): void;
}

/** Remembers when prices next change, so that not every page asks. */
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
      if (!tags.some((tag) => concerns.includes(tag))) return;
      known = undefined;
      purges += 1;
    },
  };
};
