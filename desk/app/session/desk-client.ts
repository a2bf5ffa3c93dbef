import { createBrowserClient } from '@ceiba/client/browser-client';
import { unwrap } from '@ceiba/client/call-failure';
import type { ApiError, CallOptions, Client, LooseInput } from '@ceiba/contract/client';
import { deskCallTable } from '@ceiba/contract/desk/call-table';
import type { DeskEndpoints } from '@ceiba/contract/desk/endpoints';
import type { Answer, EndpointSpec, Input } from '@ceiba/contract/endpoint';
import type { Result } from '@ceiba/domain/result';
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { callKey } from './cache-keys.ts';
import { noteChange } from './changes.ts';
import { askForCode } from './reauthentication.ts';
import { returnToSession } from './session.ts';

export type DeskCall = keyof DeskEndpoints & string;
export type DeskInput<N extends DeskCall> = Input<DeskEndpoints[N]> & LooseInput;
export type DeskAnswer<N extends DeskCall> = Answer<DeskEndpoints[N]>;

/** ms a person waits for an answer: files of labels take longest. */
const patience = 30_000;

const policy = { limitOf: () => patience, outlivesPage: () => false, takePrefetched: () => undefined };

/** The desk's calls as they are sent, whatever is answered: of signing in. */
export const bareCall: Client<DeskEndpoints> = createBrowserClient<DeskEndpoints>(deskCallTable, policy);

/** A session that ended is returned to, a code that is asked for is entered, and then the same call is sent again (OFF-06, OFF-07). */
const mayRepeat = async ({ code }: ApiError): Promise<boolean> => {
  if (code === 'UNAUTHORIZED') return returnToSession();
  if (code === 'REAUTHENTICATION_REQUIRED') return askForCode();
  return false;
};

/** A call as the desk sends it. A change has one Idempotency-Key however often it is sent (DEC-172). */
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
  repeated(deskCallTable[name][0], options, (sent) => bareCall(name, input, sent));

type AnyCalls = Readonly<Record<string, EndpointSpec>>;

const methods: Readonly<Record<string, readonly [string, string]>> = deskCallTable;
const bareAny: Client<AnyCalls> = createBrowserClient<AnyCalls>(deskCallTable, policy);

/** The same of a call whose name is known only while the desk runs: those of entities. */
export const callAny: Client<AnyCalls> = (name, input, options = {}) =>
  repeated(methods[name]?.[0] ?? 'GET', options, (sent) => bareAny(name, input, sent));

export const queryKeyOf = <N extends DeskCall>(name: N, input: DeskInput<N>) => [...callKey(name), input] as const;

/** Reads a call: what it answered, kept for as long as TanStack Query is told. */
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

/** ms between two reads of a query that is polled: at first, and once it takes long. */
const soonMs = 1_000;
const laterMs = 15_000;
/** ms after which it takes long. */
const longMs = 60_000;

/** When an answer was seen first. One that is read again and says the same is the same object. */
const seenAt = new WeakMap<object, number>();

const seenMs = (answer: object): number => {
  const now = Date.now();
  const since = seenAt.get(answer) ?? now;
  seenAt.set(answer, since);
  return now - since;
};

/** The `refetchInterval` of a query that is polled while its answer shows something that ends by itself. */
export const pollWhile =
  <T extends object>(isUnderWay: (answer: T) => boolean) =>
  ({ state: { data } }: { state: { data: T | undefined } }): number | false => {
    if (data === undefined || !isUnderWay(data)) return false;
    return seenMs(data) < longMs ? soonMs : laterMs;
  };
