import { callTable } from '@ceiba/contract/call-table';
import type { CallAnswer, CallName } from '@ceiba/contract/client';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import { type ErrorBody, type ErrorCode, errorStatus, platformErrors } from '@ceiba/contract/errors';

/** A refusal of the API. `headers`: the headers of the response (Retry-After). */
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

/** The connection breaks: no answer comes. */
export const noAnswer = new Silence();

/** An answer that violates the contract, as something between page and API may produce. */
class Garbled {
  readonly text: string;
  readonly status: number;

  constructor(text: string, status: number) {
    this.text = text;
    this.status = status;
  }
}

export const garbled = (text: string, status = 200): Garbled => new Garbled(text, status);

/** A sent request of the page that the contract has accepted. */
export interface Sent {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  /** All headers, with lower-case names. */
  headers: Record<string, string>;
}

type Reply<N extends CallName> = CallAnswer<N> | Refusal | Silence | Garbled;

/** The answers of a test's API to each call. A function is called each time, and may answer later. */
export type Calls = { [N in CallName]?: Reply<N> | ((sent: Sent) => Reply<N> | Promise<Reply<N>>) };

const matchPath = (template: string, pathname: string): Record<string, string> | null => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(pathname)?.slice(1);
  if (values === undefined) return null;
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
};

/** Calls to other systems are not made by a browser. */
const isCallName = (name: string): name is CallName => name in callTable;

const findCall = (method: string, pathname: string) => {
  for (const { name, ...spec } of Object.values(endpoints)) {
    if (!isCallName(name)) continue;
    const params = spec.method === method ? matchPath(spec.path, pathname) : null;
    if (params !== null) return { name, params };
  }
  return null;
};

/** The sent body: JSON, or a form's texts by name and its files as a list. */
const bodyOf = (body: unknown, { form }: EndpointSpec): unknown => {
  if (!(body instanceof FormData)) return typeof body !== 'string' ? undefined : form ? 'no form' : JSON.parse(body);
  if (form === undefined) return 'a form';
  const files = body.getAll(form.files);
  return { ...Object.fromEntries(body), ...(files.length === 0 ? {} : { [form.files]: files }) };
};

/** The faults of a request under the contract, and a missing key that our pages must send. */
const faultsOf = ({ params, query, body, idempotent }: EndpointSpec, sent: Sent): string[] => {
  const parts = [
    ['params', params?.safeParse(sent.params)],
    ['query', query?.safeParse(sent.query)],
    ['body', body?.safeParse(sent.body)],
  ] as const;
  const faults = parts.flatMap(([part, parsed]) =>
    parsed?.success === false ? [`${part}: ${parsed.error.message}`] : [],
  );
  // Other clients may omit the key. A page of ours may lose an answer and send the same request again.
  return idempotent && !sent.headers['idempotency-key'] ? [...faults, 'headers: no Idempotency-Key'] : faults;
};

/**
 * The connection between a page and the API: gives the answers of the test, and checks both sides against the contract.
 * `problems`: calls without an answer, and requests and answers that violate the contract. For the page these look like
 * a broken connection. A call that needs a captcha is refused without one, whatever the test says.
 */
export class Network {
  readonly problems: string[] = [];
  readonly #calls: Calls;
  readonly #sent: { name: CallName; sent: Sent }[] = [];
  #isOver = false;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** All requests of one call so far, oldest first. */
  sentTo(name: CallName): Sent[] {
    return this.#sent.filter((one) => one.name === name).map(({ sent }) => sent);
  }

  /** All calls so far with name and request, oldest first. */
  all(): (Sent & { name: CallName })[] {
    return this.#sent.map(({ name, sent }) => ({ name, ...sent }));
  }

  /** Closes the page: its pending and later requests get no answer. */
  hangUp(): void {
    this.#isOver = true;
  }

  /** Replaces the `fetch` of the browser. */
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
    const reply = this.#calls[name];
    if (reply === undefined) return this.#refuseToPlay(`nobody answers ${name}`);
    return this.#respond(spec, typeof reply === 'function' ? await reply(sent) : reply);
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
