import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, type Centavos, centavos, sum, times, zero } from '../money/money.ts';
import { containedTax } from '../money/shares.ts';
import {
  type Credit,
  creditOf,
  creditsOfUnits,
  ivaOfUnits,
  noCredit,
  type RefundedBefore,
  type TaxedLine,
} from './credit.ts';
import { worthOfUnits } from './refund.ts';

const addCredits = (a: Credit, b: Credit): Credit => ({
  charged: add(a.charged, b.charged),
  iva: add(a.iva, b.iva),
});

const amount = fc.integer({ min: 0, max: 9_000_000_00 }).map(centavos);
const rate = fc.constantFrom(1_200, 0, 500);

const chargedOf = fc.record({ worth: amount, share: fc.double({ min: 0, max: 1, noNaN: true }), taxRate: rate });
const anyLine = chargedOf.map(({ worth, share, taxRate }) => ({
  worth,
  charged: centavos(Math.floor(worth * share)),
  taxRate,
}));

test('[DEC-233] the credits of any parts of a line sum to the line, and never exceed it', () => {
  fc.assert(
    fc.property(anyLine, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (line, cuts) => {
      const ends = [...cuts.map((cut) => Math.floor(line.worth * cut)), line.worth].toSorted((a, b) => a - b);
      const [lineIva, credits] = [containedTax(line.charged, line.taxRate), [noCredit]];
      let before = zero;
      for (const end of ends) {
        const part = creditOf(line, before, centavos(end - before));
        expect(Math.min(part.charged, part.iva)).toBeGreaterThanOrEqual(0);
        credits.push(part);
        const soFar = credits.reduce(addCredits);
        expect(soFar.charged).toBeLessThanOrEqual(line.charged);
        expect(soFar.iva).toBeLessThanOrEqual(lineIva);
        before = centavos(end);
      }
      expect(credits.reduce(addCredits)).toEqual({ charged: line.charged, iva: lineIva });
    }),
  );
});

/** An order line with any number of units and warranties. Its share of points is anything up to its worth. */
const anyTaxedLine: fc.Arbitrary<TaxedLine> = fc
  .record({ quantity: fc.integer({ min: 1, max: 30 }), goods: anyLine, perUnit: fc.option(amount), taxRate: rate })
  .chain(({ quantity, goods, perUnit, taxRate }) =>
    fc.double({ min: 0, max: 1, noNaN: true }).map((share) => {
      const worth = times(perUnit ?? zero, quantity);
      const warranty = { worth, charged: centavos(Math.floor(worth * share)), taxRate, perUnit: perUnit ?? zero };
      return { quantity, goods, warranty: perUnit === null ? null : warranty };
    }),
  );

const netOf = ({ goods, warranty }: TaxedLine): Centavos => add(goods.worth, warranty?.worth ?? zero);

test('[DEC-233] credits of units in any parts and order sum to the goods and the warranties of their line', () => {
  const shuffled = anyTaxedLine.chain((line) => {
    const units = Array.from({ length: line.quantity }, (_, unit) => unit);
    const all = { minLength: line.quantity, maxLength: line.quantity };
    return fc.record({ line: fc.constant(line), units: fc.shuffledSubarray(units, all) });
  });
  fc.assert(
    fc.property(shuffled, ({ line, units }) => {
      const net = netOf(line);
      let before: RefundedBefore = { units: 0, worth: zero };
      let [goods, warranty] = [noCredit, noCredit];
      for (const refunded of units) {
        const worth = worthOfUnits({ net, quantity: line.quantity, refunded }, 1);
        const credits = creditsOfUnits(line, before, { units: 1, worth });
        goods = addCredits(goods, credits.goods);
        warranty = addCredits(warranty, credits.warranty ?? noCredit);
        before = { units: before.units + 1, worth: add(before.worth, worth) };
      }
      const whole = ({ charged, taxRate }: TaxedLine['goods']) => ({ charged, iva: containedTax(charged, taxRate) });
      expect(goods).toEqual(whole(line.goods));
      expect(warranty).toEqual(line.warranty === null ? noCredit : whole(line.warranty));
    }),
  );
});

test('[DEC-233] the IVA of the shipments of a line sums to the IVA of the line', () => {
  fc.assert(
    fc.property(anyTaxedLine, fc.array(fc.integer({ min: 1, max: 5 })), (line, sizes) => {
      const ivas: Centavos[] = [];
      let firstUnit = 0;
      for (const size of [...sizes, line.quantity]) {
        const quantity = Math.min(size, line.quantity - firstUnit);
        ivas.push(ivaOfUnits(line, { firstUnit, quantity }));
        firstUnit += quantity;
      }
      const { goods, warranty } = line;
      const ofWarranty = warranty === null ? zero : containedTax(warranty.charged, warranty.taxRate);
      expect(sum(ivas)).toBe(add(containedTax(goods.charged, goods.taxRate), ofWarranty));
    }),
  );
});

test('[DEC-233] each of three units of a line with Q10.71 IVA takes off Q3.57', () => {
  const line = { worth: centavos(99_99), charged: centavos(99_99), taxRate: 1_200 };
  const parts = [0, 1, 2].map((unit) => creditOf(line, centavos(unit * 33_33), centavos(33_33)).iva);
  expect(parts).toEqual([357, 357, 357]);
  // Six units at Q0.51. The IVA of each rounds to 5 centavos, 30 in total, but the line contains 33.
  const cheap = { worth: centavos(3_06), charged: centavos(3_06), taxRate: 1_200 };
  const units = [0, 1, 2, 3, 4, 5].map((unit) => creditOf(cheap, centavos(unit * 51), centavos(51)).iva);
  expect([sum(units), 6 * containedTax(centavos(51))]).toEqual([33, 30]);
});

test('refuses an amount above the worth of the line', () => {
  const line = { worth: centavos(100), charged: centavos(50), taxRate: 1_200 };
  expect(() => creditOf(line, centavos(60), centavos(41))).toThrow('of a line worth 100');
});
