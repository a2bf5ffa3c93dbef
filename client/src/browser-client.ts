import { type CallTable, type Client, createClient, type Transport, type WireRequest } from '@ceiba/contract/client';
import type { EndpointSpec } from '@ceiba/contract/endpoint';

/** What an application decides of each call that it sends. */
export interface CallPolicy {
  /** Milliseconds a person waits for its answer. */
  limitOf: (request: WireRequest) => number;
  /** Whether the browser finishes sending it after the page is gone. */
  outlivesPage: (request: WireRequest) => boolean;
  /** The answer to a call that has been sent before, given once; undefined where it has to be sent now. */
  takePrefetched: (request: WireRequest) => Promise<Response> | undefined;
}

/** Seconds of a Retry-After header; nothing where it is missing or a date. */
const retryAfterOf = (headers: Headers): { retryAfter?: number } => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? { retryAfter: Math.ceil(seconds) } : {};
};

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

/** The API from a browser, by the cookies of this origin. Throws nothing: a silence is a refusal with status 0. `calls`: those it may make. */
export function createBrowserClient<E extends Record<string, EndpointSpec>>(
  calls: CallTable<E>,
  { limitOf, outlivesPage, takePrefetched }: CallPolicy,
): Client<E> {
  const send = (request: WireRequest): Promise<Response> => {
    const { method, url, headers, body, signal } = request;
    const limit = AbortSignal.timeout(limitOf(request));
    return fetch(url, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body }),
      keepalive: outlivesPage(request),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  };
  // What was prefetched and got lost is asked again; what took too long has been waited for already.
  const transport: Transport = async (request) => {
    const prefetched = takePrefetched(request)?.catch((error: unknown) => {
      if (isTimeout(error)) throw error;
      return send(request);
    });
    const response = await (prefetched ?? send(request));
    return { status: response.status, text: await response.text(), ...retryAfterOf(response.headers) };
  };
  return createClient(transport, calls);
}
