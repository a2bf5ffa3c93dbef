import type { Matches } from './match-records.ts';
import type { SearchRequest, SearchSort } from './search-request.ts';

/** Smaller keys come first. Products without a price are last in both directions. */
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
      // Products of the searched kind come before products that mention it, and available products before others.
      return (row) => (matches.tier[row] ?? 0) * 2 - (matches.isInStock[row] ?? 0);
  }
};

/** Orders equally good matches by relevance: best-selling first, unless the words contain another wish. */
const sameKeyOrder = (matches: Matches, first: SearchRequest['first']): ((a: number, b: number) => number) => {
  if (first === 'best-selling') return () => 0;
  const price = keyOf(matches, first === 'cheapest' ? 'price_asc' : 'price_desc');
  return (a, b) => price(a) - price(b);
};

/** Returns the product IDs of one page. Within equal keys, `first` decides, then sales. `page` counts from 1. */
export function pageOfMatches(
  matches: Matches,
  rows: readonly number[],
  { sort, first, page }: Pick<SearchRequest, 'sort' | 'first' | 'page'>,
  size: number,
): number[] {
  const key = keyOf(matches, sort);
  const keys = new Float64Array(matches.count);
  for (const row of rows) keys[row] = key(row);
  const { sold, productId } = matches;
  const within = sameKeyOrder(matches, sort === 'relevance' ? first : 'best-selling');
  const compare = (a: number, b: number): number =>
    (keys[a] ?? 0) - (keys[b] ?? 0) ||
    within(a, b) ||
    (sold[b] ?? 0) - (sold[a] ?? 0) ||
    (productId[a] ?? 0) - (productId[b] ?? 0);
  const start = (page - 1) * size;
  const end = Math.min(rows.length, start + size);
  // Sorts the last pages from the end, so that a page of the last products does not sort all of them.
  const shown =
    start * 2 <= rows.length
      ? best(rows, end, compare).slice(start)
      : best(rows, Math.max(0, rows.length - start), (a, b) => compare(b, a))
          .reverse()
          .slice(0, size);
  return shown.map((row) => productId[row] ?? 0);
}

/** Returns the first `count` rows in order without sorting the rest, because most searches show the first page of thousands. */
function best(rows: readonly number[], count: number, compare: (a: number, b: number) => number): number[] {
  let selected: number[] = [];
  let waiting: number[] = [];
  const settle = (): void => {
    selected = [...selected, ...waiting].sort(compare).slice(0, count);
    waiting = [];
  };
  for (const row of rows) {
    const last = selected.length < count ? undefined : selected[count - 1];
    // At this point, most rows are worse than all selected rows.
    if (last !== undefined && compare(row, last) >= 0) continue;
    waiting.push(row);
    if (waiting.length >= Math.max(64, count * 3)) settle();
  }
  settle();
  return selected;
}
