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
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { FastifyBaseLogger } from 'fastify';
import { successStatus } from './api.ts';
import { tagsOfAnswer } from './call-cache.ts';
import { parseInput, refusalOfInput } from './call-input.ts';
import { refusalOfFailure } from './refusals.ts';
import { withRequestScope } from './request-scope.ts';
import type { Refusal, RequestContext, Route } from './route.ts';
import { errorAnswer } from './send-refusal.ts';
import { createTaggedCache, type Tagged } from './tagged-cache.ts';

export interface PageCallsOptions {
  log: FastifyBaseLogger;
  now: () => Date;
  policy: () => ShopPolicy;
  /** Tests: every answer is checked against its schema. */
  checkAnswers: boolean;
}

export interface PageCalls {
  /** Answers a call by its name, as it would be answered over HTTP. @throws Error for a call that is no public read */
  answer(name: CallName, input: LooseInput): Promise<WireAnswer>;
  /** Forgets what depends on the tags. */
  invalidate(tags: readonly string[]): void;
}

interface CachedAnswer extends Tagged {
  answer: WireAnswer;
  /** Epoch ms. */
  until: number;
}

/** Bytes: there are a handful of calls that every page makes. */
const cacheBytes = 1_000_000;

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
 * (record 0065). Refusals, failures and the answer's JSON are those of HTTP. What every page asks is cached.
 */
export const createPageCalls = (routes: readonly Route[], options: PageCallsOptions): PageCalls => {
  const byName = new Map(routes.filter(({ spec }) => isPublicRead(spec)).map((route) => [route.spec.name, route]));
  const cache = createTaggedCache<CachedAnswer>(cacheBytes, ({ answer }) => answer.text.length + 1);
  const { log, now, checkAnswers } = options;

  const call = async (route: Route, input: LooseInput, id: string): Promise<WireAnswer | Refusal> => {
    const { spec, handle, caching } = route;
    const { params, query, body } = input;
    const sent = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
    const read = parseInput(spec, { params: textsOf(params), query: textsOf(query), body: sent });
    if (!read.ok) return refusalOfInput(spec, read.fields, read.onlyParams);
    const begunAt = cache.begin();
    const context = contextOf(options, id);
    const result = await handle(read.value, context);
    if (!result.ok) return result.error;
    const status = successStatus(spec, checkAnswers ? result : undefined);
    const answer = { status, text: JSON.stringify(result.value) ?? '' };
    if (caching !== undefined && isOfEveryPage(route)) {
      const until = context.now.getTime() + caching.lifeMs;
      cache.put(spec.name, { answer, tags: tagsOfAnswer(caching, result.value), until }, begunAt);
    }
    return answer;
  };

  return {
    answer: async (name, input) => {
      const route = byName.get(name);
      if (route === undefined) throw new Error(`${name} is no public read: a page that is rendered cannot call it`);
      const cached = cache.get(name);
      if (cached !== undefined && now().getTime() < cached.until) return cached.answer;
      const id = randomUUID();
      return withRequestScope(async () => {
        const answered = await call(route, input, id).catch((error: unknown) =>
          refusalOfFailure(asError(error), { id, log }),
        );
        if ('text' in answered) return answered;
        const refused = errorAnswer(answered, id);
        return { status: refused.status, text: JSON.stringify(refused) };
      });
    },
    invalidate: cache.invalidate,
  };
};

/** The contract's client for the loaders of a page that is rendered here. */
export const pageClient =
  ({ answer }: Pick<PageCalls, 'answer'>): Client =>
  async (name, input) =>
    resultOf(await answer(name, input));
