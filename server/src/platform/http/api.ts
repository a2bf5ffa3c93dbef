import { Readable } from 'node:stream';
import { formTurnMs } from '@ceiba/contract/client';
import type { EndpointSpec, FormSpec } from '@ceiba/contract/endpoint';
import { type ErrorCode, errorStatus } from '@ceiba/contract/errors';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createFairGate } from '../limits/concurrency-limit.ts';
import type { CallCache } from '../pages/call-cache.ts';
import { ownOnly, stockTag } from '../pages/response-cache.ts';
import {
  authenticate,
  authenticateStaff,
  bearerOf,
  type CallerOptions,
  clientOf,
  cookiesOf,
  headerOf,
  refuseToken,
  writtenRefusal,
} from './caller.ts';
import { fieldErrorText, unknownFieldText } from './field-errors.ts';
import { refusalOfCall } from './maintenance.ts';
import { openForm, UnreadableBody } from './request-bodies.ts';
import {
  isShared,
  type Refusal,
  type RequestContext,
  type Route,
  statementsOfRequest,
  withRequestScope,
} from './route.ts';
import { sendRefusal } from './send-refusal.ts';

export interface ApiOptions extends CallerOptions {
  isDemo: boolean;
  /** Tests: every answer is checked against its schema, and `x-statements` tells what the request sent to the database. */
  checkAnswers: boolean;
  policy: () => ShopTerms;
  calls: CallCache;
  /** Route options for the endpoint's budget. */
  rateLimitOf: (spec: EndpointSpec) => object;
}

const contextOf = (request: FastifyRequest, reply: FastifyReply, options: ApiOptions): RequestContext => {
  return {
    now: options.now(),
    policy: options.policy(),
    client: clientOf(request.ip),
    isRendering: false,
    requestId: request.id,
    device: headerOf(request, 'user-agent') ?? '',
    idempotencyKey: headerOf(request, 'idempotency-key'),
    captchaToken: headerOf(request, 'x-recaptcha'),
    bearer: bearerOf(request),
    cookie: (name) => cookiesOf(request, name)[0],
    cookies: (name) => cookiesOf(request, name),
    setHeader: (name, value) => {
      reply.header(name, value);
    },
  };
};

const successOf = (spec: EndpointSpec): { status: number; schema: z.ZodType | null } => {
  const [status, schema] = Object.entries(spec.answers)[0] ?? [];
  if (status === undefined || schema === undefined) throw new Error(`${spec.name} describes no successful answer`);
  return { status: Number(status), schema };
};

/**
 * The status of an accepted call.
 *
 * @param checked tests: the answer, compared with its schema
 */
export const successStatus = (spec: EndpointSpec, checked?: { value: unknown }): number => {
  const { status, schema } = successOf(spec);
  const read = checked === undefined ? undefined : schema?.safeParse(checked.value);
  if (read?.success === false)
    throw new Error(`${spec.name} answers against its schema: ${z.prettifyError(read.error)}`);
  const stranger =
    read === undefined || spec.file !== undefined ? undefined : undeclaredField(checked?.value, read.data);
  if (stranger !== undefined)
    throw new Error(`${spec.name} answers a field that its schema does not declare: ${stranger}`);
  return status;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The path of a field that is sent though the schema does not declare it: parsing leaves such fields out. */
const undeclaredField = (sent: unknown, parsed: unknown, path = ''): string | undefined => {
  if (!isObject(sent) || !isObject(parsed) || sent instanceof Date) return undefined;
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(parsed, name)) return `${path}${name}`;
    const deeper = undeclaredField(value, parsed[name], `${path}${name}.`);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
};

/** A form's files are in memory until it is answered: some at once, of one client and of one network fewer. */
const formsAtOnce = { atOnce: 8, atOnceEach: 2, atOnceNetwork: 4, waiting: 100, waitMs: formTurnMs };

/** One of a customer, wherever they call from. */
const formsOfCustomers = { ...formsAtOnce, atOnce: 100, atOnceEach: 1 };

/** Exports and papers that are made, each until it is read: whoever asks for many leaves time and connections to the others. */
const madeFiles = { atOnce: 4, atOnceEach: 2, waiting: 100, waitMs: 45_000 };

interface GatedOptions extends ApiOptions {
  /** Makes and sends a file as soon as there is room for whoever wants it. @throws Overloaded */
  takeFileTurn<T>(type: EndpointSpec['file'], context: RequestContext, work: () => Promise<T>): Promise<T>;
  /** Reads and answers a form with files as soon as there is room for whoever sends it. @throws Overloaded */
  takeFormTurn<T>(context: RequestContext, work: () => Promise<T>): Promise<T>;
}

const createFormTurns = (): GatedOptions['takeFormTurn'] => {
  const customers = createFairGate(formsOfCustomers);
  const clients = createFairGate(formsAtOnce);
  return ({ customer, client }, work) => customers.run(customer?.id ?? client, () => clients.run(client, work));
};

/** A long export holds up no label: each kind has turns of its own, and pictures, which are only read, have none. */
const createFileTurns = (): GatedOptions['takeFileTurn'] => {
  const exported = createFairGate(madeFiles);
  const printed = createFairGate(madeFiles);
  return (type, { staff, client }, work) => {
    const gate = type === 'text/csv' ? exported : type === 'application/pdf' ? printed : undefined;
    return gate === undefined ? work() : gate.run(staff?.id ?? client, work);
  };
};

const answer = async (route: Route, request: FastifyRequest, reply: FastifyReply, options: GatedOptions) => {
  const { spec } = route;
  // What caches outside may have says so itself.
  reply.header('cache-control', isShared(spec) ? ownOnly : 'no-store');
  if (spec.auth === 'demo' && !options.isDemo) return sendRefusal(reply, { code: 'NOT_FOUND' });
  const closed = refusalOfCall(options.policy().maintenance, spec);
  if (closed !== undefined) return sendRefusal(reply, closed);
  if (spec.auth === 'token') {
    const refused = await refuseToken(spec, request, options);
    if (refused !== undefined) return sendRefusal(reply, refused);
  }
  const context = contextOf(request, reply, options);
  if (spec.auth === 'customer' || spec.auth === 'cart' || spec.auth === 'link') {
    const caller = await authenticate(spec, request, options);
    if (!caller.ok) return sendRefusal(reply, caller.error);
    Object.assign(context, caller.value);
  }
  if (spec.auth === 'staff') {
    const caller = await authenticateStaff(spec, request, options);
    if (!caller.ok) return sendRefusal(reply, caller.error);
    Object.assign(context, caller.value);
  }
  const refused = await route.refuseFirst?.(context);
  if (refused !== undefined) return sendRefusal(reply, refused);
  const call = { request, reply, options, context };
  if (spec.form !== undefined) return answerForm(route, spec.form, call);
  // Who waits for a reply waits until it is sent.
  return options.takeFileTurn(spec.file, context, () => answerCall(route, call, request.body));
};

interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
  options: GatedOptions;
  context: RequestContext;
}

/** A form without files is answered like any other call; one with files is judged by its texts before it has a turn to send them. */
async function answerForm(route: Route, spec: FormSpec, call: Call) {
  const { request, reply, options, context } = call;
  const form = await openForm(request, spec);
  try {
    if ('refusal' in form.texts) return sendRefusal(reply, form.texts.refusal);
    const { body } = form.texts;
    const { withFiles } = form;
    if (withFiles === undefined) return await answerCall(route, call, body);
    const texts = parseInput(route.spec, { params: request.params, query: request.query, body });
    if (!texts.ok) return sendRefusal(reply, refusalOfInput(route.spec, texts.fields, texts.onlyParams));
    const refused = await route.refuseBeforeFiles?.(texts.value, context);
    if (refused !== undefined) return sendRefusal(reply, refused);
    return await options.takeFormTurn(context, async () => {
      const refusedFiles = await withFiles((whole) => answerCall(route, call, whole));
      if (refusedFiles !== undefined) return sendRefusal(reply, refusedFiles);
    });
  } finally {
    form.abandon();
  }
}

const answerCall = async (route: Route, { request, reply, options, context }: Call, body: unknown) => {
  const { spec } = route;
  const { params, query } = request;
  if (body instanceof UnreadableBody) throw body.error;
  const input = parseInput(spec, { params, query, body });
  if (!input.ok) {
    const earlier = await route.refuseEarlier?.({ params, query, body }, context);
    return sendRefusal(reply, earlier ?? refusalOfInput(spec, input.fields, input.onlyParams));
  }
  const kept = await options.takeDayBudget(spec, input.value.body, context.client);
  if ('waitSeconds' in kept)
    return sendRefusal(reply, { code: 'RATE_LIMITED', metadata: { retryAfter: kept.waitSeconds } });
  const begun = route.caching && options.calls.begin(request, context.now);
  const result = await route.handle(input.value, context);
  if (options.checkAnswers) {
    const { count, names } = statementsOfRequest();
    reply.header('x-statements', String(count)).header('x-statement-names', names.join(' '));
  }
  if (!result.ok) {
    await kept.giveBack();
    return sendRefusal(reply, await forbiddenOrNot(spec, context, result.error, options));
  }
  if (route.takesStock === true) options.calls.invalidate([stockTag]);
  reply.code(successStatus(spec, options.checkAnswers ? result : undefined));
  if (spec.file !== undefined) return reply.type(spec.file).send(fileBody(result.value));
  const { caching } = route;
  if (begun === undefined || caching === undefined) return reply.send(result.value);
  const text = JSON.stringify(result.value);
  void options.calls.put({ request, reply, begun, text, caching, input: input.value, answer: result.value });
  return reply.type('application/json; charset=utf-8').send(text);
};

/** Records in the audit what a handler forbids a person of the desk, as for calls refused earlier (OFF-10). */
const forbiddenOrNot = async (
  spec: EndpointSpec,
  { staff, requestId, now }: RequestContext,
  refusal: Refusal,
  options: CallerOptions,
): Promise<Refusal> => {
  const isForbidden = errorStatus[refusal.code] === 401 || errorStatus[refusal.code] === 403;
  return isForbidden && staff !== undefined
    ? writtenRefusal(spec, refusal, { staff, requestId, now }, options)
    : refusal;
};

/** A file whole, or piece by piece. */
const fileBody = (value: unknown): Buffer | Readable =>
  value instanceof Uint8Array ? Buffer.from(value) : Readable.from(value as AsyncIterable<string | Uint8Array>);

/** Makes Fastify routes of the endpoints: input parsed by the contract, refusals by the one table, statements counted. */
export const registerRoutes = (app: FastifyInstance, routes: readonly Route[], options: ApiOptions): void => {
  const gated = { ...options, takeFormTurn: createFormTurns(), takeFileTurn: createFileTurns() };
  addRoutes(
    app,
    routes.filter(({ spec }) => spec.form === undefined),
    gated,
  );
  // Forms are read where a call wants one, and nowhere else.
  app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    addRoutes(
      scope,
      routes.filter(({ spec }) => spec.form !== undefined),
      gated,
    );
  });
};

const addRoutes = (app: FastifyInstance, routes: readonly Route[], options: GatedOptions): void => {
  for (const route of routes) {
    app.route({
      method: route.spec.method,
      url: route.spec.path.replace(/\{(\w+)\}/g, ':$1'),
      config: {
        ...options.rateLimitOf(route.spec),
        ...(route.spec.ownPagesOnly && { ownPagesOnly: true }),
      },
      ...(route.spec.bodyBytes !== undefined && { bodyLimit: route.spec.bodyBytes }),
      handler: (request, reply) => {
        // Not the reply: whoever waits for it would watch its socket.
        if (route.caching !== undefined && options.calls.answer(request, reply)) return undefined;
        return withRequestScope(() => answer(route, request, reply, options));
      },
    });
  }
};

/** Fields that a refusal names, at most: who sends more wrong ones learns of the others when these are right. */
const mostFields = 20;

/** Messages by field. Without a prototype, because callers choose the names: every other object has a `constructor` already. */
const noFields = (): Record<string, string> => Object.create(null);

/** `{ field: message }` of DEC-01: the first message of each field, named by its path. */
const fieldsOf = (error: z.ZodError): Record<string, string> => {
  const fields = noFields();
  const tell = (path: readonly PropertyKey[], message: string): void => {
    if (Object.keys(fields).length < mostFields) fields[path.map(String).join('.') || 'body'] ??= message;
  };
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') tell(issue.path, issue.message);
    else for (const key of issue.keys.slice(0, mostFields)) tell([...issue.path, key], unknownFieldText(key));
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

/** What a request brings, by the endpoint's schemas; else `fields` tells what is wrong (DEC-01), `onlyParams` that its path alone is. */
export const parseInput = (spec: EndpointSpec, request: Pick<FastifyRequest, 'params' | 'query' | 'body'>) => {
  const parts = {
    params: parse(spec.params, request.params),
    query: parse(spec.query ?? noQuery, request.query),
    body: parse(spec.body, request.body ?? (spec.body === undefined ? undefined : {})),
  };
  const fields = noFields();
  for (const part of Object.values(parts)) if (!part.ok) Object.assign(fields, part.fields);
  const { params, query, body } = parts;
  if (!params.ok || !query.ok || !body.ok)
    return { ok: false as const, fields, onlyParams: !params.ok && query.ok && body.ok };
  return { ok: true as const, value: { params: params.value, query: query.value, body: body.value } };
};

/** A malformed id in the path names nothing: the endpoint's own "not found", where it has one. */
export const refusalOfInput = (spec: EndpointSpec, fields: Record<string, string>, onlyParams: boolean): Refusal => {
  const notFound: ErrorCode | undefined = spec.errors.find((code) => errorStatus[code] === 404);
  return onlyParams && notFound !== undefined ? { code: notFound } : { code: 'VALIDATION_ERROR', metadata: { fields } };
};
