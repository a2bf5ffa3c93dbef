import { randomUUID } from 'node:crypto';
import {
  type CallName,
  type Client,
  type LooseInput,
  resultOf,
  textsOf,
  type WireAnswer,
} from '@ceiba/contract/client';
import type { EndpointSpec, RateLimit } from '@ceiba/contract/endpoint';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import type { FastifyBaseLogger } from 'fastify';
import { parseInput, refusalOfInput, successStatus } from '../http/api.ts';
import { refusalOfFailure } from '../http/refusals.ts';
import { type Refusal, type RequestContext, type Route, withRequestScope } from '../http/route.ts';
import { errorAnswer } from '../http/send-refusal.ts';
import { tagsOfAnswer } from './call-cache.ts';

export interface PageCallsOptions {
  log: FastifyBaseLogger;
  now: () => Date;
  policy: () => ShopTerms;
  /** The next moment after the given one at which a price changes by itself, in epoch ms. Null if no change is planned. */
  priceChangeAfter(moment: number): Promise<number | null>;
  /** For tests: checks every answer against its schema. */
  checkAnswers: boolean;
}

export interface PageCalls {
  /** Answers a call by its name, as over HTTP. @throws Error if the call is not a public read */
  answer(name: CallName, input: LooseInput): Promise<WireAnswer>;
  /** Drops answers that depend on the tags. */
  invalidate(tags: readonly string[]): void;
}

/** A shared answer, from its first request on. */
interface CachedAnswer {
  answer: Promise<WireAnswer>;
  /** In epoch ms. */
  until: number;
  /** The tags of the data in the answer. Undefined until the answer has arrived, because until then every change may affect it. */
  tags?: readonly string[];
}

interface FinishedAnswer {
  answer: WireAnswer;
  tags?: readonly string[];
}

/** True for a call whose answer all pages may share, because it is the same for everybody and has no input. */
const isOfEveryPage = ({ spec: { params, query, body } }: Route): boolean =>
  params === undefined && query === undefined && body === undefined;

/**
 * True for data that anybody may read, for previews of products and for the live stock of stores. A page that is the same for everybody
 * contains only data that anybody may read. A page with a preview or live stock is not cached anywhere.
 */
const isPublicRead = ({ auth, limit, form }: EndpointSpec): boolean =>
  auth === 'public' && readLimits.has(limit) && form === undefined;

const readLimits: ReadonlySet<RateLimit> = new Set(['read', 'search', 'preview', 'liveStock']);

/** Returns an anonymous context, without address, session or header. No rate limit counts it. */
const contextOf = ({ now, policy }: PageCallsOptions, requestId: string): RequestContext => ({
  now: now(),
  policy: policy(),
  client: '127.0.0.1',
  isRendering: true,
  requestId,
  device: '',
  idempotencyKey: undefined,
  captchaToken: undefined,
  bearer: undefined,
  cookie: () => undefined,
  cookies: () => [],
  setHeader: () => {},
});

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/**
 * Calls handlers by name. To build a request would cost several times more than most handlers (record 0041). Refusals, failures and JSON
 * are the same as over HTTP. Answers that every page needs are cached.
 */
export const createPageCalls = (routes: readonly Route[], options: PageCallsOptions): PageCalls => {
  const byName = new Map(routes.filter(({ spec }) => isPublicRead(spec)).map((route) => [route.spec.name, route]));
  /** The cached answers to the few calls that every page makes, by the name of the call. */
  const cache = new Map<string, CachedAnswer>();
  const { log, now, checkAnswers, priceChangeAfter } = options;

  const call = async (route: Route, input: LooseInput, id: string): Promise<FinishedAnswer | Refusal> => {
    const { spec, handle, caching } = route;
    const { params, query, body } = input;
    const sent = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
    const read = parseInput(spec, { params: textsOf(params), query: textsOf(query), body: sent });
    if (!read.ok) return refusalOfInput(spec, read.fields, read.onlyParams);
    const result = await handle(read.value, contextOf(options, id));
    if (!result.ok) return result.error;
    const status = successStatus(spec, checkAnswers ? result : undefined);
    const answer = { status, text: JSON.stringify(result.value) ?? '' };
    return { answer, ...(caching && { tags: tagsOfAnswer(caching, result.value) }) };
  };

  /** Makes an answer for all callers that wait for it. An answer without tags cannot be reused. */
  const make = (route: Route, input: LooseInput): Promise<FinishedAnswer> => {
    const id = randomUUID();
    return withRequestScope(async () => {
      const made = await call(route, input, id).catch((error: unknown) =>
        refusalOfFailure(asError(error), { id, log }),
      );
      if ('answer' in made) return made;
      const refused = errorAnswer(made, id);
      return { answer: { status: refused.status, text: JSON.stringify(refused) } };
    });
  };

  /** Callers that arrive while the answer is being made share the answer. */
  const makeForAll = (name: string, made: Promise<FinishedAnswer>, { at, lifeMs }: { at: number; lifeMs: number }) => {
    const cached: CachedAnswer = { answer: made.then(({ answer }) => answer), until: at + lifeMs };
    cache.set(name, cached);
    return made.then(async ({ answer, tags }): Promise<WireAnswer> => {
      if (tags !== undefined) cached.tags = tags;
      else if (cache.get(name) === cached) cache.delete(name);
      cached.until = Math.min(cached.until, (await priceChangeAfter(at)) ?? cached.until);
      return answer;
    });
  };

  return {
    answer: async (name, input) => {
      const route = byName.get(name);
      if (route === undefined) throw new Error(`${name} is not a public read: a rendered page cannot call it`);
      const cached = cache.get(name);
      const at = now().getTime();
      if (cached !== undefined && at < cached.until) return cached.answer;
      const made = make(route, input);
      if (route.caching === undefined || !isOfEveryPage(route)) return (await made).answer;
      return makeForAll(name, made, { at, lifeMs: route.caching.lifeMs });
    },
    invalidate: (tags) => {
      const given = new Set(tags);
      for (const [name, cached] of cache) {
        if (given.has('*') || (cached.tags?.some((tag) => given.has(tag)) ?? true)) cache.delete(name);
      }
    },
  };
};

/** Returns the contract's client for the loaders of a page that is rendered in this process. */
export const pageClient =
  ({ answer }: Pick<PageCalls, 'answer'>): Client =>
  async (name, input) =>
    resultOf(await answer(name, input));
