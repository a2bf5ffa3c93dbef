import { type ApiError, type Client, createClient, type Transport } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { createContext } from 'react-router';

const fetchTransport: Transport = async ({ method, url, headers, body, signal }) => {
  const response = await fetch(url, {
    method,
    headers,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  });
  return { status: response.status, text: await response.text() };
};

/** The API from the browser, for personal data (cart, location, availability). Loaders use `apiContext` instead. */
export const api = createClient(fetchTransport);

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
