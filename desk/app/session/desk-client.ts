import { createBrowserClient } from '@ceiba/client/browser-client';
import { unwrap } from '@ceiba/client/call-failure';
import {
  type ApiError,
  type CallOptions,
  type Client,
  createClient,
  type LooseInput,
  methodOf,
} from '@ceiba/contract/client';
import { deskCallTable } from '@ceiba/contract/desk/call-table';
import type { DeskCall, DeskEndpoints } from '@ceiba/contract/desk/endpoints';
import type { Answer, EndpointSpec, Input } from '@ceiba/contract/endpoint';
import type { Result } from '@ceiba/domain/result';
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { callKey } from './cache-keys.ts';
import { noteChange } from './changes.ts';
import { progressTransport } from './progress-transport.ts';
import { askForCode } from './reauthentication.ts';
import { returnToSession } from './session.ts';

export type DeskInput<N extends DeskCall> = Input<DeskEndpoints[N]> & LooseInput;
export type DeskAnswer<N extends DeskCall> = Answer<DeskEndpoints[N]>;

/** ms until a call times out. Files of labels take longest. */
const timeoutMs = 30_000;

const policy = { limitOf: () => timeoutMs, outlivesPage: () => false, takePrefetched: () => undefined };

/** Sends a call once, without `repeated`. For the calls that sign in. */
export const bareCall: Client<DeskEndpoints> = createBrowserClient<DeskEndpoints>(deskCallTable, policy);

/** Restores an ended session, or asks for the required code. Returns whether the call may be sent again (OFF-06, OFF-07). */
const mayRepeat = async ({ code }: ApiError): Promise<boolean> => {
  if (code === 'UNAUTHORIZED') return returnToSession();
  if (code === 'REAUTHENTICATION_REQUIRED') return askForCode();
  return false;
};

/** Sends a call until no sign-in or code can help. A change has one Idempotency-Key for all tries (DEC-172). */
const repeated = async <T>(
  method: string,
  options: CallOptions,
  send: (options: CallOptions) => Promise<Result<T, ApiError>>,
): Promise<Result<T, ApiError>> => {
  const key = method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() };
  const sent = { ...options, headers: { ...key, ...options.headers } };
  for (;;) {
    const result = await send(sent);
    if (result.ok && method !== 'GET') noteChange();
    if (result.ok || !(await mayRepeat(result.error))) return result;
  }
};

export const call: Client<DeskEndpoints> = (name, input, options = {}) =>
  repeated(methodOf(deskCallTable[name]), options, (sent) => bareCall(name, input, sent));

/** Sends a form with a file. `onProgress` gets the share that was sent, from 0 to 1. */
export const upload = <N extends DeskCall>(
  name: N,
  input: DeskInput<N>,
  { onProgress, ...options }: CallOptions & { onProgress: (share: number) => void },
): Promise<Result<DeskAnswer<N>, ApiError>> => {
  const send = createClient<DeskEndpoints>(progressTransport(onProgress), deskCallTable);
  return repeated(methodOf(deskCallTable[name]), options, (sent) => send(name, input, sent));
};

type AnyCalls = Readonly<Record<string, EndpointSpec>>;

const rows: Readonly<Record<string, string>> = deskCallTable;
const bareAny: Client<AnyCalls> = createBrowserClient<AnyCalls>(deskCallTable, policy);

/** Like `call`, but for the calls of entities, because their names are known only at run time. */
export const callAny: Client<AnyCalls> = (name, input, options = {}) =>
  repeated(methodOf(rows[name] ?? ''), options, (sent) => bareAny(name, input, sent));

export const queryKeyOf = <N extends DeskCall>(name: N, input: DeskInput<N>) => [...callKey(name), input] as const;

/** Reads a call and caches its answer for the time given to TanStack Query. */
export const useDeskQuery = <N extends DeskCall>(
  name: N,
  input: DeskInput<N>,
  options: Omit<UseQueryOptions<DeskAnswer<N>>, 'queryKey' | 'queryFn'> = {},
): UseQueryResult<DeskAnswer<N>> =>
  useQuery<DeskAnswer<N>>({
    queryKey: queryKeyOf(name, input),
    queryFn: async ({ signal }) => unwrap(await call(name, input, { signal })),
    ...options,
  });

/** ms between two reads of a polled query: in the first `longMs`, and later. */
const soonMs = 1_000;
const laterMs = 15_000;
/** ms after which polling slows down. */
const longMs = 60_000;

/** The time at which each answer was first seen. TanStack Query returns the same object for a reread with the same content. */
const seenAt = new WeakMap<object, number>();

const msSinceSeen = (answer: object): number => {
  const now = Date.now();
  const since = seenAt.get(answer) ?? now;
  seenAt.set(answer, since);
  return now - since;
};

/** The `refetchInterval` of a query that is polled while a job in its answer is running. */
export const pollWhile =
  <T extends object>(isUnderWay: (answer: T) => boolean) =>
  ({ state: { data } }: { state: { data: T | undefined } }): number | false => {
    if (data === undefined || !isUnderWay(data)) return false;
    return msSinceSeen(data) < longMs ? soonMs : laterMs;
  };
