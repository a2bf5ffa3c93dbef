import { randomUUID } from 'node:crypto';
import type { Transport, WireRequest } from '@ceiba/contract/client';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { FastifyBaseLogger } from 'fastify';
import { successStatus } from './api.ts';
import { parseInput } from './call-input.ts';
import { refusalOfFailure } from './refusals.ts';
import { withRequestScope } from './request-scope.ts';
import type { RequestContext, Route } from './route.ts';
import { errorAnswer } from './send-refusal.ts';

export interface InnerCallsOptions {
  log: FastifyBaseLogger;
  now: () => Date;
  policy: () => ShopPolicy;
  checkAnswers: boolean;
  /** The way of every call from outside. */
  otherwise: Transport;
}

/** Who asks from within: nobody's budget counts it. */
const ourselves = '127.0.0.1';

/** What anybody may ask, of which nothing but its input matters. */
const isPlain = ({ spec, refuseFirst }: Route): boolean =>
  spec.auth === 'public' && spec.form === undefined && refuseFirst === undefined;

const isParam = (part: string): boolean => part.startsWith('{');

/** Orders paths as the framework does: where one says a word and another takes any, the word goes first. */
const precedence = ({ spec }: Route): string =>
  spec.path
    .split('/')
    .map((part) => (isParam(part) ? '1' : '0'))
    .join('');

/** Finds the route of an address by its method and the parts of its path. */
const finder = (routes: readonly Route[]) => {
  const known = routes
    .filter(isPlain)
    .toSorted((a, b) => precedence(a).localeCompare(precedence(b)))
    .map((route) => ({ route, parts: route.spec.path.split('/') }));
  const byCount = Map.groupBy(known, ({ route, parts }) => `${route.spec.method} ${parts.length}`);
  return (method: string, path: string): { route: Route; params: Record<string, string> } | undefined => {
    const given = path.split('/');
    const found = byCount
      .get(`${method} ${given.length}`)
      ?.find(({ parts }) => parts.every((part, index) => isParam(part) || part === given[index]));
    if (found === undefined) return undefined;
    const params = found.parts.flatMap((part, index) =>
      isParam(part) ? [[part.slice(1, -1), decodeURIComponent(given[index] ?? '')]] : [],
    );
    return { route: found.route, params: Object.fromEntries(params) };
  };
};

const rawInput = (search: string, params: Record<string, string>, body: WireRequest['body']) => ({
  params,
  query: Object.fromEntries(new URLSearchParams(search)),
  body: typeof body === 'string' ? JSON.parse(body) : undefined,
});

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/**
 * How the server's own rendering asks the API: handlers are called without a request being made for them, which costs several times
 * what most of them do. Only what anybody may ask, asked as the contract wants it, goes this way; all else goes `otherwise`.
 */
export const innerCalls = (
  routes: readonly Route[],
  { log, now, policy, checkAnswers, otherwise }: InnerCallsOptions,
): Transport => {
  const find = finder(routes);
  const contextOf = (requestId: string): RequestContext => ({
    now: now(),
    policy: policy(),
    client: ourselves,
    isInternal: true,
    requestId,
    idempotencyKey: undefined,
    captchaToken: undefined,
    bearer: undefined,
    cookie: () => undefined,
    cookies: () => [],
    setHeader: () => {},
  });
  return async (request) => {
    const [path = '', search = ''] = request.url.split('?', 2);
    const found = find(request.method, path);
    if (found === undefined || request.body instanceof FormData) return otherwise(request);
    const { route, params } = found;
    const input = parseInput(route.spec, rawInput(search, params, request.body));
    if (!input.ok) return otherwise(request);
    const id = randomUUID();
    const refuse = (refusal: Parameters<typeof errorAnswer>[0]) => {
      const answer = errorAnswer(refusal, id);
      return { status: answer.status, text: JSON.stringify(answer) };
    };
    return withRequestScope(async () => {
      try {
        const result = await route.handle(input.value, contextOf(id));
        if (!result.ok) return refuse(result.error);
        const status = successStatus(route.spec, checkAnswers ? result : undefined);
        return { status, text: JSON.stringify(result.value) ?? '' };
      } catch (error) {
        return refuse(refusalOfFailure(asError(error), { id, log }));
      }
    });
  };
};
