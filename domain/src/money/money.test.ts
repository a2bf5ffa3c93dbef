import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  add,
  centavos,
  currencyCode,
  divideRounded,
  formatQ,
  fromQuetzales,
  larger,
  percentOf,
  quetzales,
  readQuetzales,
  smaller,
  subtract,
  sum,
  times,
  toDecimalText,
  toQuetzales,
  withThousands,
  zero,
} from './money.ts';
import { containedTax, splitOver } from './shares.ts';

const signedAmount = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }).map(centavos);

describe('amounts', () => {
  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %d', (amount) => {
    expect(() => centavos(amount)).toThrow('not a whole number of centavos');
  });

  test('turns minus zero into zero', () => {
    expect(Object.is(centavos(-0), 0)).toBe(true);
    expect(centavos(7)).toBe(7);
    expect(zero).toBe(0);
  });

  test('amounts are added, subtracted, multiplied, compared and summed', () => {
    const [a, b] = [centavos(150), centavos(25)];
    expect([add(a, b), subtract(b, a), times(b, 3), quetzales(30)]).toEqual([175, -125, 75, 3_000]);
    expect([smaller(a, b), smaller(b, a), larger(a, b), larger(b, a)]).toEqual([25, 25, 150, 150]);
    expect([sum([]), sum([a, b, a])]).toEqual([0, 325]);
  });

  test('the currency is GTQ', () => {
    expect(currencyCode).toBe('GTQ');
  });
});

describe('divideRounded', () => {
  test.each([
    [10_004, 10, 1_000],
    [10_005, 10, 1_001],
    [10_006, 10, 1_001],
    [7, 3, 2],
    [8, 3, 3],
    [9, 3, 3],
    [1, 2, 1],
    [-1, 2, -1],
    [-4, 10, 0],
    [-5, 10, -1],
    [0, 5, 0],
    [5, 1, 5],
    [9_007_199_254_740_991, 2, 4_503_599_627_370_496],
  ])('%d ÷ %d = %d', (amount, divisor, expected) => {
    expect(divideRounded(centavos(amount), divisor)).toBe(expected);
  });

  test.each([0, -1, 1.5, Number.NaN])('refuses to divide by %d', (divisor) => {
    expect(() => divideRounded(centavos(1), divisor)).toThrow('not a positive whole divisor');
  });

  test('the result is never more than half a centavo away', () => {
    fc.assert(
      fc.property(signedAmount, fc.integer({ min: 1, max: 1_000 }), (amount, divisor) => {
        const error = Math.abs(divideRounded(amount, divisor) * divisor - amount);
        expect(error * 2).toBeLessThanOrEqual(divisor);
      }),
    );
  });
});

describe('percentOf', () => {
  test.each([
    [10_000, 1_000, 1_000],
    [4, 1_000, 0],
    [5, 1_000, 1],
    [12_345, 10_000, 12_345],
    [12_345, 0, 0],
  ])('%d at %d basis points = %d', (amount, basisPoints, expected) => {
    expect(percentOf(centavos(amount), basisPoints)).toBe(expected);
  });

  test('refuses a negative rate', () => {
    expect(() => percentOf(centavos(100), -1)).toThrow('negative rate');
  });
});

describe('decimal quetzales', () => {
  test.each([
    ['1234.5', 123_450],
    ['1234.50', 123_450],
    ['1234', 123_400],
    ['0.01', 1],
    ['-100', -10_000],
    ['-0', 0],
    [' 5.05 ', 505],
    [0.1, 10],
    [19.99, 1_999],
    [-0.07, -7],
    [1e3, 100_000],
    ['90071992547409.91', 9_007_199_254_740_991],
  ])('reads %j', (value, expected) => {
    const read = fromQuetzales(value);
    expect(read).toEqual({ ok: true, value: expected });
  });

  test.each([
    ['', 'not_an_amount'],
    ['Q5', 'not_an_amount'],
    ['5Q', 'not_an_amount'],
    ['1,234.50', 'not_an_amount'],
    ['1.', 'not_an_amount'],
    ['.5', 'not_an_amount'],
    ['+5', 'not_an_amount'],
    [1e21, 'not_an_amount'],
    [Number.NaN, 'not_an_amount'],
    ['0.001', 'too_many_decimals'],
    [0.125, 'too_many_decimals'],
    ['90071992547409.92', 'out_of_range'],
  ])('refuses %j: %s', (value, code) => {
    expect(fromQuetzales(value)).toEqual({ ok: false, error: { code } });
  });

  test.each([
    ['150.50', 150_50],
    ['Q150.5', 150_50],
    [' q 150 ', 150_00],
    ['Q1,234,567.50', 1_234_567_50],
  ])('reads what a person types: %j', (text, expected) => {
    expect(readQuetzales(text)).toEqual({ ok: true, value: expected });
  });

  test.each(['', 'Q', 'QQ5', '1,23', '1,2345', 'mucho'])('refuses a text that is not an amount: %j', (text) => {
    expect(readQuetzales(text)).toEqual({ ok: false, error: { code: 'not_an_amount' } });
  });

  test.each([
    [0, 'Q0.00'],
    [1, 'Q0.01'],
    [99, 'Q0.99'],
    [100, 'Q1.00'],
    [99_999, 'Q999.99'],
    [100_000, 'Q1,000.00'],
    [123_450, 'Q1,234.50'],
    [123_456_789, 'Q1,234,567.89'],
    [-10_000, '-Q100.00'],
    [-123_456, '-Q1,234.56'],
    [-1, '-Q0.01'],
  ])('[APP-03] [DEC-07] prints %d as %s', (amount, expected) => {
    expect(formatQ(centavos(amount))).toBe(expected);
  });

  test.each([
    [123_450, '1234.50', 1234.5],
    [-5, '-0.05', -0.05],
    [0, '0.00', 0],
  ])('[DEC-06] sends %d as %s', (amount, text, number) => {
    expect(toDecimalText(centavos(amount))).toBe(text);
    expect(toQuetzales(centavos(amount))).toBe(number);
  });

  test.each([
    ['1', '1'],
    ['999', '999'],
    ['1000', '1,000'],
    ['1234567', '1,234,567'],
  ])('separates thousands of %s', (digits, expected) => {
    expect(withThousands(digits)).toBe(expected);
  });

  test('a sent amount is parsed as the same amount, as a number, a text or a formatted text', () => {
    fc.assert(
      fc.property(signedAmount, (amount) => {
        const read = { ok: true, value: amount };
        expect(fromQuetzales(toQuetzales(amount))).toEqual(read);
        expect(fromQuetzales(toDecimalText(amount))).toEqual(read);
        expect(fromQuetzales(formatQ(amount).replace('Q', '').replaceAll(',', ''))).toEqual(read);
      }),
    );
  });
});

test.each([
  [0, 0],
  [112, 12],
  [402_900, 43_168],
])('an amount of %i centavos contains %i of IVA', (amount, tax) => {
  expect(containedTax(centavos(amount))).toBe(tax);
});

describe('splitting', () => {
  test('[DEC-76] the last centavo goes to the largest weight', () => {
    const weights = [100, 300, 200].map(centavos);
    expect(splitOver(centavos(100), weights)).toEqual([16, 51, 33]);
  });

  test('[DEC-76] the shares sum to the amount, and no share is negative or above its weight', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 9_000_000_000 }).map(centavos), { maxLength: 12 });
    fc.assert(
      fc.property(amounts, fc.double({ min: 0, max: 1, noNaN: true }), (weights, part) => {
        const amount = centavos(Math.floor(sum(weights) * part));
        const shares = splitOver(amount, weights);
        expect(sum(shares)).toBe(amount);
        for (const [at, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(weights[at] ?? -1);
        }
      }),
    );
  });

  test('refuses an amount above the sum of the weights', () => {
    expect(() => splitOver(centavos(2), [centavos(1)])).toThrow('not to be split');
  });
});
