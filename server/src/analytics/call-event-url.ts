import { lookup as resolveName } from 'node:dns';
import { type RequestOptions, request as requestByHttps } from 'node:https';
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';

/** Ranges of IPv4 that are not the public internet (IANA's special-purpose registry). */
const reserved4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Within 2000::/3, the only range of IPv6 that is given out: protocols, tunnels to IPv4 addresses, documentation. */
const reserved6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const refused = new BlockList();
for (const [net, prefix] of reserved4) refused.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of reserved6) refused.addSubnet(net, prefix, 'ipv6');
const given = new BlockList();
given.addSubnet('2000::', 3, 'ipv6');

/** Whether an address, as a name server tells it, is one of the public internet; what is no address is not. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !refused.check(address, 'ipv4');
  return isIPv6(address) && given.check(address, 'ipv6') && !refused.check(address, 'ipv6');
};

/** What a call needs of the world; tests bring another one. */
export interface EventCallWorld {
  resolve: LookupFunction;
  isPublic: (address: string) => boolean;
  request: typeof requestByHttps;
  port: number;
  timeoutMs: number;
}

/** DEC-144: 3 s, from the look-up of the name to the answer. */
const world: EventCallWorld = {
  resolve: resolveName,
  isPublic: isPublicAddress,
  request: requestByHttps,
  port: 443,
  timeoutMs: 3_000,
};

class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

/** Resolves a name once, and hands on what it resolved to only where every address is public: connected is to these. */
const publicLookup =
  ({ resolve, isPublic }: EventCallWorld): LookupFunction =>
  (name, options, done) =>
    resolve(name, options, (error, address, family) => {
      const addresses = typeof address === 'string' ? [address] : (address ?? []).map((one) => one.address);
      if (error === null && !(addresses.length > 0 && addresses.every(isPublic))) done(new PrivateAddress(), '', 0);
      else done(error, address, family);
    });

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  return 'code' in error && typeof error.code === 'string' ? error.code : 'broken';
};

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
    call.on('error', (error) => done(codeOf(error)));
    call.end();
  });
};
