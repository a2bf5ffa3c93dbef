import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centavos } from '../money/money.ts';
import { type EarningLine, earnedByLine, isWhollyDelivered } from './earned-points.ts';

const line: EarningLine = {
  isFirstPartyGoods: true,
  quantity: 2,
  refunded: 0,
  delivered: 2,
  chargedForGoods: centavos(90_00),
};

test.each<[string, Partial<EarningLine>, number]>([
  ['all units', {}, 9],
  ['a centavo below Q90', { chargedForGoods: centavos(89_99) }, 8],
  ['one refunded unit', { refunded: 1 }, 4],
  ['all units refunded', { refunded: 2 }, 0],
  ['nothing charged', { chargedForGoods: centavos(0) }, 0],
  ['another seller’s goods', { isFirstPartyGoods: false }, 0],
])('[DEC-86] a line earns a point for each Q10 charged for its goods: %s', (_, changes, points) => {
  expect(earnedByLine({ ...line, ...changes })).toBe(points);
});

test.each([
  [2, 0, 2, true],
  [2, 0, 1, false],
  [2, 1, 1, true],
  [2, 2, 0, false],
])(
  'with %i units, %i refunded and %i delivered, the line is completely delivered: %s',
  (quantity, refunded, delivered, expected) => {
    expect(isWhollyDelivered({ ...line, quantity, refunded, delivered })).toBe(expected);
  },
);

test('each refunded unit reduces the points, and the last unit removes all points', () => {
  const lines = fc.record({
    quantity: fc.integer({ min: 1, max: 99 }),
    charged: fc.integer({ min: 0, max: 99_999_999_99 }),
  });
  fc.assert(
    fc.property(lines, ({ quantity, charged }) => {
      const bought = { ...line, quantity, delivered: quantity, chargedForGoods: centavos(charged) };
      const earned = Array.from({ length: quantity + 1 }, (__, refunded) => earnedByLine({ ...bought, refunded }));
      expect(earned).toEqual([...earned].sort((a, b) => b - a));
      expect([earned[0], earned.at(-1)]).toEqual([Math.floor(charged / 1_000), 0]);
    }),
  );
});
