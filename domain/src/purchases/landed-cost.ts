import { type Centavos, centavos } from '../money/money.ts';

/**
 * Splits an amount ≥ 0 in proportion to weights ≥ 0, such as freight by the value of lines. Each share is rounded down;
 * the remaining centavos go to the largest remainders, the earlier line first. If all weights are zero, nothing is
 * split.
 */
export function splitByValue(amount: Centavos, weights: readonly Centavos[]): Centavos[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (whole === 0n) return weights.map(() => centavos(0));
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = exact.map((each) => each / whole);
  let left = Number(BigInt(amount) - shares.reduce((sum, share) => sum + share, 0n));
  const largestFirst = exact
    .map((each, at) => ({ at, remainder: each % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1));
  return largestFirst
    .map(({ at }) => {
      const more = left > 0 ? 1 : 0;
      left -= more;
      return { at, share: centavos(Number(shares[at] ?? 0n) + more) };
    })
    .sort((a, b) => a.at - b.at)
    .map(({ share }) => share);
}

interface CostedLine {
  /** Ordered units. */
  quantity: number;
  /** Null if no cost is known. */
  unitCost: Centavos | null;
}

/** The share of freight and duty of each line of a purchase. A line without a cost has no value, so it gets no share. */
export const extraCostsOf = (extraCost: Centavos, lines: readonly CostedLine[]): Centavos[] =>
  splitByValue(
    extraCost,
    lines.map(({ quantity, unitCost }) => centavos(quantity * (unitCost ?? 0))),
  );

/** Returns the part of a line's extra cost for its first `units`. All ordered units together carry the whole extra cost. */
const carriedBy = (extraCost: Centavos, units: number, quantity: number): bigint =>
  (BigInt(extraCost) * BigInt(Math.min(units, quantity))) / BigInt(quantity);

/**
 * Returns the value of `arrived` units of a line after `received` earlier units: the unit cost, and the part of freight
 * and duty. Units above the ordered number carry no freight and duty. Null if the line has no cost.
 */
export function landedValue(
  { quantity, unitCost, received, extraCost }: CostedLine & { received: number; extraCost: Centavos },
  arrived: number,
): Centavos | null {
  if (unitCost === null) return null;
  const carried = carriedBy(extraCost, received + arrived, quantity) - carriedBy(extraCost, received, quantity);
  return centavos(unitCost * arrived + Number(carried));
}

/** A product's units, and its average cost per unit. Null if no cost is known. */
interface Held {
  units: number;
  average: Centavos | null;
}

/**
 * Returns the average cost after units of this value arrived (BUY-04), in whole centavos, halves up. Earlier units
 * without a known cost get the cost of the arrived units, because an unknown cost is not zero. A receipt without a
 * value does not change the average.
 */
export function averageAfter(held: Held, arrived: { units: number; value: Centavos | null }): Centavos | null {
  if (arrived.value === null || arrived.units <= 0) return held.average;
  const before = held.average === null ? 0n : BigInt(Math.max(0, held.units));
  const units = before + BigInt(arrived.units);
  const value = before * BigInt(held.average ?? 0) + BigInt(arrived.value);
  return centavos(Number((2n * value + units) / (2n * units)));
}
