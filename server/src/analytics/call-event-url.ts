import { type RequestOptions, request as requestByHttps } from 'node:https';
import { isIP } from 'node:net';
import { callFailureOf, type NameWorld, nameWorld, publicLookup } from '../platform/limits/public-address.ts';

/** What a call needs of the world; tests bring another one. */
export interface EventCallWorld extends NameWorld {
  request: typeof requestByHttps;
  port: number;
  timeoutMs: number;
}

/** DEC-144: 3 s, from the look-up of the name to the answer. */
const world: EventCallWorld = { ...nameWorld, request: requestByHttps, port: 443, timeoutMs: 3_000 };

/**
 * Calls the address of a sponsored product's event (RMN-01). `url` has passed `isEventUrl`. The address is asked for once
 * and connected to only where it is public, so that a name cannot lead into the house; redirects are not followed, and
 * nothing of the answer but its status is read. Never throws: the status, or why there was none (RMN-02).
 */
export const callEventUrl = (url: string, changes: Partial<EventCallWorld> = {}): Promise<string> => {
  const here = { ...world, ...changes };
  const { hostname, pathname, search } = new URL(url);
  // A name that is a number is never asked for: it would pass the look-up by.
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
