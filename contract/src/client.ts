import type { Result } from '@ceiba/domain/result';
import type { callTable } from './call-table.ts';
import type { Answer, EndpointSpec, Input } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import type { ErrorBody } from './errors.ts';

/** Milliseconds that a form may wait until the server reads it. */
export const formTurnMs = 15_000;

/** Milliseconds within which a request must have arrived completely: the wait of a form, and half a minute for a slow line. */
export const arrivalMs = formTurnMs + 30_000;

export interface WireRequest {
  method: string;
  /** Path and query, without origin. */
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
  signal?: AbortSignal;
}

export interface WireAnswer {
  status: number;
  text: string;
  /** The header Retry-After, in seconds. */
  retryAfter?: number;
}

/**
 * Carries a request over HTTP; server rendering has a client without HTTP. Throws if no response arrives: a `TimeoutError` after
 * the longest wait.
 */
export type Transport = (request: WireRequest) => Promise<WireAnswer>;

/** A refusal of the API. Status 0 = no response arrived: `NETWORK`, or `TIMEOUT` after the longest wait. */
export interface ApiError {
  code: string;
  status: number;
  message: string;
  metadata: ErrorBody['error']['metadata'];
  /** Seconds after which the same call may be tried again, if the server sent them. */
  retryAfter?: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

export type CallName = keyof typeof callTable;
export type CallInput<N extends CallName> = Input<Endpoints[N]>;
export type CallAnswer<N extends CallName> = Answer<Endpoints[N]>;

/** The input of any call. */
export interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The calls that the shop's browser may make. The contract types them, `call('getCart', { params: { id } })`, without a schema. */
export type ShopCalls = Pick<Endpoints, CallName>;

export type Client<E extends Record<string, EndpointSpec> = ShopCalls> = <N extends keyof E & string>(
  name: N,
  input: Input<E[N]> & LooseInput,
  options?: CallOptions,
) => Promise<Result<Answer<E[N]>, ApiError>>;

/** Path and method of each call, "/v1/carts POST": the browser needs nothing else about it. GET is left out. */
export type CallTable<E> = Readonly<Record<keyof E & string, string>>;

/** The method of a row of a call table. */
export const methodOf = (row: string): string => row.split(' ')[1] ?? 'GET';

/** Values of a path or query as sent: lists separated by commas (DEC-176), undefined values left out. */
export const textsOf = (values: Record<string, unknown> = {}): Record<string, string> => {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) texts[key] = Array.isArray(value) ? value.join(',') : String(value);
  }
  return texts;
};

/** The address with `{id}` filled in and the query appended. */
export const urlOf = (path: string, input: LooseInput): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const search = new URLSearchParams(textsOf(input.query)).toString();
  return search === '' ? filled : `${filled}?${search}`;
};

const unanswered = (error: unknown): { ok: false; error: ApiError } => {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const code = isTimeout ? 'TIMEOUT' : 'NETWORK';
  const message = error instanceof Error ? error.message : 'network';
  return { ok: false, error: { code, status: 0, message, metadata: { mgtoCode: code } } };
};

const parseJson = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Checked without a schema, because the client is part of every page's JavaScript. */
const isErrorBody = (body: unknown): body is ErrorBody => {
  const { error } = Object(body);
  return typeof error?.code === 'string' && error.metadata !== undefined;
};

const refusalOf = ({ status, text, retryAfter }: WireAnswer): { ok: false; error: ApiError } => {
  const body = parseJson(text);
  const wait = retryAfter === undefined ? {} : { retryAfter };
  if (!isErrorBody(body)) {
    return {
      ok: false,
      error: { code: 'UNEXPECTED', status, message: '', metadata: { mgtoCode: 'UNEXPECTED' }, ...wait },
    };
  }
  return { ok: false, error: { ...body.error, status, ...wait } };
};

/** An empty text is null. A text that is not JSON comes from a system between browser and shop: the shop has not answered. */
const answerOf = (text: string) => {
  try {
    return { ok: true, value: JSON.parse(text === '' ? 'null' : text) } as const;
  } catch (error) {
    if (error instanceof SyntaxError) return unanswered(error);
    throw error;
  }
};

/** The result in a response: a value or a refusal. */
export const resultOf = (answer: WireAnswer) => (answer.status >= 400 ? refusalOf(answer) : answerOf(answer.text));

/**
 * Creates one typed client for all endpoints. Refusals return `ok: false` with the server's code; without a response the code is
 * `NETWORK` or `TIMEOUT`. No schema runs in the browser: the server's contract tests prove that the responses match.
 */
export const createClient =
  <E extends Record<string, EndpointSpec>>(transport: Transport, calls: CallTable<E>): Client<E> =>
  async (name, input, options = {}) => {
    const [path = '', method = 'GET'] = calls[name].split(' ');
    const request: WireRequest = {
      method,
      url: urlOf(path, input),
      headers: { accept: 'application/json', ...options.headers },
      ...(options.signal ? { signal: options.signal } : {}),
    };
    // The transport writes a form's header, because that names the boundary between its parts.
    if (input.body instanceof FormData) request.body = input.body;
    else if (input.body !== undefined) {
      request.body = JSON.stringify(input.body);
      request.headers['content-type'] = 'application/json';
    }
    let answer: WireAnswer;
    try {
      answer = await transport(request);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      return unanswered(error);
    }
    return resultOf(answer);
  };
