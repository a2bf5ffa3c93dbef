import { callTable } from '@ceiba/contract/call-table';
import { type ApiError, type Client, createClient, type Transport } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { createContext } from 'react-router';

/** Milliseconds a shopper waits for each kind of call; placing waits for the bank, which the server gives up before. */
const limits = { read: 10_000, write: 20_000, place: 60_000 } as const;

const limitOf = (method: string, url: string): number => {
  const [placing, orders] = callTable.placeOrder;
  if (method === placing && url === orders) return limits.place;
  return method === 'GET' ? limits.read : limits.write;
};

/** Seconds of a Retry-After header; nothing where it is missing or a date. */
const retryAfterOf = (headers: Headers): { retryAfter?: number } => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? { retryAfter: Math.ceil(seconds) } : {};
};

const fetchTransport: Transport = async ({ method, url, headers, body, signal }) => {
  const limit = AbortSignal.timeout(limitOf(method, url));
  const response = await fetch(url, {
    method,
    headers,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body }),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
  return { status: response.status, text: await response.text(), ...retryAfterOf(response.headers) };
};

const browserClient = createClient(fetchTransport);

/** Says `refused` when a call was refused for its session: that has ended (AUTH-14). */
export const sessionRefusals = new EventTarget();

/** The API from the browser, for personal data (cart, location, availability). Loaders use `apiContext` instead. */
export const api: Client = async (name, input, options) => {
  const answer = await browserClient(name, input, options);
  if (!answer.ok && answer.error.code === 'UNAUTHORIZED') sessionRefusals.dispatchEvent(new Event('refused'));
  return answer;
};

/** The API client of one request, set by the server (`loadContext` of entry.server); loaders read it. */
export const apiContext = createContext<Client>();

/** A refusal where the caller has no use for one: query functions throw it so that TanStack Query sees the failure. */
export class ApiFailure extends Error {
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(`${error.code}: ${error.message}`);
    this.name = 'ApiFailure';
    this.error = error;
  }
}

/** The value of an accepted call; throws `ApiFailure` otherwise. */
export const unwrap = <T>(result: Result<T, ApiError>): T => {
  if (result.ok) return result.value;
  throw new ApiFailure(result.error);
};
