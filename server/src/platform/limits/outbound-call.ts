import { Gauge, Histogram } from 'prom-client';
import { inCallSpan } from '../operations/spans.ts';

/** Of every call that leaves, by what became of it (`answered`, `unsent`, `lost`). Of the process: each registry that is told has them. */
export const outboundSeconds = new Histogram({
  name: 'ceiba_outbound_seconds',
  help: 'Time from a call to a service outside until its answer, or until it was given up',
  labelNames: ['service', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [],
});

export const breakerOpen = new Gauge({
  name: 'ceiba_breaker_open',
  help: '1 while calls to a service are refused at once, because it failed several times in a row',
  labelNames: ['service'],
  registers: [],
});

const services = ['bank', 'captcha', 'loyalty', 'messaging', 'points', 'purge', 'tax-registry'] as const;

/** Who is called, as metrics and traces name it. */
type Service = (typeof services)[number];

// A series that is told with its first call is none whose increase Prometheus sees.
for (const service of services)
  for (const outcome of ['answered', 'unsent', 'lost'] as const) outboundSeconds.zero({ service, outcome });

/** What became of an HTTP call to a service outside. Never throws for what a network can do. */
export type OutboundAnswer =
  | { kind: 'answered'; status: number; json: unknown }
  /** No connection was made: the service knows nothing of the call. */
  | { kind: 'unsent'; reason: string }
  /** Sent, perhaps carried out, but without an answer. */
  | { kind: 'lost'; reason: string };

export interface OutboundCall {
  service: Service;
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** JSON that is sent as it stands, because a signature covers its bytes; instead of a body. */
  text?: string;
  /** Sent as a form, instead of a body. */
  form?: Record<string, string>;
  timeoutMs: number;
}

/** The connection failed before a byte of the request could leave. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'timeout';
  const { cause } = error;
  // Several addresses of one name were tried: unsent only if none of them was reached.
  if (cause instanceof AggregateError) {
    const codes = cause.errors.map((each: unknown) => codeOf(new Error('', { cause: each })));
    return codes.find((code) => !unsentCodes.has(code)) ?? codes[0] ?? 'unknown';
  }
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'broken';
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** None without a body: a service may refuse to read what it is told to be JSON and is empty. */
const contentTypeOf = ({ form, ...call }: Pick<OutboundCall, 'body' | 'text' | 'form'>): Record<string, string> => {
  if (form === undefined && call.body === undefined && call.text === undefined) return {};
  return { 'content-type': form === undefined ? 'application/json' : 'application/x-www-form-urlencoded' };
};

const bodyOf = ({ body, text, form }: Pick<OutboundCall, 'body' | 'text' | 'form'>): { body?: string } => {
  if (text !== undefined) return { body: text };
  if (form !== undefined) return { body: new URLSearchParams(form).toString() };
  return body === undefined ? {} : { body: JSON.stringify(body) };
};

const send = async ({
  method,
  url,
  headers,
  timeoutMs,
  ...call
}: Omit<OutboundCall, 'service'>): Promise<OutboundAnswer> => {
  try {
    const answer = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...contentTypeOf(call), ...headers },
      ...bodyOf(call),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { kind: 'answered', status: answer.status, json: parsed(await answer.text()) };
  } catch (error) {
    // The reason is a code and never the error itself: what was sent must not reach a log.
    const reason = codeOf(error);
    return { kind: unsentCodes.has(reason) ? 'unsent' : 'lost', reason };
  }
};

/** One HTTP call, never repeated; connections are kept alive. `json` is undefined where the body is no JSON. */
export const callOutside = ({ service, ...call }: OutboundCall): Promise<OutboundAnswer> =>
  inCallSpan({ service, method: call.method }, async (traceparent, tell) => {
    const tellDuration = outboundSeconds.startTimer({ service });
    // Others need not know of our traces.
    const traced = service === 'bank' && traceparent !== undefined ? { traceparent } : {};
    const answer = await send({ ...call, headers: { ...call.headers, ...traced } });
    tellDuration({ outcome: answer.kind });
    tell({
      outcome: answer.kind,
      ...(answer.kind === 'answered' ? { 'http.response.status_code': answer.status } : {}),
    });
    return answer;
  });

interface CircuitBreakerOptions {
  service: Service;
  /** Failures in a row after which calls are refused at once. */
  failures: number;
  /** How long they are refused before one is let through again, in milliseconds. */
  restMs: number;
  /** Milliseconds of any clock that only goes forward. */
  clock?: () => number;
}

/**
 * Keeps shoppers from waiting for a service that is down (architecture §3). Closed: calls pass. After `failures` in a
 * row it opens: calls are refused at once. After `restMs` one call is let through; its success closes the breaker.
 */
interface CircuitBreaker {
  /** False: do not call now. A caller that got true must report the end of its call. */
  mayCall(): boolean;
  succeeded(): void;
  failed(): void;
}

export const createCircuitBreaker = (options: CircuitBreakerOptions): CircuitBreaker => {
  const clock = options.clock ?? (() => performance.now());
  let failures = 0;
  let closedAgainAt = 0;
  const tell = (): void => breakerOpen.set({ service: options.service }, failures >= options.failures ? 1 : 0);
  tell();
  return {
    mayCall: () => {
      if (failures < options.failures) return true;
      if (clock() < closedAgainAt) return false;
      // The one call that tries it; the others wait for its outcome or for the next rest to end.
      closedAgainAt = clock() + options.restMs;
      return true;
    },
    succeeded: () => {
      failures = 0;
      tell();
    },
    failed: () => {
      failures += 1;
      if (failures >= options.failures) closedAgainAt = clock() + options.restMs;
      tell();
    },
  };
};

/** Calls a service unless its breaker rests; whatever the service answers tells that it is there. */
export async function guarded(breaker: CircuitBreaker, call: () => Promise<OutboundAnswer>): Promise<OutboundAnswer> {
  if (!breaker.mayCall()) return { kind: 'unsent', reason: 'resting' };
  const answer = await call();
  if (answer.kind === 'answered') breaker.succeeded();
  else breaker.failed();
  return answer;
}
