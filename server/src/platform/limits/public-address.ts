import { lookup as resolveName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only range of IPv6 that is given out. */
const givenOut = ipaddr.parseCIDR('2000::/3');

/** Whether an address, as a name server tells it, is one of the public internet; what is no address is not. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(givenOut));
};

/** How names are resolved, and which addresses may be called; tests bring others. */
export interface NameWorld {
  resolve: LookupFunction;
  isPublic: (address: string) => boolean;
}

export const nameWorld: NameWorld = { resolve: resolveName, isPublic: isPublicAddress };

class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

/**
 * Resolves a name once, and hands on what it resolved to only where every address is public: connected is to these, so that a name cannot
 * lead into the house, whatever it resolves to a moment later. A host that is a number is never asked for: who calls one checks it before.
 */
export const publicLookup =
  ({ resolve, isPublic }: NameWorld): LookupFunction =>
  (name, options, done) =>
    resolve(name, options, (error, address, family) => {
      const addresses = typeof address === 'string' ? [address] : (address ?? []).map((one) => one.address);
      if (error === null && !(addresses.length > 0 && addresses.every(isPublic))) done(new PrivateAddress(), '', 0);
      else done(error, address, family);
    });

/** Why a call came to nothing, as a code: what the other side said is not in it. */
export const callFailureOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  return 'code' in error && typeof error.code === 'string' ? error.code : 'broken';
};
