import type { Result } from '@ceiba/domain/result';
import type { callTable } from './call-table.ts';
import type { Answer, EndpointSpec, Input } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import type { ErrorBody } from './errors.ts';

/** Maximum number of milliseconds that a form waits until the server reads it. */
export const formTurnMs = 15_000;

/** Milliseconds within which a request must arrive completely: the wait of a form, and half a minute for a slow connection. */
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
 * Sends a request over HTTP. Server rendering has a client without HTTP. Throws if no response arrives: a `TimeoutError` after
 * the maximum wait.
 */
export type Transport = (request: WireRequest) => Promise<WireAnswer>;

/** A refusal of the API. Status 0 means that no response arrived: `NETWORK`, or `TIMEOUT` after the maximum wait. */
export interface ApiError {
  code: string;
  status: number;
  message: string;
  metadata: ErrorBody['error']['metadata'];
  /** Seconds after which the same call may be retried, if the server sent them. */
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

/** Path and method of each call, "/v1/carts POST". The browser needs no other data about calls. GET is omitted. */
export type CallTable<E> = Readonly<Record<keyof E & string, string>>;

/** Returns the method of a row in a call table. */
export const methodOf = (row: string): string => row.split(' ')[1] ?? 'GET';

/** Returns values of a path or query as sent: lists separated by commas (DEC-176), without undefined values. */
export const textsOf = (values: Record<string, unknown> = {}): Record<string, string> => {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) texts[key] = Array.isArray(value) ? value.join(',') : String(value);
  }
  return texts;
};

/** Returns the address with `{id}` filled in and the query appended. */
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

/**
 * Parses a response's text. An empty text is null. A text that is not JSON comes from a system between browser and
 * shop, not from the shop.
 */
const answerOf = (text: string) => {
  try {
    return { ok: true, value: JSON.parse(text === '' ? 'null' : text) } as const;
  } catch (error) {
    if (error instanceof SyntaxError) return unanswered(error);
    throw error;
  }
};

/** Returns the result of a response: a value or a refusal. */
export const resultOf = (answer: WireAnswer) => (answer.status >= 400 ? refusalOf(answer) : answerOf(answer.text));

/**
 * Creates one typed client for all endpoints. Refusals return `ok: false` with the server's code. Without a response the code is
 * `NETWORK` or `TIMEOUT`. No schema runs in the browser, because the server's contract tests prove that the responses match.
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
    // The transport writes a form's header, because the header contains the boundary between the parts.
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
