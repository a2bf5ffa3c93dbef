import type { Matches } from './match-records.ts';
import type { SearchSort } from './search-request.ts';

/** Smaller comes first; products without a price are last in both directions. */
const keyOf = (matches: Matches, sort: SearchSort): ((row: number) => number) => {
  const price = (row: number): number => matches.price[row] ?? 0;
  switch (sort) {
    case 'price_asc':
      return (row) => price(row) || Number.MAX_SAFE_INTEGER;
    case 'price_desc':
      return (row) => -price(row);
    case 'discount':
      return (row) => {
        const regular = matches.regularPrice[row] ?? 0;
        return regular === 0 ? 0 : (price(row) - regular) / regular;
      };
    default:
      // What it is before what mentions it, and what can be bought before what cannot.
      return (row) => (matches.tier[row] ?? 0) * 2 - (matches.isInStock[row] ?? 0);
  }
};

/** Product ids of one page; within equal keys the best-selling first. `page` counts from 1. */
export function pageOfMatches(
  matches: Matches,
  rows: readonly number[],
  sort: SearchSort,
  { page, size }: { page: number; size: number },
): number[] {
  const key = keyOf(matches, sort);
  const keys = new Float64Array(matches.count);
  for (const row of rows) keys[row] = key(row);
  const { sold, productId } = matches;
  const compare = (a: number, b: number): number =>
    (keys[a] ?? 0) - (keys[b] ?? 0) || (sold[b] ?? 0) - (sold[a] ?? 0) || (productId[a] ?? 0) - (productId[b] ?? 0);
  const start = (page - 1) * size;
  return best(rows, start + size, compare)
    .slice(start)
    .map((row) => productId[row] ?? 0);
}

/** The first `count` in order, without sorting the rest: most searches look at the first page of thousands. */
function best(rows: readonly number[], count: number, compare: (a: number, b: number) => number): number[] {
  let kept: number[] = [];
  for (let at = 0; at < rows.length; at += count * 4) {
    kept = [...kept, ...rows.slice(at, at + count * 4)].sort(compare).slice(0, count);
  }
  return kept;
}
