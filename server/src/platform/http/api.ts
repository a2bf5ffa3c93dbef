import { Readable } from 'node:stream';
import { formTurnMs } from '@ceiba/contract/client';
import { type EndpointSpec, type FormSpec, idempotencyKeyMaxLength } from '@ceiba/contract/endpoint';
import { type ErrorCode, errorStatus } from '@ceiba/contract/errors';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createFairGate } from '../limits/concurrency-limit.ts';
import type { CallCache } from '../pages/call-cache.ts';
import { privateNoCache, stockTag } from '../pages/response-cache.ts';
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
  isSameForAll,
  type Refusal,
  type RequestContext,
  type Route,
  statementsOfRequest,
  withRequestScope,
} from './route.ts';
import { sendRefusal } from './send-refusal.ts';

export interface ApiOptions extends CallerOptions {
  isDemo: boolean;
  /** For tests: checks every answer against its schema. The header `x-statements` then has the number of the request's statements. */
  checkAnswers: boolean;
  policy: () => ShopTerms;
  calls: CallCache;
  /** Returns the route options for the endpoint's rate limit. */
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
 * Returns the status of a successful answer.
 *
 * @param checked in tests: the answer, to compare with its schema
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

/** Returns the path of a sent field that the schema does not declare. Undefined if there is none. Parsing drops such fields. */
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

/** Limits of forms with files, in total, per client and per network. The files of a form stay in memory until the form is answered. */
const formsAtOnce = { atOnce: 8, atOnceEach: 2, atOnceNetwork: 4, waiting: 100, waitMs: formTurnMs };

/** A customer may send only one form at a time, from any address. */
const formsOfCustomers = { ...formsAtOnce, atOnce: 100, atOnceEach: 1 };

/**
 * Limits of exports and documents that are being generated. A file counts until it is read completely. The limits leave time and
 * connections for other clients.
 */
const madeFiles = { atOnce: 4, atOnceEach: 2, waiting: 100, waitMs: 45_000 };

interface GatedOptions extends ApiOptions {
  /** Generates and sends a file when it is its client's turn. @throws Overloaded */
  takeFileTurn<T>(type: EndpointSpec['file'], context: RequestContext, work: () => Promise<T>): Promise<T>;
  /** Reads and answers a form with files when it is its client's turn. @throws Overloaded */
  takeFormTurn<T>(context: RequestContext, work: () => Promise<T>): Promise<T>;
}

const createFormTurns = (): GatedOptions['takeFormTurn'] => {
  const customers = createFairGate(formsOfCustomers);
  const clients = createFairGate(formsAtOnce);
  return ({ customer, client }, work) => customers.run(customer?.id ?? client, () => clients.run(client, work));
};

/** Each kind of file has separate turns, so that a long export does not delay a label. Pictures are only read and need no turn. */
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
  // Routes whose answers outside caches may store set their own header.
  reply.header('cache-control', isSameForAll(spec) ? privateNoCache : 'no-store');
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
  // Returns the promise of the work, so that the turn lasts until the reply is sent.
  return options.takeFileTurn(spec.file, context, () => answerCall(route, call, request.body));
};

interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
  options: GatedOptions;
  context: RequestContext;
}

/** A form without files is answered like any other call. A form with files waits for its turn only after its text fields are checked. */
async function answerForm(route: Route, spec: FormSpec, call: Call) {
  const { request, reply, options, context } = call;
  const form = await openForm(request, spec);
  try {
    if ('refusal' in form.texts) return sendRefusal(reply, form.texts.refusal);
    const { body } = form.texts;
    const { withFiles } = form;
    if (withFiles === undefined) return await answerCall(route, call, body);
    const texts = readInput(call, route.spec, body);
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

/** Parses the input of a call, and checks its Idempotency-Key. Every call refuses a key that is too long to be stored (DEC-172). */
const readInput = ({ request, context }: Pick<Call, 'request' | 'context'>, spec: EndpointSpec, body: unknown) => {
  const { params, query } = request;
  const input = parseInput(spec, { params, query, body });
  if ((context.idempotencyKey?.length ?? 0) <= idempotencyKeyMaxLength) return input;
  const text = `La clave de la solicitud debe tener como máximo ${idempotencyKeyMaxLength} caracteres.`;
  const fields = Object.assign(noFields(), input.ok ? {} : input.fields, { 'Idempotency-Key': text });
  return { ok: false as const, fields, onlyParams: false };
};

const answerCall = async (route: Route, { request, reply, options, context }: Call, body: unknown) => {
  const { spec } = route;
  const { params, query } = request;
  if (body instanceof UnreadableBody) throw body.error;
  const input = readInput({ request, context }, spec, body);
  if (!input.ok) {
    const earlier = await route.refuseEarlier?.({ params, query, body }, context);
    return sendRefusal(reply, earlier ?? refusalOfInput(spec, input.fields, input.onlyParams));
  }
  const budget = await options.takeDayBudget(spec, input.value.body, context.client);
  if ('waitSeconds' in budget)
    return sendRefusal(reply, { code: 'RATE_LIMITED', metadata: { retryAfter: budget.waitSeconds } });
  const pending = route.caching && options.calls.begin(request, context.now);
  const result = await route.handle(input.value, context);
  if (options.checkAnswers) {
    const { count, names } = statementsOfRequest();
    reply.header('x-statements', String(count)).header('x-statement-names', names.join(' '));
  }
  if (!result.ok) {
    budget.giveBack();
    return sendRefusal(reply, await forbiddenOrNot(spec, context, result.error, options));
  }
  if (route.takesStock === true) options.calls.invalidate([stockTag]);
  reply.code(successStatus(spec, options.checkAnswers ? result : undefined));
  if (spec.file !== undefined) return reply.type(spec.file).send(fileBody(result.value));
  const { caching } = route;
  if (pending === undefined || caching === undefined || caching.isForAll?.(input.value) === false)
    return reply.send(result.value);
  const text = JSON.stringify(result.value);
  void options.calls.put({ request, reply, pending, text, caching, input: input.value, answer: result.value });
  return reply.type('application/json; charset=utf-8').send(text);
};

/** Records in the audit that a handler refused a staff member as forbidden, as is done for calls refused before their handler (OFF-10). */
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

/** Returns a file as a buffer or as a stream. */
const fileBody = (value: unknown): Buffer | Readable =>
  value instanceof Uint8Array ? Buffer.from(value) : Readable.from(value as AsyncIterable<string | Uint8Array>);

/** Creates Fastify routes from the endpoints. The contract parses the input, one table maps refusals, and statements are counted. */
export const registerRoutes = (app: FastifyInstance, routes: readonly Route[], options: ApiOptions): void => {
  const gated = { ...options, takeFormTurn: createFormTurns(), takeFileTurn: createFileTurns() };
  addRoutes(
    app,
    routes.filter(({ spec }) => spec.form === undefined),
    gated,
  );
  // Only calls with a form parse multipart bodies.
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
        // Returns undefined instead of the reply, because to await the reply would watch its socket.
        if (route.caching !== undefined && options.calls.answer(request, reply)) return undefined;
        return withRequestScope(() => answer(route, request, reply, options));
      },
    });
  }
};

/** Maximum number of fields that a refusal names. The client sees further fields after correcting these. */
const maxFields = 20;

/** Messages by field. The object has no prototype, because callers choose the names, and other objects already have a `constructor`. */
const noFields = (): Record<string, string> => Object.create(null);

/** Returns the `{ field: message }` object of DEC-01: the first message of each field, keyed by its path. */
const fieldsOf = (error: z.ZodError): Record<string, string> => {
  const fields = noFields();
  const addField = (path: readonly PropertyKey[], message: string): void => {
    if (Object.keys(fields).length < maxFields) fields[path.map(String).join('.') || 'body'] ??= message;
  };
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') addField(issue.path, issue.message);
    else for (const key of issue.keys.slice(0, maxFields)) addField([...issue.path, key], unknownFieldText(key));
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

/** Parses a request by the endpoint's schemas. On failure, `fields` lists the errors (DEC-01). `onlyParams`: only the path is wrong. */
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

/** Returns the refusal of a wrong input. With a malformed ID in the path, this is the endpoint's own "not found", if it has one. */
export const refusalOfInput = (spec: EndpointSpec, fields: Record<string, string>, onlyParams: boolean): Refusal => {
  const notFound: ErrorCode | undefined = spec.errors.find((code) => errorStatus[code] === 404);
  return onlyParams && notFound !== undefined ? { code: notFound } : { code: 'VALIDATION_ERROR', metadata: { fields } };
};
