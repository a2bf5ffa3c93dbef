import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { type ErrorBody, type ErrorCode, errorStatus } from '@ceiba/contract/errors';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isNavigation } from './addresses.ts';
import { clientOf } from './client-of.ts';
import { cookieOf, setCookie } from './cookies.ts';
import { textOfError } from './error-texts.ts';
import { fieldErrorText, unknownFieldText } from './field-error-text.ts';
import { refusalPage, refusalPageHeaders } from './refusal-page.ts';
import { statementsOfRequest, withRequestScope } from './request-scope.ts';
import type { FindSession, FoundSession, Refusal, RequestContext, Route } from './route.ts';

export interface ApiOptions {
  isDemo: boolean;
  /** Tests: every answer is checked against its schema, and `x-statements` tells what the request sent to the database. */
  checkAnswers: boolean;
  now: () => Date;
  policy: () => ShopPolicy;
  findSession: FindSession;
  /** Server rendering asks. */
  isInternal: (request: FastifyRequest) => boolean;
  /** Route options for the endpoint's budget. */
  rateLimitOf: (spec: EndpointSpec) => object;
}

export const errorAnswer = ({ code, message, metadata }: Refusal, requestId?: string): ErrorBody => {
  const text = message ?? textOfError(code);
  const extra = requestId === undefined ? metadata : { ...metadata, requestId };
  return {
    status: errorStatus[code],
    message: text,
    error: { code, message: text, metadata: { ...extra, mgtoCode: code } },
  };
};

/** Refuses with the body of DEC-01; a person who goes to a page sees a page (DEC-191). Nobody keeps a refusal. */
export const sendRefusal = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
  const answer = errorAnswer(refusal, reply.request.id);
  reply.code(answer.status).header('cache-control', 'no-store');
  return isNavigation(reply.request)
    ? reply.headers(refusalPageHeaders).send(refusalPage(answer.status, answer.message))
    : reply.type('application/json; charset=utf-8').send(answer);
};

/** `{ field: message }` of DEC-01: the first message of each field, named by its path. */
const fieldsOf = (error: z.ZodError): Record<string, string> => {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].map(String).join('.')] ??= unknownFieldText(key);
    } else fields[issue.path.map(String).join('.') || 'body'] ??= issue.message;
  }
  return fields;
};

const parse = (
  schema: z.ZodType | undefined,
  value: unknown,
): { ok: true; value: unknown } | { ok: false; fields: Record<string, string> } => {
  if (schema === undefined) return { ok: true, value: undefined };
  const result = schema.safeParse(value, { error: fieldErrorText });
  return result.success ? { ok: true, value: result.data } : { ok: false, fields: fieldsOf(result.error) };
};

const noQuery = z.strictObject({});

const parseInput = (spec: EndpointSpec, request: FastifyRequest) => {
  const parts = {
    params: parse(spec.params, request.params),
    query: parse(spec.query ?? noQuery, request.query),
    body: parse(spec.body, request.body ?? (spec.body === undefined ? undefined : {})),
  };
  const fields: Record<string, string> = {};
  for (const part of Object.values(parts)) if (!part.ok) Object.assign(fields, part.fields);
  const { params, query, body } = parts;
  if (!params.ok || !query.ok || !body.ok)
    return { ok: false as const, fields, onlyParams: !params.ok && query.ok && body.ok };
  return { ok: true as const, value: { params: params.value, query: query.value, body: body.value } };
};

/** A malformed id in the path names nothing: the endpoint's own "not found", where it has one. */
const refusalOfInput = (spec: EndpointSpec, fields: Record<string, string>, onlyParams: boolean): Refusal => {
  const notFound: ErrorCode | undefined = spec.errors.find((code) => errorStatus[code] === 404);
  return onlyParams && notFound !== undefined ? { code: notFound } : { code: 'VALIDATION_ERROR', metadata: { fields } };
};

/** Undefined when it was not sent, or sent empty. */
const headerOf = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

const contextOf = (request: FastifyRequest, reply: FastifyReply, options: ApiOptions): RequestContext => {
  return {
    now: options.now(),
    policy: options.policy(),
    client: clientOf(request.ip),
    isInternal: options.isInternal(request),
    requestId: request.id,
    idempotencyKey: headerOf(request, 'idempotency-key'),
    captchaToken: headerOf(request, 'x-recaptcha'),
    bearer: bearer.exec(headerOf(request, 'authorization') ?? '')?.[1],
    cookie: (name) => cookieOf(request, name),
    setHeader: (name, value) => {
      reply.header(name, value);
    },
  };
};

/** The session cookie of the storefront (DEC-04). */
export const sessionCookie = 'ceiba.session';

/** The header that takes it away. */
export const forgetSession = setCookie({ name: sessionCookie, value: '', maxAge: 0, path: '/' });

const namesCart = z.object({ id: z.uuid() });
const bearsCart = z.object({ cartId: z.uuid() });

/** The cart a call is for: in its path, else in its body or query. */
const cartIdOf = ({ params, query, body }: Pick<FastifyRequest, 'params' | 'query' | 'body'>): string | null =>
  namesCart.safeParse(params).data?.id ??
  bearsCart.safeParse(body).data?.cartId ??
  bearsCart.safeParse(query).data?.cartId ??
  null;

/**
 * Whose call it is (DEC-03, DEC-04): by the bearer token, else by the storefront's cookie. A call that must have a session
 * is refused without; any call that brings a token is refused when that holds no longer (DEC-02), and when the cart it is
 * for is another customer's (DEC-169).
 */
const authenticate = async (
  spec: EndpointSpec,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { findSession, now }: ApiOptions,
): Promise<Result<FoundSession | undefined, Refusal>> => {
  const header = headerOf(request, 'authorization');
  const cookie = header === undefined ? cookieOf(request, sessionCookie) : undefined;
  if (header === undefined && cookie === undefined)
    return spec.auth === 'customer' ? refuse({ code: 'UNAUTHORIZED' }) : ok(undefined);
  // A cookie comes along by itself: what it changes must be wanted by a page of ours, which says so (DEC-04).
  if (cookie !== undefined && request.method !== 'GET' && headerOf(request, 'origin') === undefined)
    return refuse({ code: 'ORIGIN_NOT_ALLOWED' });
  const token = cookie ?? bearer.exec(header ?? '')?.[1];
  const session = token === undefined ? undefined : await findSession(token, now(), cartIdOf(request));
  if (session === undefined) {
    // What holds no longer would be refused at every call for a cart, until the browser forgets it by itself.
    if (cookie !== undefined) reply.header('set-cookie', forgetSession);
    return refuse({ code: 'UNAUTHORIZED' });
  }
  const { customer, cartOwnerId } = session;
  const isForeign = spec.auth === 'cart' && cartOwnerId !== null && cartOwnerId !== customer.id;
  return isForeign ? refuse({ code: 'FORBIDDEN' }) : ok(session);
};

const successOf = (spec: EndpointSpec): { status: number; schema: z.ZodType | null } => {
  const [status, schema] = Object.entries(spec.answers)[0] ?? [];
  if (status === undefined || schema === undefined) throw new Error(`${spec.name} describes no successful answer`);
  return { status: Number(status), schema };
};

/** What is the same for everybody and tells of nobody; every other answer is kept by no browser and no cache. */
const isShared = ({ method, auth, limit }: EndpointSpec): boolean =>
  method === 'GET' && auth === 'public' && (limit === 'read' || limit === 'search');

const answer = async (route: Route, request: FastifyRequest, reply: FastifyReply, options: ApiOptions) => {
  const { spec } = route;
  if (!isShared(spec)) reply.header('cache-control', 'no-store');
  if (spec.auth === 'demo' && !options.isDemo) return sendRefusal(reply, { code: 'NOT_FOUND' });
  const input = parseInput(spec, request);
  const context = contextOf(request, reply, options);
  if (spec.auth === 'customer' || spec.auth === 'cart') {
    const session = await authenticate(spec, { request, reply }, options);
    if (!session.ok) return sendRefusal(reply, session.error);
    if (session.value !== undefined) context.customer = session.value.customer;
  }
  if (!input.ok) {
    const { params, query, body } = request;
    const earlier = await route.refuseEarlier?.({ params, query, body }, context);
    return sendRefusal(reply, earlier ?? refusalOfInput(spec, input.fields, input.onlyParams));
  }
  const result = await route.handle(input.value, context);
  if (options.checkAnswers) {
    const { count, names } = statementsOfRequest();
    reply.header('x-statements', String(count)).header('x-statement-names', names.join(' '));
  }
  if (!result.ok) return sendRefusal(reply, result.error);
  const success = successOf(spec);
  if (options.checkAnswers && success.schema !== null) {
    const checked = success.schema.safeParse(result.value);
    if (!checked.success) throw new Error(`${spec.name} answers against its schema: ${z.prettifyError(checked.error)}`);
  }
  return reply.code(success.status).send(result.value);
};

/** Makes Fastify routes of the endpoints: input parsed by the contract, refusals by the one table, statements counted. */
export const registerRoutes = (app: FastifyInstance, routes: readonly Route[], options: ApiOptions): void => {
  for (const route of routes) {
    app.route({
      method: route.spec.method,
      url: route.spec.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { ...options.rateLimitOf(route.spec) },
      handler: (request, reply) => withRequestScope(() => answer(route, request, reply, options)),
    });
  }
};
