import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/caller.ts';
import { ResponseBody } from '../http/response-body.ts';
import type { Caching } from '../http/route.ts';
import {
  lifetimeOf,
  privateNoCache,
  type ResponseCache,
  sendResponse,
  sharedCacheControl,
  tagHeadersOf,
} from './response-cache.ts';

/** Every page and every cached answer has this tag. A change of shared data (prices, names, pictures) invalidates it. */
const frameTag = 'content';

/** Returns the tags that invalidate an answer. */
export const tagsOfAnswer = ({ tags }: Caching, answer: unknown): string[] => [frameTag, ...tags(answer)];

/** Longer addresses are practically never requested twice. */
const longestAddress = 512;

/** Brotli quality of cached answers. They are an eighth smaller than with quality 2, which answers to one caller have. */
const brotliQuality = 4;

/** An answer that its handler is still computing. */
interface PendingAnswer {
  startedAt: number;
  pageClock: number;
  /** Epoch ms: the moment whose prices the answer shows. */
  madeAt: number;
}

interface FinishedAnswer {
  request: FastifyRequest;
  reply: FastifyReply;
  pending: PendingAnswer;
  text: string;
  caching: Caching;
  input: unknown;
  answer: unknown;
}

export interface CallCache {
  /** Sends the cached answer to this request, if there is one. Returns whether it was sent. */
  answer(request: FastifyRequest, reply: FastifyReply): boolean;
  /**
   * Call before the handler, with the moment of the answer's data. Returns undefined if the answer to this request is not cached.
   */
  begin(request: FastifyRequest, moment: Date): PendingAnswer | undefined;
  /** Sets the headers for outside caches on the unsent reply, and caches the answer under the request's address. Never rejects. */
  put(finished: FinishedAnswer): Promise<void>;
  invalidate(tags: readonly string[]): void;
}

/**
 * Returns the headers to store with the answer: all except the headers of a single response (connection, content-length, x-statement…).
 */
const headersOf = (reply: FastifyReply): Record<string, string> => {
  const cached: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (typeof value === 'string' && !/^(?:connection|content-length|x-statement)/.test(name)) cached[name] = value;
  }
  const vary = cached.vary === undefined ? 'accept-encoding' : `${cached.vary}, accept-encoding`;
  return { ...cached, 'content-type': 'application/json; charset=utf-8', vary };
};

/**
 * Caches answers that are the same for everybody, for a short time, with the same tags as pages (record 0055). Requests from a page of
 * another origin skip the cache, because their answers have CORS headers.
 */
export const createCallCache = (responses: ResponseCache, now: () => Date): CallCache => {
  // Keys of pages begin with another prefix.
  const keyOf = ({ url }: FastifyRequest): string => `call ${url}`;
  const isCacheable = ({ method, url, headers }: FastifyRequest): boolean =>
    responses.isOn && method === 'GET' && headers.origin === undefined && url.length <= longestAddress;
  /** A page of another origin gets other headers. `vary: origin` makes outside caches store them separately. */
  const outsideHeaders = (
    { caching: { isOutsideCacheable, lifeMs }, pending }: FinishedAnswer,
    tags: readonly string[],
  ) => {
    const tagged = isOutsideCacheable === true ? tagHeadersOf(tags) : undefined;
    if (tagged === undefined) return {};
    // Answers that outside caches may store hold no stock figures, so that `pageClock` alone decides.
    const isOutdated = responses.pageClock !== pending.pageClock;
    const control = isOutdated
      ? privateNoCache
      : sharedCacheControl({ fresh: lifeMs / 1_000, stale: 0 }, null)(pending.madeAt);
    return { ...tagged, 'cache-control': control, vary: 'origin' };
  };
  return {
    answer: (request, reply) => {
      if (!isCacheable(request)) return false;
      const cached = responses.get(keyOf(request));
      const at = now().getTime();
      if (cached === undefined || at >= cached.freshUntil) return false;
      cached.onSent?.(clientOf(request.ip));
      void sendResponse(request, reply, cached, { at, hit: 'hit' });
      return true;
    },
    begin: (request, moment) =>
      isCacheable(request)
        ? { startedAt: responses.begin(), pageClock: responses.pageClock, madeAt: moment.getTime() }
        : undefined,
    put: async (finished) => {
      const { request, reply, pending, text, caching, input, answer } = finished;
      const tags = tagsOfAnswer(caching, answer);
      const headers = headersOf(reply.headers(outsideHeaders(finished, tags)));
      const change = await responses.priceChangeAfter(pending.madeAt);
      const body = await new ResponseBody(headers, Buffer.from(text), brotliQuality).pack();
      const onSent = caching.onSent?.(input, answer);
      const response = { status: 200, tags, body, ...(onSent && { onSent }) };
      const lifetime = lifetimeOf(pending.madeAt, { fresh: caching.lifeMs, stale: 0 }, change);
      responses.put(keyOf(request), { ...response, ...lifetime }, pending.startedAt);
    },
    invalidate: responses.invalidate,
  };
};
