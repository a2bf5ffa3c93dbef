import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from './client-of.ts';
import { PackedBody } from './packed-body.ts';
import { type CachedPage, createPageCache } from './page-cache.ts';
import { type FindPriceChange, keepPriceChange } from './price-change.ts';
import type { Keeping } from './route.ts';
import { sendPage } from './send-page.ts';

/** Tag of answers that tell how many units there are: this process drops them when it has sold some. */
export const stockTag = 'stock';

/** In every kept answer: what changes prices, names and pictures anywhere (as of every page). */
const frameTags = ['catalog', 'content'] as const;

/** Longer addresses are asked by nobody twice. */
const longestAddress = 512;

interface KeptCall extends CachedPage {
  /** Told each time the answer is sent from here. */
  sent: ((client: string) => void) | undefined;
}

export interface KeptCallsOptions {
  /** 0: nothing is kept. */
  maxBytes: number;
  findPriceChange: FindPriceChange;
  now: () => Date;
}

/** An answer that is being made. */
interface BegunAnswer {
  /** The purges heard by then. */
  startedAt: number;
  /** Epoch ms: its prices are those of this moment. */
  madeAt: number;
}

export interface KeptCalls {
  /** Sends what is kept for this request, when something is. */
  answer(request: FastifyRequest, reply: FastifyReply): boolean;
  /** Call before the handler, with the moment it answers for; undefined: an answer to this request is not kept. */
  begin(request: FastifyRequest, moment: Date): BegunAnswer | undefined;
  /** Keeps an answer that was begun, under the request's address; never rejects. */
  keep(call: { request: FastifyRequest; reply: FastifyReply; begun: BegunAnswer; text: string } & Kept): Promise<void>;
  purge(tags: readonly string[]): void;
}

interface Kept {
  keeping: Keeping;
  input: unknown;
  answer: unknown;
}

/** What an answer says of itself, for everybody who will be given it; what belongs to one sending is left out. */
const headersOf = (reply: FastifyReply): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (typeof value === 'string' && !/^(?:connection|content-length|x-statement)/.test(name)) kept[name] = value;
  }
  return { ...kept, 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' };
};

/**
 * Answers of calls that are the same for everybody, kept for moments under the tags of pages (record 0054). Requests of a
 * foreign page are told who may read the answer, so theirs are made anew; so are those of server rendering, whose pages
 * are kept themselves.
 */
export const createKeptCalls = ({ maxBytes, findPriceChange, now }: KeptCallsOptions): KeptCalls => {
  const cache = createPageCache<KeptCall>(maxBytes);
  const priceChange = keepPriceChange(findPriceChange);
  const isKeepable = ({ method, url, headers }: FastifyRequest): boolean =>
    maxBytes > 0 && method === 'GET' && headers.origin === undefined && url.length <= longestAddress;
  return {
    answer: (request, reply) => {
      if (!isKeepable(request)) return false;
      const kept = cache.get(request.url);
      if (kept === undefined || now().getTime() >= kept.freshUntil) return false;
      kept.sent?.(clientOf(request.ip));
      void sendPage(request, reply, kept, 'hit');
      return true;
    },
    begin: (request, moment) =>
      isKeepable(request) ? { startedAt: cache.startRender(), madeAt: moment.getTime() } : undefined,
    keep: async ({ request, reply, begun: { startedAt, madeAt }, text, keeping, input, answer }) => {
      const headers = headersOf(reply);
      // Unknown (the database is away): not kept.
      const next = await priceChange.after(madeAt).catch(() => madeAt);
      const body = await PackedBody.of(headers, text);
      const freshUntil = Math.min(madeAt + keeping.lifeMs, next ?? Number.POSITIVE_INFINITY);
      cache.put(
        request.url,
        {
          status: 200,
          tags: [...frameTags, ...keeping.tags(answer)],
          body,
          freshUntil,
          staleUntil: freshUntil,
          sent: keeping.sent?.(input, answer),
        },
        startedAt,
      );
    },
    purge: (tags) => {
      priceChange.forget(tags);
      cache.purge(tags);
    },
  };
};
