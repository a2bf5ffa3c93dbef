import type { Facet } from '@ceiba/contract/search';

/** A value of the facet `price`: '500-999.99', the last one '10000-'; quetzales, both ends included. */
export interface PriceRange {
  value: string;
  label: string;
}

/** Index of the range a price (centavos, 0 = none) falls into, -1 = none. */
const rangeOf = (ranges: readonly PriceRange[], price: number): number =>
  price === 0
    ? -1
    : ranges.findIndex(({ value }) => {
        const [from = '', to = ''] = value.split('-');
        return price >= Math.round(Number(from) * 100) && (to === '' || price <= Math.round(Number(to) * 100));
      });

/** How many of the prices (centavos, 0 = none) fall into each range. */
export function countPriceRanges(ranges: readonly PriceRange[], prices: Iterable<number>): Facet['values'] {
  const counts = ranges.map(() => 0);
  const rangeOfPrice = new Map<number, number>();
  for (const price of prices) {
    let index = rangeOfPrice.get(price);
    if (index === undefined) {
      index = rangeOf(ranges, price);
      rangeOfPrice.set(price, index);
    }
    if (index >= 0) counts[index] = (counts[index] ?? 0) + 1;
  }
  return ranges.map(({ value, label }, index) => ({ value, label, count: counts[index] ?? 0 }));
}

/** Moves products on flash sale from the range of their usual price to that of the price they have now. */
export function movePrices(
  ranges: readonly (PriceRange & { count: number })[],
  moves: readonly (readonly [from: number, to: number])[],
): Facet['values'] {
  const counts = ranges.map(({ count }) => count);
  for (const [from, to] of moves) {
    for (const [price, change] of [[from, -1] as const, [to, 1] as const]) {
      const index = rangeOf(ranges, price);
      if (index >= 0) counts[index] = (counts[index] ?? 0) + change;
    }
  }
  return ranges.map(({ value, label }, index) => ({ value, label, count: counts[index] ?? 0 }));
}
