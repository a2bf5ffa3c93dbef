import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVectors } from '../testing/vectors.ts';
import { checkNit, nitCheckCharacter, nitMessage, normalizeNit, profileNitMessage } from './nit.ts';

interface NitVector {
  input: string;
  normalized: string | null;
  valid: boolean;
  reason: string | null;
}

const vectors = readVectors<NitVector>('nit-vectors.json');

describe('checkNit', () => {
  test('the vector file has sixty vectors', () => {
    expect(vectors).toHaveLength(60);
  });

  test.each(vectors)(
    '[BILL-16] the reference NIT $input has the result $reason',
    ({ input, normalized, valid, reason }) => {
      const expected = valid ? { ok: true, value: normalized } : { ok: false, error: { code: reason } };
      expect(checkNit(input)).toEqual(expected);
    },
  );

  test.each(['12345679', '576937-K', '800000-K', '1234560', '7654321-8', '1000071'])('[BILL-17] takes %s', (input) => {
    expect(checkNit(input).ok).toBe(true);
  });

  test.each([
    ['12345678', 'bad_check_digit'],
    ['123456789', 'blocked'],
    ['0576937K', 'leading_zero'],
    ['123456', 'too_short'],
    ['5769371', 'bad_check_digit'],
    ['CF', 'bad_characters'],
    [' - ', 'empty'],
    ['57K6937', 'bad_characters'],
    ['KK', 'bad_characters'],
    ['K', 'too_short'],
    ['1234567890', 'too_long'],
    ['576937.K', 'bad_characters'],
  ])('[BILL-16] [BILL-17] refuses %s: %s', (input, code) => {
    expect(checkNit(input)).toEqual({ ok: false, error: { code } });
  });

  test('only one check character is valid', () => {
    const bodies = fc.integer({ min: 100_000, max: 99_999_999 }).filter((body) => body !== 12_345_678);
    fc.assert(
      fc.property(bodies, (body) => {
        const accepted = [...'0123456789K'].filter((last) => checkNit(`${body}${last}`).ok);
        expect(accepted).toEqual([nitCheckCharacter(String(body))]);
      }),
    );
  });

  test('a changed digit is always detected', () => {
    const bodies = fc.integer({ min: 100_000, max: 99_999_999 }).map(String);
    fc.assert(
      fc.property(bodies, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, place, shift) => {
        const at = place % body.length;
        const changed = body.slice(0, at) + ((Number(body[at]) + shift) % 10) + body.slice(at + 1);
        expect(nitCheckCharacter(changed)).not.toBe(nitCheckCharacter(body));
      }),
    );
  });

  test('normalises spaces, dashes and case', () => {
    expect(normalizeNit(' 57 6937-k ')).toBe('576937K');
  });
});

describe('messages', () => {
  test.each([
    ['', 'Debe de ingresar el NIT', 'Debe de ingresar el NIT'],
    ['576937K', null, null],
    ['5769371', 'NIT inválido', 'NIT inválido'],
    ['1234567890', 'NIT inválido', 'El NIT debe contener como maximo 9 digitos'],
    ['123456-789', 'NIT inválido', 'NIT inválido'],
  ])('[BILL-08] [PROF-20] the messages for %j', (input, checkout, profile) => {
    expect(nitMessage(input)).toBe(checkout);
    expect(profileNitMessage(input)).toBe(profile);
  });
});
