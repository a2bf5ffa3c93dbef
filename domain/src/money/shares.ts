import { add, type Centavos, centavos, divideRounded, smaller, subtract, sum, times, zero } from './money.ts';

/** The IVA of Guatemala, in basis points. */
export const ivaBasisPoints = 1_200;

/** What an amount ≥ 0 contains of a tax of that rate; rounds once, as `divideRounded`. The database says the same (`order_lines.iva`). */
export const containedTax = (amount: Centavos, basisPoints: number = ivaBasisPoints): Centavos =>
  divideRounded(times(amount, basisPoints), 10_000 + basisPoints);

/**
 * Splits an amount in proportion to weights: shares sum to it exactly, none is negative, none above its weight. Centavos that are left
 * go to the largest. Throws where the amount is negative or exceeds the weights' sum.
 */
export function splitOver(amount: Centavos, weights: readonly Centavos[]): Centavos[] {
  const whole = sum(weights);
  if (amount < 0 || amount > whole) throw new RangeError(`${amount} is not to be split over ${whole}`);
  // A product of two amounts may be too large for a safe integer.
  const shares = weights.map((weight) =>
    whole === 0 ? zero : centavos(Number((BigInt(amount) * BigInt(weight)) / BigInt(whole))),
  );
  let left = subtract(amount, sum(shares));
  const largestFirst = weights.map((weight, at) => ({ weight, at })).sort((a, b) => b.weight - a.weight || a.at - b.at);
  for (const { weight, at } of largestFirst) {
    const share = shares[at] ?? zero;
    const more = smaller(left, subtract(weight, share));
    shares[at] = add(share, more);
    left = subtract(left, more);
  }
  return shares;
}
