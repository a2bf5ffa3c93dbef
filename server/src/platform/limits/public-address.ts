import { lookup as resolveName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only allocated range of IPv6. */
const givenOut = ipaddr.parseCIDR('2000::/3');

/** Returns whether an address from a name server belongs to the public internet. False for anything that is not an address. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(givenOut));
};

/** The function that resolves names, and the rule for addresses that may be called. Tests replace both functions. */
export interface NameWorld {
  resolve: LookupFunction;
  isPublic: (address: string) => boolean;
}

export const nameWorld: NameWorld = { resolve: resolveName, isPublic: isPublicAddress };

class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

/**
 * Resolves a name once, and returns its addresses only if all of them are public. The connection uses these addresses. So a name that
 * resolves differently a moment later cannot lead to the internal network. A numeric host is never resolved; its caller checks it first.
 */
export const publicLookup =
  ({ resolve, isPublic }: NameWorld): LookupFunction =>
  (name, options, done) =>
    resolve(name, options, (error, address, family) => {
      const addresses = typeof address === 'string' ? [address] : (address ?? []).map((one) => one.address);
      if (error === null && !(addresses.length > 0 && addresses.every(isPublic))) done(new PrivateAddress(), '', 0);
      else done(error, address, family);
    });

/** Returns a code for a failed call, without text from the other side. */
export const callFailureOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  return 'code' in error && typeof error.code === 'string' ? error.code : 'broken';
};
