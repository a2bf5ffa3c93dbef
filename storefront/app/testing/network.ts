import { callTable } from '@ceiba/contract/call-table';
import type { CallAnswer, CallName } from '@ceiba/contract/client';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import { type ErrorBody, type ErrorCode, errorStatus, platformErrors } from '@ceiba/contract/errors';

/** A refusal of the API; `headers` as it travels with (Retry-After). */
class Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly metadata: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, { message = '', metadata = {}, headers = {} }: Partial<Omit<Refusal, 'code'>>) {
    this.code = code;
    this.message = message;
    this.metadata = metadata;
    this.headers = headers;
  }
}

export const refusal = (code: ErrorCode, rest: Partial<Omit<Refusal, 'code'>> = {}): Refusal => new Refusal(code, rest);

const never = new Promise<never>(() => {});

class Silence {}

/** The line breaks: no answer comes. */
export const noAnswer = new Silence();

/** An answer that the contract does not know: what something between page and API may make of one. */
class Garbled {
  readonly text: string;
  readonly status: number;

  constructor(text: string, status: number) {
    this.text = text;
    this.status = status;
  }
}

export const garbled = (text: string, status = 200): Garbled => new Garbled(text, status);

/** What a page sent with a call, as it travelled; the contract has taken it. */
export interface Sent {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  /** All of them, by their names in small letters. */
  headers: Record<string, string>;
}

type Reply<N extends CallName> = CallAnswer<N> | Refusal | Silence | Garbled;

/** What the API of a test says to each call; a function is asked each time, and may answer later. */
export type Calls = { [N in CallName]?: Reply<N> | ((sent: Sent) => Reply<N> | Promise<Reply<N>>) };

const matchPath = (template: string, pathname: string): Record<string, string> | null => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(pathname)?.slice(1);
  if (values === undefined) return null;
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
};

/** Calls of other systems are none of a browser's. */
const isCallName = (name: string): name is CallName => name in callTable;

const findCall = (method: string, pathname: string) => {
  for (const { name, ...spec } of Object.values(endpoints)) {
    if (!isCallName(name)) continue;
    const params = spec.method === method ? matchPath(spec.path, pathname) : null;
    if (params !== null) return { name, params };
  }
  return null;
};

/** What travelled: JSON, or the texts of a form by name and its files as a list. */
const bodyOf = (body: unknown, { form }: EndpointSpec): unknown => {
  if (!(body instanceof FormData)) return typeof body !== 'string' ? undefined : form ? 'no form' : JSON.parse(body);
  if (form === undefined) return 'a form';
  const files = body.getAll(form.files);
  return { ...Object.fromEntries(body), ...(files.length === 0 ? {} : { [form.files]: files }) };
};

/** What in a request the contract would refuse, and a key it asks our pages for. */
const faultsOf = ({ params, query, body, idempotent }: EndpointSpec, sent: Sent): string[] => {
  const parts = [
    ['params', params?.safeParse(sent.params)],
    ['query', query?.safeParse(sent.query)],
    ['body', body?.safeParse(sent.body)],
  ] as const;
  const faults = parts.flatMap(([part, parsed]) =>
    parsed?.success === false ? [`${part}: ${parsed.error.message}`] : [],
  );
  // Strangers may do without; a page of ours may lose an answer, and send the same again.
  return idempotent && !sent.headers['idempotency-key'] ? [...faults, 'headers: no Idempotency-Key'] : faults;
};

/**
 * The line between a page and the API: answers what a test says, and holds both sides to the contract. `problems`: calls
 * nobody answers, requests and answers the contract does not know. A page meets these as a line that breaks; without the
 * captcha that a call always wants it meets the API's refusal, whatever the test says.
 */
export class Network {
  readonly problems: string[] = [];
  readonly #calls: Calls;
  readonly #sent: { name: CallName; sent: Sent }[] = [];
  #isOver = false;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** What went to a call so far, the oldest first. */
  sentTo(name: CallName): Sent[] {
    return this.#sent.filter((one) => one.name === name).map(({ sent }) => sent);
  }

  /** Every call so far by its name and what it sent, the oldest first. */
  all(): (Sent & { name: CallName })[] {
    return this.#sent.map(({ name, sent }) => ({ name, ...sent }));
  }

  /** The page is closed: what it has asked, or still asks, is answered no more. */
  hangUp(): void {
    this.#isOver = true;
  }

  /** In place of the browser's own. */
  fetch = async (
    input: string | URL | Request,
    { method = 'GET', body, signal, headers }: RequestInit = {},
  ): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    const answered = this.#isOver ? never : this.#answer(method, url, body, new Headers(headers));
    return Promise.race([answered, aborted]).finally(() => (this.#isOver ? never : undefined));
  };

  async #answer(method: string, url: URL, text: unknown, headers: Headers): Promise<Response> {
    const call = findCall(method, url.pathname);
    if (call === null) return this.#refuseToPlay(`${method} ${url.pathname} is no call of the contract`);
    const { name, params } = call;
    const spec: EndpointSpec = endpoints[name];
    const body = bodyOf(text, spec);
    const sent: Sent = {
      params,
      query: Object.fromEntries(url.searchParams),
      body,
      headers: Object.fromEntries(headers),
    };
    const faults = faultsOf(spec, sent);
    if (faults.length > 0) return this.#refuseToPlay(`${name} was sent what it refuses: ${faults.join('; ')}`);
    this.#sent.push({ name, sent });
    if (spec.captcha === 'always' && !headers.has('x-recaptcha')) return this.#refuse(spec, refusal('CAPTCHA_FAILED'));
    const told = this.#calls[name];
    if (told === undefined) return this.#refuseToPlay(`nobody answers ${name}`);
    return this.#respond(spec, typeof told === 'function' ? await told(sent) : told);
  }

  #respond(spec: EndpointSpec, reply: unknown): Response {
    if (reply instanceof Silence) throw new TypeError('Failed to fetch');
    if (reply instanceof Garbled) return new Response(reply.text, { status: reply.status });
    if (reply instanceof Refusal) return this.#refuse(spec, reply);
    const [status, schema] = Object.entries(spec.answers)[0] ?? [];
    const parsed = schema?.safeParse(reply);
    if (parsed?.success === false)
      return this.#refuseToPlay(`${spec.name} never answers like this: ${parsed.error.message}`);
    // 204 has no body, not even an empty one.
    return new Response(schema === null ? null : JSON.stringify(reply ?? null), { status: Number(status) });
  }

  #refuse(spec: EndpointSpec, { code, message, metadata, headers }: Refusal): Response {
    if (![...platformErrors, ...spec.errors].includes(code))
      return this.#refuseToPlay(`${spec.name} never refuses with ${code}`);
    const status = errorStatus[code];
    const body: ErrorBody = { status, message, error: { code, message, metadata: { mgtoCode: code, ...metadata } } };
    return new Response(JSON.stringify(body), { status, headers });
  }

  #refuseToPlay(problem: string): never {
    this.problems.push(problem);
    throw new TypeError('Failed to fetch');
  }
}
