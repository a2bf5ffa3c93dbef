import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVectors } from '../testing/vectors.ts';
import {
  binOf,
  cardTypeOf,
  checkCardNumber,
  formatCardNumber,
  formatTypedCardNumber,
  isCompleteCardNumber,
  maskCardNumber,
  normalizeCardNumber,
  passesLuhn,
} from './card-number.ts';

interface CardVector {
  input: string;
  number: string | null;
  type: string | null;
  valid: boolean;
  luhn: boolean | null;
  reason: string | null;
  formatted: string | null;
}

const vectors = readVectors<CardVector>('card-vectors.json');

describe('checkCardNumber', () => {
  test('the vector file has forty vectors', () => {
    expect(vectors).toHaveLength(40);
  });

  test.each(vectors)(
    '[PAY-12] the reference number $input has the result $reason',
    ({ input, number, type, valid, luhn, reason, formatted }) => {
      const expected = valid ? { ok: true, value: { digits: number, type } } : { ok: false, error: { code: reason } };
      expect(checkCardNumber(input)).toEqual(expected);
      expect(formatCardNumber(input)).toBe(formatted);
      if (number !== null && reason !== 'bad_characters') {
        expect(cardTypeOf(number)).toBe(type);
        expect(passesLuhn(number)).toBe(luhn);
      }
    },
  );

  test.each([
    ['', 'empty'],
    [' - ', 'empty'],
    ['4111x', 'bad_characters'],
    ['x4111111111111111', 'bad_characters'],
    ['2220000000000000', 'unsupported_type'],
    ['2721000000000000', 'unsupported_type'],
    ['222', 'unsupported_type'],
    ['5000000000000000', 'unsupported_type'],
    ['5600000000000000', 'unsupported_type'],
    ['3600000000000000', 'unsupported_type'],
    ['41111111111111', 'wrong_length'],
    ['3411111111111111', 'wrong_length'],
    ['4111111111111112', 'bad_luhn'],
  ])('[PAY-12] refuses %j: %s', (input, code) => {
    expect(checkCardNumber(input)).toEqual({ ok: false, error: { code } });
  });

  test.each([
    ['34', 'amex'],
    ['37', 'amex'],
    ['35', null],
    ['3', null],
    ['4', 'visa'],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['50', null],
    ['56', null],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2220', null],
    ['2721', null],
    ['222', null],
    ['411111******1111', 'visa'],
    ['222300******0007', 'mastercard'],
    ['******1111', null],
    ['14', null],
    ['6511', null],
    ['25e2', null],
    ['x2221', null],
  ])('[PAY-12] [PAY-32] %s is %s', (number, type) => {
    expect(cardTypeOf(number)).toBe(type);
  });

  test('one wrong digit never passes the Luhn check', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 16 });
    fc.assert(
      fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, place, shift) => {
        const at = place % number.length;
        const changed = number.slice(0, at) + ((Number(number[at]) + shift) % 10) + number.slice(at + 1);
        expect(passesLuhn(number) && passesLuhn(changed)).toBe(false);
      }),
    );
  });
});

describe('shown form', () => {
  test.each([
    ['', ''],
    ['4', '4'],
    ['4111', '4111'],
    ['41111', '4111 1'],
    ['41111111', '4111 1111'],
    ['4111111111111111', '4111 1111 1111 1111'],
    ['41111111111111119', '4111 1111 1111 1111'],
    ['3782', '3782'],
    ['37828', '3782 8'],
    ['3782822463', '3782 822463'],
    ['37828224631', '3782 822463 1'],
    ['378282246310005', '3782 822463 10005'],
    ['3782822463100059', '3782 822463 10005'],
    ['5105-1051 05105100x', '5105 1051 0510 5100'],
    ['99999', '9999 9'],
    ['99999999999999999', '9999 9999 9999 9999'],
  ])('[PAY-11] the typed text %j shows as %j', (typed, shown) => {
    expect(formatTypedCardNumber(typed)).toBe(shown);
  });

  test('formatting a formatted number changes nothing and adds only spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789 -') }), (typed) => {
        const shown = formatTypedCardNumber(typed);
        expect(formatTypedCardNumber(shown)).toBe(shown);
        const digits = typed.replace(/\D/g, '');
        expect(digits.startsWith(normalizeCardNumber(shown))).toBe(true);
        expect(normalizeCardNumber(shown).length).toBe(
          Math.min(digits.length, cardTypeOf(digits) === 'amex' ? 15 : 16),
        );
      }),
    );
  });

  test.each([
    ['9999', null],
    ['4111x', null],
    ['4x11', null],
    ['41111111111111111', null],
    ['3782822463100059', null],
    ['4111', '4111'],
    ['411111******1111', '4111 11** **** 1111'],
    ['*411111*****1111', null],
  ])('the complete number %s is shown as %s', (input, expected) => {
    expect(formatCardNumber(input)).toBe(expected);
  });
});

describe('BIN, completeness and mask', () => {
  test.each([
    ['4111111111111111', true],
    ['378282246310005', true],
    ['4222222222222', false],
    ['411111111111111', false],
    ['4111111111111112', false],
  ])('[PAY-21] [CONST-15] [DIF-29] %s complete: %s', (input, expected) => {
    expect(isCompleteCardNumber(input)).toBe(expected);
  });

  test.each([
    ['41111', null],
    ['411111', '411111'],
    ['4111 1111', '411111'],
    ['41x111', null],
    ['x411111', null],
  ])('[CONST-14] the BIN of %s is %s', (input, expected) => {
    expect(binOf(input)).toBe(expected);
  });

  test.each([
    ['4111111111111111', '411111******1111', 'visa'],
    ['378282246310005', '378282*****0005', 'amex'],
    ['4222222222222', '422222***2222', 'visa'],
  ])('[PAY-32] masks %s', (input, masked, type) => {
    const checked = checkCardNumber(input);
    expect(checked.ok && maskCardNumber(checked.value)).toBe(masked);
    expect(cardTypeOf(masked)).toBe(type);
  });
});
