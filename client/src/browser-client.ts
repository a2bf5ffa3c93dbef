import { type CallTable, type Client, createClient, type Transport, type WireRequest } from '@ceiba/contract/client';
import type { EndpointSpec } from '@ceiba/contract/endpoint';

/** Decisions of an application about each call that it sends. */
export interface CallPolicy {
  /** Milliseconds until the call times out. */
  limitOf: (request: WireRequest) => number;
  /** Returns whether the browser finishes sending the call after the page is gone. */
  outlivesPage: (request: WireRequest) => boolean;
  /** Returns the answer to a prefetched call. Returns each answer only once. Undefined if the call must be sent now. */
  takePrefetched: (request: WireRequest) => Promise<Response> | undefined;
}

/** Seconds of a Retry-After header. Empty if the header is missing or contains a date. */
const retryAfterOf = (headers: Headers): { retryAfter?: number } => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? { retryAfter: Math.ceil(seconds) } : {};
};

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

/**
 * The API from a browser, with the cookies of this origin. Never throws. A missing answer becomes a refusal with status
 * 0. `calls`: the calls that the application may make.
 */
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
  // A prefetched answer that was lost is requested again. One that timed out is not, because its time has already passed.
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
