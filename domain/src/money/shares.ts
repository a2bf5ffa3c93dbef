import { add, type Centavos, centavos, divideRounded, smaller, subtract, sum, times, zero } from './money.ts';

/** IVA rate of Guatemala in basis points. */
export const ivaBasisPoints = 1_200;

/**
 * Returns the tax that an amount ≥ 0 contains at this rate. Rounds once, like `divideRounded`. `shipping_iva` in SQL
 * computes the same tax.
 */
export const containedTax = (amount: Centavos, basisPoints: number = ivaBasisPoints): Centavos =>
  divideRounded(times(amount, basisPoints), 10_000 + basisPoints);

/**
 * Splits an amount in proportion to weights. The shares sum to the amount exactly; no share is negative or above its weight.
 * Remaining centavos go to the largest weights. Throws if the amount is negative or exceeds the sum of the weights.
 */
export function splitOver(amount: Centavos, weights: readonly Centavos[]): Centavos[] {
  const whole = sum(weights);
  if (amount < 0 || amount > whole) throw new RangeError(`${amount} is not to be split over ${whole}`);
  // The product of two amounts may exceed a safe integer.
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
