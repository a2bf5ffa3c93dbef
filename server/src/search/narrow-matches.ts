import type { Matches } from './match-records.ts';

/** Counts by facet value ID in an array. The array grows with the largest ID, but is far faster than a map. */
class Tally {
  #counts = new Int32Array(2048);

  /** Counts every facet value of a match. */
  add(matches: Matches, row: number): void {
    const end = matches.endValue[row] ?? 0;
    for (let at = matches.firstValue[row] ?? 0; at < end; at += 1) {
      const id = matches.values[at] ?? 0;
      if (id >= this.#counts.length) this.#grow(id);
      this.#counts[id] = (this.#counts[id] ?? 0) + 1;
    }
  }

  of(id: number): number {
    return this.#counts[id] ?? 0;
  }

  /** Returns the IDs that were counted at least once. */
  ids(): number[] {
    const ids: number[] = [];
    for (let id = 0; id < this.#counts.length; id += 1) if (this.of(id) > 0) ids.push(id);
    return ids;
  }

  #grow(id: number): void {
    const larger = new Int32Array(2 ** Math.ceil(Math.log2(id + 1)));
    larger.set(this.#counts);
    this.#counts = larger;
  }
}

/** A group of filters with the facet value IDs that it allows. Without IDs, nothing passes. */
export interface ResolvedGroup {
  facet: string;
  ids: readonly number[];
}

/** In centavos, with both limits included. Null if there is no limit. `isOffersOnly`: excludes products at their regular price. */
interface PriceFilter {
  min: number | null;
  max: number | null;
  isOffersOnly: boolean;
}

export interface NarrowedMatches {
  /** Rows of `Matches` that pass all filters. */
  rows: number[];
  tally: Tally;
  /** By the facet of a group: the matches that only this group excludes. A further brand then shows how many products it would add. */
  tallyOutside: ReadonlyMap<string, Tally>;
  /** Prices in centavos of the matches that pass all filters except for the price range. 0 without a price. */
  prices: number[];
}

const isWithin = (price: number, { min, max }: PriceFilter): boolean =>
  (min === null || price >= min) && (max === null || (price <= max && price > 0));

/** Bit g of `bits[id]` is set if group g allows the value. */
const bitsOf = (groups: readonly ResolvedGroup[]): Map<number, number> => {
  const bits = new Map<number, number>();
  for (const [index, group] of groups.entries()) {
    for (const id of group.ids) bits.set(id, (bits.get(id) ?? 0) | (1 << index));
  }
  return bits;
};

const passedGroups = (matches: Matches, row: number, bits: ReadonlyMap<number, number>): number => {
  let passed = 0;
  const end = matches.endValue[row] ?? 0;
  for (let at = matches.firstValue[row] ?? 0; at < end; at += 1) passed |= bits.get(matches.values[at] ?? 0) ?? 0;
  return passed;
};

/**
 * Filters the matches and counts their facet values. Each group's facet is also counted without that group, because several
 * brands may be chosen (DEC-180). At most 30 groups, more than an address can contain.
 */
export function narrowMatches(matches: Matches, groups: readonly ResolvedGroup[], price: PriceFilter): NarrowedMatches {
  const used = groups.slice(0, 30);
  const all = 2 ** used.length - 1;
  const bits = bitsOf(used);
  const outside = used.map(() => new Tally());
  const result = { rows: [] as number[], tally: new Tally(), prices: [] as number[] };
  for (let row = 0; row < matches.count; row += 1) {
    const missing = all === 0 ? 0 : all & ~passedGroups(matches, row, bits);
    const own = matches.price[row] ?? 0;
    if (price.isOffersOnly && (own === 0 || own >= (matches.regularPrice[row] ?? 0))) continue;
    if (missing === 0) result.prices.push(own);
    if (!isWithin(own, price)) continue;
    if (missing === 0) {
      result.rows.push(row);
      result.tally.add(matches, row);
    } else if ((missing & (missing - 1)) === 0) {
      outside[31 - Math.clz32(missing)]?.add(matches, row);
    }
  }
  return { ...result, tallyOutside: new Map(used.map(({ facet }, index) => [facet, outside[index] ?? new Tally()])) };
}
