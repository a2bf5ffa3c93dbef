import type { Facet } from '@ceiba/contract/search';

/** A value of the facet `price`: '500-999.99', the last one '10000-'. In quetzales, with both limits included. */
export interface PriceRange {
  value: string;
  label: string;
}

/** Returns a function that finds the index of a price's range (centavos, 0 without a price). -1 if there is none. */
const rangeFinder = (ranges: readonly PriceRange[]): ((price: number) => number) => {
  const bounds = ranges.map(({ value }) => {
    const [from = '', to = ''] = value.split('-');
    return { from: Math.round(Number(from) * 100), to: to === '' ? Infinity : Math.round(Number(to) * 100) };
  });
  // A plain loop over typed arrays, because it runs for ten thousand prices.
  const from = Float64Array.from(bounds, (bound) => bound.from);
  const to = Float64Array.from(bounds, (bound) => bound.to);
  return (price) => {
    if (price === 0) return -1;
    for (let index = 0; index < from.length; index += 1)
      if (price >= (from[index] ?? 0) && price <= (to[index] ?? 0)) return index;
    return -1;
  };
};

/** Counts the prices (centavos, 0 without a price) in each range. */
export function countPriceRanges(ranges: readonly PriceRange[], prices: Iterable<number>): Facet['values'] {
  const rangeOf = rangeFinder(ranges);
  const counts = ranges.map(() => 0);
  for (const price of prices) {
    const index = rangeOf(price);
    if (index >= 0) counts[index] = (counts[index] ?? 0) + 1;
  }
  return ranges.map(({ value, label }, index) => ({ value, label, count: counts[index] ?? 0 }));
}

/** Moves products in a flash sale from the range of their usual price to that of their current price. */
export function movePrices(
  ranges: readonly (PriceRange & { count: number })[],
  moves: readonly (readonly [from: number, to: number])[],
): Facet['values'] {
  const rangeOf = rangeFinder(ranges);
  const counts = ranges.map(({ count }) => count);
  for (const [from, to] of moves) {
    for (const [price, change] of [[from, -1] as const, [to, 1] as const]) {
      const index = rangeOf(price);
      if (index >= 0) counts[index] = (counts[index] ?? 0) + change;
    }
  }
  return ranges.map(({ value, label }, index) => ({ value, label, count: counts[index] ?? 0 }));
}
