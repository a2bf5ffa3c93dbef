import { mostFound } from './invariant.ts';

/** Far more than can be on their way at a time: the bank's list lacks nearly everything. */
const mostUnmatched = 10 * mostFound;

/** Two lists of keys, read side by side. Keys are UUIDs of version 7 in small letters: as text they are in order of time. */
export interface ChargeMatch {
  /** Charges of the bank's list, in any order. */
  addCharges(keys: readonly string[]): void;
  /** All payments that we call approved between the moment up to which they were read before and `until`, a UUID. */
  addPayments(keys: readonly string[], until: string): void;
  /**
   * Whether so many payments have lacked their charge at a time that reading more of them says nothing new. From then on none is
   * to be added, and charges that come are kept for nobody.
   */
  isLost(): boolean;
  /** Payments without a charge; surely so once all charges were added. */
  unmatched(): string[];
  /** How many keys are kept. */
  kept(): number;
}

/**
 * Matches charges with payments while both are read in order of time, so that what is kept is what one list is ahead of the other,
 * whatever their length. A charge that comes much later than its payment was begun is matched all the same.
 */
export function matchCharges(): ChargeMatch {
  /** Charges of payments that were not read yet. */
  const ahead = new Set<string>();
  /** Payments whose charge was not read yet. */
  const waiting = new Set<string>();
  let readUntil = '';
  let isLost = false;
  return {
    addCharges: (keys) => {
      for (const key of keys) if (!waiting.delete(key) && key >= readUntil && !isLost) ahead.add(key);
    },
    addPayments: (keys, until) => {
      for (const key of keys) if (!ahead.has(key)) waiting.add(key);
      // Matched, or of payments that are not approved.
      for (const key of ahead) if (key < until) ahead.delete(key);
      readUntil = until;
      isLost ||= waiting.size >= mostUnmatched;
      if (isLost) ahead.clear();
    },
    isLost: () => isLost,
    unmatched: () => [...waiting],
    kept: () => ahead.size + waiting.size,
  };
}
