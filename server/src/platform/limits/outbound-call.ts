import { Gauge, Histogram } from 'prom-client';
import { inCallSpan } from '../operations/spans.ts';

/** Duration of every outgoing call, by outcome (`answered`, `unsent`, `lost`). Each process has one histogram, which any registry can add. */
export const outboundSeconds = new Histogram({
  name: 'ceiba_outbound_seconds',
  help: 'Time from a call to an outside service until its answer or its failure',
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

/** The service's name in metrics and traces. */
type Service = (typeof services)[number];

// Every series starts at zero. Otherwise Prometheus misses the increase of a series that appears with its first call.
for (const service of services)
  for (const outcome of ['answered', 'unsent', 'lost'] as const) outboundSeconds.zero({ service, outcome });

/** The outcome of an HTTP call to an outside service. Network failures are returned, never thrown. */
export type OutboundAnswer =
  | { kind: 'answered'; status: number; json: unknown }
  /** No connection was made, so the service never received the call. */
  | { kind: 'unsent'; reason: string }
  /** The call was sent and may have had its effect, but no answer came. */
  | { kind: 'lost'; reason: string };

export interface OutboundCall {
  service: Service;
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  /** The body, sent as JSON. */
  body?: unknown;
  /** JSON text to send unchanged, because a signature covers its bytes. Replaces `body`. */
  text?: string;
  /** Fields to send as a form. Replaces `body`. */
  form?: Record<string, string>;
  timeoutMs: number;
}

/** Errors of a connection that failed before any byte of the request was sent. */
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
  // Several addresses of one name were tried. The call is unsent only if no address could be reached.
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

/** A call without a body has no content type, because a service may refuse empty JSON. */
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
    // Returns a code instead of the error, because the sent data must not reach a log.
    const reason = codeOf(error);
    return { kind: unsentCodes.has(reason) ? 'unsent' : 'lost', reason };
  }
};

/** Makes one HTTP call on a keep-alive connection, and never repeats it. `json` is undefined if the body is not JSON. */
export const callOutside = ({ service, ...call }: OutboundCall): Promise<OutboundAnswer> =>
  inCallSpan({ service, method: call.method }, async (traceparent, reportOutcome) => {
    const tellDuration = outboundSeconds.startTimer({ service });
    // Only the bank receives the trace ID.
    const traced = service === 'bank' && traceparent !== undefined ? { traceparent } : {};
    const answer = await send({ ...call, headers: { ...call.headers, ...traced } });
    tellDuration({ outcome: answer.kind });
    reportOutcome({
      outcome: answer.kind,
      ...(answer.kind === 'answered' ? { 'http.response.status_code': answer.status } : {}),
    });
    return answer;
  });

interface CircuitBreakerOptions {
  service: Service;
  /** Number of failures in a row after which calls are refused immediately. */
  failures: number;
  /** Time before one call is sent again, in milliseconds. Until then calls are refused. */
  restMs: number;
  /** A monotonic clock, in milliseconds. */
  clock?: () => number;
}

/**
 * Prevents shoppers from waiting for a service that is down (architecture §3). While closed, calls are sent. After `failures` in a row it
 * opens, and calls are refused immediately. After `restMs` one call is sent. Its success closes the breaker.
 */
interface CircuitBreaker {
  /** Returns false if no call may be sent now. A caller that got true must report the call's outcome. */
  mayCall(): boolean;
  succeeded(): void;
  failed(): void;
}

export const createCircuitBreaker = (options: CircuitBreakerOptions): CircuitBreaker => {
  const clock = options.clock ?? (() => performance.now());
  let failures = 0;
  let closedAgainAt = 0;
  const setState = (): void => breakerOpen.set({ service: options.service }, failures >= options.failures ? 1 : 0);
  setState();
  return {
    mayCall: () => {
      if (failures < options.failures) return true;
      if (clock() < closedAgainAt) return false;
      // One call tests the service. Other calls wait for the outcome of this call, or for the end of the next pause.
      closedAgainAt = clock() + options.restMs;
      return true;
    },
    succeeded: () => {
      failures = 0;
      setState();
    },
    failed: () => {
      failures += 1;
      if (failures >= options.failures) closedAgainAt = clock() + options.restMs;
      setState();
    },
  };
};

/** Calls a service unless its breaker is open. Any answer of the service counts as success. */
export async function callThroughBreaker(
  breaker: CircuitBreaker,
  call: () => Promise<OutboundAnswer>,
): Promise<OutboundAnswer> {
  if (!breaker.mayCall()) return { kind: 'unsent', reason: 'resting' };
  const answer = await call();
  if (answer.kind === 'answered') breaker.succeeded();
  else breaker.failed();
  return answer;
}
