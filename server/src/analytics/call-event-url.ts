import { type RequestOptions, request as requestByHttps } from 'node:https';
import { isIP } from 'node:net';
import { callFailureOf, type NameWorld, nameWorld, publicLookup } from '../platform/limits/public-address.ts';

/** The clock and network of a call, which tests replace. */
export interface EventCallWorld extends NameWorld {
  request: typeof requestByHttps;
  port: number;
  timeoutMs: number;
}

/** 3 s for resolving the name and for the answer (DEC-144). */
const world: EventCallWorld = { ...nameWorld, request: requestByHttps, port: 443, timeoutMs: 3_000 };

/**
 * Calls the address of a sponsored product's event (RMN-01). `url` has passed `isEventUrl`. The name is resolved once,
 * and the call uses the address only if it is public, so that no name leads into the internal network. Redirects are
 * not followed, and only the status is read. Never throws. Returns the status, or the reason why there was no status
 * (RMN-02).
 */
export const callEventUrl = (url: string, changes: Partial<EventCallWorld> = {}): Promise<string> => {
  const here = { ...world, ...changes };
  const { hostname, pathname, search } = new URL(url);
  // A numeric host is never resolved, so it would bypass the check of the look-up.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return Promise.resolve('PRIVATE_ADDRESS');
  const options: RequestOptions = {
    host: hostname,
    port: here.port,
    path: `${pathname}${search}`,
    method: 'GET',
    headers: { accept: '*/*', 'user-agent': 'Ceiba' },
    agent: false,
    lookup: publicLookup(here),
    signal: AbortSignal.timeout(here.timeoutMs),
  };
  return new Promise((done) => {
    const call = here.request(options, (answer) => {
      done(String(answer.statusCode ?? 0));
      answer.destroy();
    });
    call.on('error', (error) => done(callFailureOf(error)));
    call.end();
  });
};
