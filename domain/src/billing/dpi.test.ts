import { describe, expect, test } from 'vitest';
import { readVectors } from '../testing/vectors.ts';
import { checkDpi, dpiMessage, normalizeDpi, profileDpiMessage } from './dpi.ts';

interface DpiVector {
  input: string;
  normalized: string | null;
  specValid: boolean;
}

const vectors = readVectors<DpiVector>('dpi-vectors.json');

describe('checkDpi', () => {
  test('the vector file has thirty vectors', () => {
    expect(vectors).toHaveLength(30);
  });

  test.each(vectors)(
    '[BILL-18] the reference DPI $input has the validity $specValid',
    ({ input, normalized, specValid }) => {
      const checked = checkDpi(input);
      expect(checked.ok).toBe(specValid);
      if (checked.ok) expect(checked.value).toBe(normalized);
    },
  );

  test.each([
    ['', 'empty'],
    [' - ', 'empty'],
    ['12345678901O1', 'bad_characters'],
    ['x1234567890101', 'bad_characters'],
    ['1234567890101x', 'bad_characters'],
    ['123456789010', 'wrong_length'],
    ['12345678901011', 'wrong_length'],
  ])('[BILL-11] [CONST-18] refuses %j: %s', (input, code) => {
    expect(checkDpi(input)).toEqual({ ok: false, error: { code } });
  });

  test('a DPI is stored without separators', () => {
    expect(normalizeDpi('1234 56789-0101')).toBe('1234567890101');
  });
});

describe('messages', () => {
  const required = 'El número de DPI es necesario para continuar.';
  const wrongLength = 'El DPI debe contener exactamente 13 dígitos.';
  test.each([
    ['', required, required],
    ['123', wrongLength, wrongLength],
    ['12345678901O1', wrongLength, 'El DPI debe tener el formato válido'],
    ['1234567890101', null, null],
  ])('[DEC-37] [PROF-16] the messages for %j', (input, checkout, profile) => {
    expect(dpiMessage(input)).toBe(checkout);
    expect(profileDpiMessage(input)).toBe(profile);
  });
});
