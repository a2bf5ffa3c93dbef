import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/caller.ts';
import { ResponseBody } from '../http/response-body.ts';
import type { Caching } from '../http/route.ts';
import {
  lifetimeOf,
  ownOnly,
  type ResponseCache,
  sendResponse,
  sharedCacheControl,
  tagHeadersOf,
} from './response-cache.ts';

/** In every cached answer: what changes prices, names and pictures anywhere (as of every page). */
const frameTag = 'content';

/** What an answer is dropped by. */
export const tagsOfAnswer = ({ tags }: Caching, answer: unknown): string[] => [frameTag, ...tags(answer)];

/** Longer addresses are asked by nobody twice. */
const longestAddress = 512;

/** Of Brotli: an eighth smaller than quality 2, which answers made for one caller have. */
const brotliQuality = 4;

/** An answer that is being made. */
interface BegunAnswer {
  startedAt: number;
  pageClock: number;
  /** Epoch ms: its prices are those of this moment. */
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
  /** Sends what is cached for this request, when something is. */
  answer(request: FastifyRequest, reply: FastifyReply): boolean;
  /** Call before the handler, with the moment it answers for; undefined: an answer to this request is not cached. */
  begin(request: FastifyRequest, moment: Date): BegunAnswer | undefined;
  /** Says on the reply, which is not sent yet, what caches outside may do, and caches the answer under the request's address; never rejects. */
  put(made: MadeAnswer): Promise<void>;
  invalidate(tags: readonly string[]): void;
}

/** What an answer says of itself, for everybody who will be given it; what belongs to one sending is left out. */
const headersOf = (reply: FastifyReply): Record<string, string> => {
  const cached: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (typeof value === 'string' && !/^(?:connection|content-length|x-statement)/.test(name)) cached[name] = value;
  }
  const vary = cached.vary === undefined ? 'accept-encoding' : `${cached.vary}, accept-encoding`;
  return { ...cached, 'content-type': 'application/json; charset=utf-8', vary };
};

/**
 * Answers of calls that are the same for everybody, cached for moments under the tags of pages (record 0055). Requests of a
 * foreign page are told who may read the answer, so theirs are made anew.
 */
export const createCallCache = (responses: ResponseCache, now: () => Date): CallCache => {
  // No address of a page begins so.
  const keyOf = ({ url }: FastifyRequest): string => `call ${url}`;
  const isCacheable = ({ method, url, headers }: FastifyRequest): boolean =>
    responses.isOn && method === 'GET' && headers.origin === undefined && url.length <= longestAddress;
  /** A page of another origin gets another answer: `vary` says so to who might give it this one. */
  const outsideHeaders = ({ caching: { isShared, lifeMs }, begun }: MadeAnswer, tags: readonly string[]) => {
    const tagged = isShared === true ? tagHeadersOf(tags) : undefined;
    if (tagged === undefined) return {};
    // What is for caches outside tells no units.
    const isOvertaken = responses.pageClock !== begun.pageClock;
    const control = isOvertaken ? ownOnly : sharedCacheControl({ fresh: lifeMs / 1_000, stale: 0 }, null)(begun.madeAt);
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
