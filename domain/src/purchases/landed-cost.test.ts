import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Centavos, centavos, sum } from '../money/money.ts';
import { averageAfter, extraCostsOf, landedValue, splitByValue } from './landed-cost.ts';

const amounts = fc.integer({ min: 0, max: 50_000_00 }).map(centavos);
const counts = fc.integer({ min: 1, max: 500 });

describe('[BUY-04] freight and duty', () => {
  test.each([
    { amount: 100, weights: [1, 1, 1], shares: [34, 33, 33] },
    { amount: 100, weights: [100, 200, 300], shares: [17, 33, 50] },
    { amount: 1, weights: [1, 2], shares: [0, 1] },
    { amount: 0, weights: [5, 5], shares: [0, 0] },
    { amount: 700, weights: [0, 10], shares: [0, 700] },
    { amount: 700, weights: [0, 0], shares: [0, 0] },
    { amount: 700, weights: [], shares: [] },
  ])('$amount split over $weights is $shares', ({ amount, weights, shares }) => {
    expect(splitByValue(centavos(amount), weights.map(centavos))).toEqual(shares);
  });

  test('the shares sum to the amount, and each share is within a centavo of its exact part', () => {
    fc.assert(
      fc.property(amounts, fc.array(amounts, { minLength: 1, maxLength: 40 }), (amount, weights) => {
        const whole = sum(weights);
        const shares = splitByValue(amount, weights);
        expect(sum(shares)).toBe(whole === 0 ? 0 : amount);
        for (const [at, share] of shares.entries()) {
          const exact = whole === 0 ? 0 : (amount * (weights[at] ?? 0)) / whole;
          expect(Math.abs(share - exact)).toBeLessThan(1);
        }
      }),
    );
  });

  test('a line without a cost gets no share of freight and duty', () => {
    const lines = [
      { quantity: 10, unitCost: centavos(100) },
      { quantity: 10, unitCost: null },
    ];
    expect(extraCostsOf(centavos(500), lines)).toEqual([500, 0]);
  });

  test('the deliveries of a line carry all of its freight, and extra units carry no freight', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.array(counts, { minLength: 1, maxLength: 8 }), (extraCost, unitCost, parts) => {
        const quantity = parts.reduce((all, part) => all + part, 0);
        let received = 0;
        const values = [...parts, 3].map((part) => {
          const value = landedValue({ quantity, unitCost, received, extraCost }, part);
          received += part;
          return value ?? centavos(-1);
        });
        expect(sum(values)).toBe(unitCost * (quantity + 3) + extraCost);
        expect(values.at(-1)).toBe(unitCost * 3);
      }),
    );
  });

  test('a line without a cost has no value', () => {
    const line = { quantity: 10, unitCost: null, received: 0, extraCost: centavos(0) };
    expect(landedValue(line, 4)).toBeNull();
  });
});

describe('[BUY-04] the average cost of a product', () => {
  test.each([
    { held: [10, 100], arrived: [10, 2_000], average: 150, why: 'both halves have the same weight' },
    { held: [0, 100], arrived: [4, 800], average: 200, why: 'no unit with the former cost is left' },
    { held: [-2, 100], arrived: [4, 800], average: 200, why: 'a negative stock counts as zero' },
    { held: [10, null], arrived: [4, 800], average: 200, why: 'units without a cost are not free' },
    { held: [10, 100], arrived: [4, null], average: 100, why: 'a receipt without a cost changes nothing' },
    { held: [10, null], arrived: [4, null], average: null, why: 'an unknown cost is not zero' },
    { held: [1, 100], arrived: [1, 101], average: 101, why: 'half a centavo is rounded up' },
    { held: [2, 100], arrived: [1, 101], average: 100, why: 'a third is rounded down' },
    { held: [10, 100], arrived: [10, 0], average: 50, why: 'free units cost zero' },
  ] as const)('$held and $arrived: $average ($why)', ({ held: [units, average], arrived: [more, value], ...row }) => {
    const held = { units, average: average === null ? null : centavos(average) };
    const arrived = { units: more, value: value === null ? null : centavos(value) };
    expect(averageAfter(held, arrived)).toBe(row.average);
  });

  /** A simple model: every unit is an entry with a cost, and a receipt sets all costs to their mean. */
  const meanOfUnits = (costs: readonly bigint[]): bigint => {
    const all = costs.reduce((total, cost) => total + cost, 0n);
    const whole = all / BigInt(costs.length);
    return whole + (2n * (all - whole * BigInt(costs.length)) >= BigInt(costs.length) ? 1n : 0n);
  };

  test('the average cost equals the mean cost of all units, over receipts and sales', () => {
    const receipt = fc.record({ units: fc.integer({ min: 1, max: 40 }), value: amounts });
    const step = fc.oneof(receipt, fc.record({ sold: fc.integer({ min: 1, max: 60 }) }));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let shelf: bigint[] = [];
        let average: Centavos | null = null;
        for (const each of steps) {
          if ('sold' in each) {
            shelf = shelf.slice(each.sold);
            continue;
          }
          const { units, value } = each;
          average = averageAfter({ units: shelf.length, average }, { units, value });
          // The value of the receipt, unit by unit: the first units cost a centavo more until the value is complete.
          const [cost, more] = [BigInt(value) / BigInt(units), Number(BigInt(value) % BigInt(units))];
          const arrived = Array.from({ length: units }, (_, at) => cost + (at < more ? 1n : 0n));
          const mean = meanOfUnits([...shelf, ...arrived]);
          shelf = [...shelf, ...arrived].map(() => mean);
          expect(average).toBe(Number(mean));
        }
      }),
    );
  });
});
