import type { Result } from '@ceiba/domain/result';
import type { callTable } from './call-table.ts';
import type { Answer, EndpointSpec, Input } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import type { ErrorBody } from './errors.ts';

/** Milliseconds a form may wait for its turn before the server reads it. */
export const formTurnMs = 15_000;

/** Milliseconds within which a request must have arrived whole: half a minute on a slow line, after a form's turn has come. */
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
  /** Header Retry-After, seconds. */
  retryAfter?: number;
}

/**
 * Carries a request over HTTP; server rendering has a client that needs none. Throws when nothing answers, a `TimeoutError` when
 * it waited as long as it may.
 */
export type Transport = (request: WireRequest) => Promise<WireAnswer>;

/** A refusal of the API; with status 0 no answer came: `NETWORK`, or `TIMEOUT` when it was waited for too long. */
export interface ApiError {
  code: string;
  status: number;
  message: string;
  metadata: ErrorBody['error']['metadata'];
  /** Seconds after which the same call may be tried again, where the server said so. */
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

/** `call('getCart', { params: { id } })`: typed by the contract, without carrying a schema into the browser. */
/** What a browser of the shop may call. */
export type ShopCalls = Pick<Endpoints, CallName>;

export type Client<E extends Record<string, EndpointSpec> = ShopCalls> = <N extends keyof E & string>(
  name: N,
  input: Input<E[N]> & LooseInput,
  options?: CallOptions,
) => Promise<Result<Answer<E[N]>, ApiError>>;

/** Method and path of each call: all that a browser needs to know of it. */
export type CallTable<E> = Readonly<Record<keyof E & string, readonly [method: string, path: string]>>;

/** Values of a path or query as they travel: lists comma separated (DEC-176), undefined values left out. */
export const textsOf = (values: Record<string, unknown> = {}): Record<string, string> => {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) texts[key] = Array.isArray(value) ? value.join(',') : String(value);
  }
  return texts;
};

/** `{id}` filled in and the query appended. */
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

/** Checked by hand, not by schema: the client is in every page's JavaScript. */
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

/** No text is null. Text that is no JSON comes from something between browser and shop: the shop has not answered. */
const answerOf = (text: string) => {
  try {
    return { ok: true, value: JSON.parse(text === '' ? 'null' : text) } as const;
  } catch (error) {
    if (error instanceof SyntaxError) return unanswered(error);
    throw error;
  }
};

/** What an answer says. */
export const resultOf = (answer: WireAnswer) => (answer.status >= 400 ? refusalOf(answer) : answerOf(answer.text));

/**
 * One typed client for all endpoints. Refusals come back as `ok: false` with the server's code; a request that got no
 * answer is `NETWORK` or `TIMEOUT`. Answers are trusted as the server's contract tests prove them: no schema runs in the browser.
 */
export const createClient =
  <E extends Record<string, EndpointSpec>>(transport: Transport, calls: CallTable<E>): Client<E> =>
  async (name, input, options = {}) => {
    const [method, path] = calls[name];
    const request: WireRequest = {
      method,
      url: urlOf(path, input),
      headers: { accept: 'application/json', ...options.headers },
      ...(options.signal ? { signal: options.signal } : {}),
    };
    // The transport writes a form's own header, with the line between its parts.
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
