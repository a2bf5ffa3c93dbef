import type { DeskCall } from '@ceiba/contract/desk/endpoints';
import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { type ErrorBody, type ErrorCode, errorStatus, platformErrors } from '@ceiba/contract/errors';
import type { DeskAnswer } from '../session/desk-client.ts';

/** A refusal of the API. */
class Refusal {
  readonly code: ErrorCode;
  readonly metadata: Record<string, unknown>;
  readonly message: string;

  constructor(code: ErrorCode, metadata: Record<string, unknown>, message: string) {
    this.code = code;
    this.metadata = metadata;
    this.message = message;
  }
}

export const refusal = (code: ErrorCode, metadata: Record<string, unknown> = {}, message = ''): Refusal =>
  new Refusal(code, metadata, message);

class Silence {}

/** The connection breaks: no answer comes. */
export const noAnswer = new Silence();

/** A request of the page that the contract has accepted. */
export interface Sent {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string>;
}

type Reply<N extends DeskCall> = DeskAnswer<N> | Refusal | Silence;

/** The answers of a test's API to each call. A function is called each time, and may answer later. */
export type DeskCalls = { [N in DeskCall]?: Reply<N> | ((sent: Sent) => Reply<N> | Promise<Reply<N>>) };

/** Error codes that any call of the desk may return. */
const anyCall: readonly ErrorCode[] = [
  ...platformErrors,
  'UNAUTHORIZED',
  'FORBIDDEN',
  'REAUTHENTICATION_REQUIRED',
  'IDEMPOTENCY_KEY_REUSED',
];

const paramsIn = (template: string, pathname: string): Record<string, string> | null => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(pathname)?.slice(1);
  return values === undefined
    ? null
    : Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]));
};

/** Finds the call of an address. Paths with fewer parameters come first, as in the server's router. */
const findCall = (method: string, pathname: string) =>
  Object.values<EndpointSpec>(deskEndpoints)
    .flatMap((spec) => {
      const params = spec.method === method ? paramsIn(spec.path, pathname) : null;
      return params === null ? [] : [{ spec, params }];
    })
    .sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];

/** A form as the server parses it: its files as a list, and each other name with its text. */
const partsOf = (form: FormData, { form: parts }: EndpointSpec): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(form.keys())].map((name) => [name, name === parts?.files ? form.getAll(name) : form.get(name)]),
  );

/** The connection between desk and API: gives the answers of the test, and checks both sides against the contract. */
export class DeskNetwork {
  readonly problems: string[] = [];
  readonly #calls: Map<string, unknown>;
  readonly #sent: { name: string; sent: Sent }[] = [];

  constructor(calls: DeskCalls) {
    this.#calls = new Map(Object.entries(calls));
  }

  /** All requests of one call so far, oldest first. */
  sentTo(name: DeskCall): Sent[] {
    return this.#sent.filter((one) => one.name === name).map(({ sent }) => sent);
  }

  /** Replaces the `fetch` of the browser. */
  fetch = async (
    input: string | URL | Request,
    { method = 'GET', body, headers }: RequestInit = {},
  ): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    const call = findCall(method, url.pathname);
    if (call === undefined) return this.#fail(`${method} ${url.pathname} is no call of the desk`);
    const { spec, params } = call;
    const sent: Sent = {
      params,
      query: Object.fromEntries(url.searchParams),
      body: typeof body === 'string' ? JSON.parse(body) : body instanceof FormData ? partsOf(body, spec) : undefined,
      headers: Object.fromEntries(new Headers(headers)),
    };
    for (const part of ['params', 'query', 'body'] as const) {
      const parsed = spec[part]?.safeParse(sent[part]);
      if (parsed?.success === false)
        return this.#fail(`${spec.name} was sent ${part} that it refuses: ${parsed.error.message}`);
    }
    this.#sent.push({ name: spec.name, sent });
    const reply = this.#calls.get(spec.name);
    if (reply === undefined) return this.#fail(`nobody answers ${spec.name}`);
    return this.#respond(spec, typeof reply === 'function' ? await reply(sent) : reply);
  };

  #respond(spec: EndpointSpec, reply: unknown): Response {
    if (reply instanceof Silence) throw new TypeError('Failed to fetch');
    if (reply instanceof Refusal) {
      const { code, metadata, message } = reply;
      if (![...anyCall, ...spec.errors].includes(code)) return this.#fail(`${spec.name} never refuses with ${code}`);
      const status = errorStatus[code];
      const body: ErrorBody = {
        status,
        message,
        error: { code, message, metadata: { mgtoCode: code, ...metadata } },
      };
      return new Response(JSON.stringify(body), { status });
    }
    const [status, schema] = Object.entries(spec.answers)[0] ?? [];
    const parsed = schema?.safeParse(reply);
    if (parsed?.success === false) return this.#fail(`${spec.name} never answers like this: ${parsed.error.message}`);
    // 204 has no body, not even an empty one.
    return new Response(schema === null ? null : JSON.stringify(reply ?? null), { status: Number(status) });
  }

  #fail(problem: string): never {
    this.problems.push(problem);
    throw new TypeError('Failed to fetch');
  }
}
