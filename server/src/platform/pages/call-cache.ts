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

/** A tag of every cached answer, as of every page: prices, names and pictures anywhere. */
const frameTag = 'content';

/** Returns the tags that invalidate an answer. */
export const tagsOfAnswer = ({ tags }: Caching, answer: unknown): string[] => [frameTag, ...tags(answer)];

/** Longer addresses are practically never requested twice. */
const longestAddress = 512;

/** Brotli quality of cached answers: an eighth smaller than quality 2, which answers for one caller have. */
const brotliQuality = 4;

/** An answer under way. */
interface BegunAnswer {
  startedAt: number;
  pageClock: number;
  /** Epoch ms: the moment whose prices the answer shows. */
  madeAt: number;
}

interface MadeAnswer {
  request: FastifyRequest;
  reply: FastifyReply;
  begun: BegunAnswer;
  text: string;
  caching: Caching;
  input: unknown;
  answer: unknown;
}

export interface CallCache {
  /** Sends the cached answer to this request, if there is one. Says whether it did. */
  answer(request: FastifyRequest, reply: FastifyReply): boolean;
  /** Call before the handler, with the moment of the answer's data. Undefined: the answer to this request is not cached. */
  begin(request: FastifyRequest, moment: Date): BegunAnswer | undefined;
  /** Sets the headers for outside caches on the unsent reply, and caches the answer under the request's address. Never rejects. */
  put(made: MadeAnswer): Promise<void>;
  invalidate(tags: readonly string[]): void;
}

/** Returns the headers that are the same for every receiver of the answer, without those of one sending. */
const headersOf = (reply: FastifyReply): Record<string, string> => {
  const cached: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (typeof value === 'string' && !/^(?:connection|content-length|x-statement)/.test(name)) cached[name] = value;
  }
  const vary = cached.vary === undefined ? 'accept-encoding' : `${cached.vary}, accept-encoding`;
  return { ...cached, 'content-type': 'application/json; charset=utf-8', vary };
};

/**
 * Caches for moments the answers that are the same for everybody, under the tags of pages (record 0055). Requests of a foreign page are never
 * answered from the cache, because their answers have CORS headers.
 */
export const createCallCache = (responses: ResponseCache, now: () => Date): CallCache => {
  // No address of a page begins like this.
  const keyOf = ({ url }: FastifyRequest): string => `call ${url}`;
  const isCacheable = ({ method, url, headers }: FastifyRequest): boolean =>
    responses.isOn && method === 'GET' && headers.origin === undefined && url.length <= longestAddress;
  /** A page of another origin gets different headers; `vary` says so to outside caches. */
  const outsideHeaders = ({ caching: { isOutsideCacheable, lifeMs }, begun }: MadeAnswer, tags: readonly string[]) => {
    const tagged = isOutsideCacheable === true ? tagHeadersOf(tags) : undefined;
    if (tagged === undefined) return {};
    // Answers that outside caches may store hold no stock figures, so that `pageClock` alone decides.
    const isOvertaken = responses.pageClock !== begun.pageClock;
    const control = isOvertaken
      ? privateNoCache
      : sharedCacheControl({ fresh: lifeMs / 1_000, stale: 0 }, null)(begun.madeAt);
    return { ...tagged, 'cache-control': control, vary: 'origin' };
  };
  return {
    answer: (request, reply) => {
      if (!isCacheable(request)) return false;
      const cached = responses.get(keyOf(request));
      const at = now().getTime();
      if (cached === undefined || at >= cached.freshUntil) return false;
      cached.sent?.(clientOf(request.ip));
      void sendResponse(request, reply, cached, { at, hit: 'hit' });
      return true;
    },
    begin: (request, moment) =>
      isCacheable(request)
        ? { startedAt: responses.begin(), pageClock: responses.pageClock, madeAt: moment.getTime() }
        : undefined,
    put: async (made) => {
      const { request, reply, begun, text, caching, input, answer } = made;
      const tags = tagsOfAnswer(caching, answer);
      const headers = headersOf(reply.headers(outsideHeaders(made, tags)));
      const change = await responses.priceChangeAfter(begun.madeAt);
      const body = await new ResponseBody(headers, Buffer.from(text), brotliQuality).pack();
      const sent = caching.sent?.(input, answer);
      const response = { status: 200, tags, body, ...(sent && { sent }) };
      const lifetime = lifetimeOf(begun.madeAt, { fresh: caching.lifeMs, stale: 0 }, change);
      responses.put(keyOf(request), { ...response, ...lifetime }, begun.startedAt);
    },
    invalidate: responses.invalidate,
  };
};
