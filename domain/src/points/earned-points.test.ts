import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centavos, zero } from '../money/money.ts';
import { type EarningLine, earnedByLine, isWhollyDelivered } from './earned-points.ts';

const line: EarningLine = {
  isFirstPartyGoods: true,
  quantity: 2,
  refunded: 0,
  delivered: 2,
  unitPrice: centavos(45_00),
  discount: zero,
  net: centavos(90_00),
  pointsShare: zero,
};

test.each<[string, Partial<EarningLine>, number]>([
  ['all of it', {}, 9],
  ['one unit given back', { refunded: 1 }, 4],
  ['all given back', { refunded: 2 }, 0],
  ['a discount', { discount: centavos(10_00), net: centavos(80_00) }, 8],
  ['a centavo below Q90', { discount: centavos(1), net: centavos(89_99) }, 8],
  ['a warranty, which earns nothing', { net: centavos(120_00) }, 9],
  ['points that paid half of goods and warranty', { net: centavos(120_00), pointsShare: centavos(60_00) }, 4],
  ['points that paid all', { pointsShare: centavos(90_00) }, 0],
  ['another seller’s goods', { isFirstPartyGoods: false }, 0],
])('[DEC-86] a line earns by what was charged for its goods: %s', (_, changes, points) => {
  expect(earnedByLine({ ...line, ...changes })).toBe(points);
});

test.each([
  [2, 0, 2, true],
  [2, 0, 1, false],
  [2, 1, 1, true],
  [2, 2, 0, false],
])('of %i units, %i given back and %i delivered: judged %s', (quantity, refunded, delivered, expected) => {
  expect(isWhollyDelivered({ ...line, quantity, refunded, delivered })).toBe(expected);
});

test('what is given back in parts never earns more than what was kept, and at the end nothing', () => {
  const amount = fc.integer({ min: 0, max: 100_000_00 });
  const lines = fc.record({ quantity: fc.integer({ min: 1, max: 99 }), price: amount, off: amount, points: amount });
  fc.assert(
    fc.property(lines, ({ quantity, price, off, points }) => {
      const discount = Math.min(off, price * quantity);
      const net = price * quantity - discount;
      const bought = {
        ...line,
        quantity,
        delivered: quantity,
        unitPrice: centavos(price),
        discount: centavos(discount),
        net: centavos(net),
        pointsShare: centavos(Math.min(points, net)),
      };
      const earned = Array.from({ length: quantity + 1 }, (__, refunded) => earnedByLine({ ...bought, refunded }));
      expect(earned).toEqual([...earned].sort((a, b) => b - a));
      expect(earned.at(-1)).toBe(0);
      expect(earned[0]).toBeLessThanOrEqual(Math.floor((net - bought.pointsShare) / 1_000));
    }),
  );
});
