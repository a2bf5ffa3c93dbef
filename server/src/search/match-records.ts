import { entryWords } from './record-pool.ts';

/**
 * Matches as typed columns of the records in the pool (`product_search.record`). With one number per match and column, counting the facets of
 * thousands of matches is cheaper than in the database.
 */
export interface Matches {
  count: number;
  productId: Int32Array;
  /**
   * The quality of the match: 1 by the product's kind, 2 by its title, 3 by its category or attributes, 4 by its description or a
   * single word.
   */
  tier: Uint8Array;
  isInStock: Uint8Array;
  sold: Int32Array;
  /** In centavos. 0 without a price. */
  regularPrice: Int32Array;
  /** In centavos. The price of a running flash sale, if there is one. */
  price: Int32Array;
  /** Facet value IDs of match i: `values[firstValue[i]]` up to `endValue[i]`. Its own category comes first. */
  firstValue: Int32Array;
  endValue: Int32Array;
  /** The words of the pool, not copied. */
  values: Int32Array;
}

const emptyMatches = (count: number, values: Int32Array): Matches => ({
  count,
  productId: new Int32Array(count),
  tier: new Uint8Array(count),
  isInStock: new Uint8Array(count),
  sold: new Int32Array(count),
  regularPrice: new Int32Array(count),
  price: new Int32Array(count),
  firstValue: new Int32Array(count),
  endValue: new Int32Array(count),
  values,
});

/** The tiers of the matches, and the positions of their records in the pool. -1: the product has left the shop in the meantime. */
export interface MatchPlaces {
  tier: Uint8Array;
  place: Int32Array;
}

/** `words`: the words of the pool. `flashPrices`: the running flash sales in centavos, by product. */
export function toMatches(
  { tier, place }: MatchPlaces,
  words: Int32Array,
  flashPrices: ReadonlyMap<number, number>,
): Matches {
  let count = 0;
  for (const at of place) if (at >= 0) count += 1;
  const matches = emptyMatches(count, words);
  let row = 0;
  for (let index = 0; index < place.length; index += 1) {
    const at = place[index] ?? -1;
    if (at < 0) continue;
    const first = at + entryWords.firstValue;
    matches.tier[row] = tier[index] ?? 0;
    matches.isInStock[row] = words[at + entryWords.isInStock] ?? 0;
    matches.productId[row] = words[at + entryWords.productId] ?? 0;
    matches.sold[row] = words[at + entryWords.sold] ?? 0;
    matches.regularPrice[row] = words[at + entryWords.regularPrice] ?? 0;
    matches.price[row] = words[at + entryWords.price] ?? 0;
    matches.firstValue[row] = first;
    matches.endValue[row] = first + (words[at + entryWords.valueCount] ?? 0);
    row += 1;
  }
  applyFlashPrices(matches, flashPrices);
  return matches;
}

/** Applies flash sales where they lower the price (DEC-27). */
function applyFlashPrices({ count, productId, price }: Matches, flashPrices: ReadonlyMap<number, number>): void {
  if (flashPrices.size === 0) return;
  for (let row = 0; row < count; row += 1) {
    const flash = flashPrices.get(productId[row] ?? 0);
    const usual = price[row] ?? 0;
    if (flash !== undefined && flash < usual) price[row] = flash;
  }
}
