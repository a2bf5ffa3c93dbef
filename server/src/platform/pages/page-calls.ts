import { randomUUID } from 'node:crypto';
import {
  type CallName,
  type Client,
  type LooseInput,
  resultOf,
  textsOf,
  type WireAnswer,
} from '@ceiba/contract/client';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
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
  /** Tests: every answer is checked against its schema. */
  checkAnswers: boolean;
}

export interface PageCalls {
  /** Answers a call by its name, as it would be answered over HTTP. @throws Error for a call that is no public read */
  answer(name: CallName, input: LooseInput): Promise<WireAnswer>;
  /** Forgets what depends on the tags. */
  invalidate(tags: readonly string[]): void;
}

/** An answer to whoever asks, from when it is first asked for. */
interface CachedAnswer {
  answer: Promise<WireAnswer>;
  /** Epoch ms. */
  until: number;
  /** What it is made of; undefined while that is not known: whatever changes may be part of it. */
  tags?: readonly string[];
}

interface MadeAnswer {
  answer: WireAnswer;
  tags?: readonly string[];
}

/** Asked by every page, or every product's: a call that is the same for everybody and takes no input. */
const isOfEveryPage = ({ spec: { params, query, body } }: Route): boolean =>
  params === undefined && query === undefined && body === undefined;

/** What anybody may read: nothing else stands on a page that is the same for everybody. */
const isPublicRead = ({ auth, limit, form }: EndpointSpec): boolean =>
  auth === 'public' && (limit === 'read' || limit === 'search') && form === undefined;

/** Nobody's request: there is no address, session or header to be asked for, and no budget counts it. */
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
 * Calls handlers by the contract's name, without a request being made for them, which costs several times what most of them do
 * (record 0041). Refusals, failures and the answer's JSON are those of HTTP. What every page asks is cached.
 */
export const createPageCalls = (routes: readonly Route[], options: PageCallsOptions): PageCalls => {
  const byName = new Map(routes.filter(({ spec }) => isPublicRead(spec)).map((route) => [route.spec.name, route]));
  /** By name: of a handful of calls, which every page makes. */
  const cache = new Map<string, CachedAnswer>();
  const { log, now, checkAnswers } = options;

  const call = async (route: Route, input: LooseInput, id: string): Promise<MadeAnswer | Refusal> => {
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

  /** Without tags: an answer that nobody else may be given. */
  const make = (route: Route, input: LooseInput): Promise<MadeAnswer> => {
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

  /** Whoever asks while it is made is given it, too. */
  const makeForAll = ({ spec: { name } }: Route, made: Promise<MadeAnswer>, until: number): Promise<WireAnswer> => {
    const cached: CachedAnswer = { answer: made.then(({ answer }) => answer), until };
    cache.set(name, cached);
    return made.then(({ answer, tags }) => {
      if (tags !== undefined) cached.tags = tags;
      else if (cache.get(name) === cached) cache.delete(name);
      return answer;
    });
  };

  return {
    answer: async (name, input) => {
      const route = byName.get(name);
      if (route === undefined) throw new Error(`${name} is no public read: a page that is rendered cannot call it`);
      const cached = cache.get(name);
      const at = now().getTime();
      if (cached !== undefined && at < cached.until) return cached.answer;
      const made = make(route, input);
      if (route.caching === undefined || !isOfEveryPage(route)) return (await made).answer;
      return makeForAll(route, made, at + route.caching.lifeMs);
    },
    invalidate: (tags) => {
      const given = new Set(tags);
      for (const [name, cached] of cache) {
        if (given.has('*') || (cached.tags?.some((tag) => given.has(tag)) ?? true)) cache.delete(name);
      }
    },
  };
};

/** The contract's client for the loaders of a page that is rendered here. */
export const pageClient =
  ({ answer }: Pick<PageCalls, 'answer'>): Client =>
  async (name, input) =>
    resultOf(await answer(name, input));
