import type { FoundMatches } from './match.store.ts';
import type { SearchRequest } from './search-request.ts';

export type FindMatches = (request: SearchRequest, now: Date) => Promise<FoundMatches>;

interface Remembered {
  found: FoundMatches;
  until: number;
}

/**
 * How long matches are used again, in milliseconds. Which products match, their order and counts may be this much behind
 * the shop, as any page may (architecture, "Something changed"); the cards themselves are read anew each time.
 */
const lifetime = 5_000;
/** Fewer matches are found faster than remembered. */
const worthRemembering = 200;
/** Of all that is remembered; about 30 MB. */
const capacity = 400_000;

/**
 * Remembers the matches of broad searches for a moment: leafing, sorting and the many who search the same words at once
 * then cost no more than a narrow search.
 */
export const rememberMatches = (find: FindMatches): FindMatches => {
  const remembered = new Map<string, Remembered>();
  let size = 0;
  const forget = (key: string): void => {
    size -= remembered.get(key)?.found.matches.count ?? 0;
    remembered.delete(key);
  };
  return async (request, now) => {
    const { words, groups, minPrice, maxPrice } = request;
    const key = JSON.stringify([words, groups, minPrice, maxPrice]);
    const known = remembered.get(key);
    // A clock set back (tests, corrections) must not keep anything alive.
    if (known !== undefined && known.until > now.getTime() && known.until <= now.getTime() + lifetime)
      return known.found;
    const found = await find(request, now);
    forget(key);
    if (found.matches.count < worthRemembering) return found;
    remembered.set(key, { found, until: now.getTime() + lifetime });
    size += found.matches.count;
    for (const oldest of remembered.keys()) {
      if (size <= capacity) break;
      forget(oldest);
    }
    return found;
  };
};
