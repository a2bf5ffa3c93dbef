import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVectors } from '../testing/vectors.ts';
import {
  checkPhone,
  contactPhone,
  displayPhone,
  foreignPhoneText,
  formatTypedPhone,
  internationalPhone,
  phoneMessage,
  repairPhone,
} from './phone.ts';
import { profilePhone } from './profile-words.ts';

interface PhoneVector {
  input: string;
  valid: boolean;
  national: string | null;
  e164: string | null;
  display: string | null;
  type: string | null;
  reason: string | null;
}

const vectors = readVectors<PhoneVector>('phone.json');

describe('checkPhone', () => {
  test('the vector file has thirty vectors', () => {
    expect(vectors).toHaveLength(30);
  });

  test.each(vectors)(
    '[CONST-19] the reference number $input has the result $reason',
    ({ input, valid, national, e164, display, type, reason }) => {
      const checked = checkPhone(input);
      if (!valid) return expect(checked).toEqual({ ok: false, error: { code: reason } });
      expect(checked).toEqual({ ok: true, value: { national, kind: type } });
      if (checked.ok) expect([internationalPhone(checked.value), displayPhone(checked.value)]).toEqual([e164, display]);
    },
  );

  test.each([
    ['50250212345', '50212345'],
    ['+50250212345', '50212345'],
    ['2.2(4)5-67 89', '22456789'],
    ['29999999', '29999999'],
    ['79999999', '79999999'],
  ])('parses %s', (input, national) => {
    expect(checkPhone(input)).toMatchObject({ ok: true, value: { national } });
  });

  test.each([
    ['2245678 +502', 'bad_characters'],
    ['1002245678', 'wrong_length'],
    ['51122456789', 'wrong_length'],
    ['89999999', 'bad_first_digit'],
    ['2245678x', 'bad_characters'],
    ['x2245678', 'bad_characters'],
    ['()', 'empty'],
  ])('refuses %s: %s', (input, code) => {
    expect(checkPhone(input)).toEqual({ ok: false, error: { code } });
  });
});

describe('typing', () => {
  test.each([
    ['', ''],
    ['2245', '2245'],
    ['22456', '2245-6'],
    ['2245-6789', '2245-6789'],
    ['22456789012', '22456789012'],
    ['2245-67890', '2245-67890'],
    ['a2b2', 'a2b2'],
    ['no tengo', 'no tengo'],
    ['+', '+'],
    ['+50', '+50'],
    ['+502', '+502'],
    ['+5025', '5'],
    ['+502 5512-3480', '5512-3480'],
    ['+502 5025-1234', '5025-1234'],
    ['50255123480', '5512-3480'],
    ['0050255123480', '5512-3480'],
    ['502551234', '502551234'],
    ['5025-512348', '5025-512348'],
    ['50251234', '5025-1234'],
    ['+1 555', '+1 555'],
    ['+1 (305) 555-0123', '+1 (305) 555-0123'],
    ['\u202a+502 5512-3480\u202c', '5512-3480'],
  ])('[INFO-06, DEC-234] the typed text %j shows as %j', (typed, shown) => {
    expect(formatTypedPhone(typed)).toBe(shown);
  });

  test('formatting a formatted number changes nothing and loses no digit', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789- ') }), (typed) => {
        const shown = formatTypedPhone(typed);
        expect(formatTypedPhone(shown)).toBe(shown);
        expect(typed.replace(/\D/g, '').endsWith(shown.replace(/\D/g, ''))).toBe(true);
        if (checkPhone(typed).ok) expect(repairPhone(shown)).toBe(repairPhone(typed));
      }),
    );
  });
});

describe('messages', () => {
  test.each([
    ['', 'Un numero de telefono es necesario para la verificacion.'],
    ['  ', 'Un numero de telefono es necesario para la verificacion.'],
    ['2245-678', 'El numero de telefono debe contener exactamente 8 digitos.'],
    ['x2245-6789', 'El numero de telefono debe contener exactamente 8 digitos.'],
    ['no tengo', 'El numero de telefono debe contener exactamente 8 digitos.'],
    ['2245 6789', null],
    [' 2245-6789 ', null],
    ['22456789', null],
  ])('[INFO-05] the message for %j', (input, expected) => {
    expect(phoneMessage(input, contactPhone)).toBe(expected);
  });

  test.each(['2245-67890', '+1 (305) 555-0123', '0000-0000', '1234-5678', '8123-4567', '+503 7123 4567'])(
    '[DEC-234] the message for %j has a second line about foreign numbers',
    (input) => {
      const invalid = 'El numero de telefono debe contener exactamente 8 digitos.';
      expect(phoneMessage(input, contactPhone)).toBe(`${invalid}\n${foreignPhoneText}`);
      expect(repairPhone(` ${input} `)).toBe(input);
    },
  );

  test('the profile’s messages have accents', () => {
    expect(phoneMessage('', profilePhone)).toBe('Un número de teléfono es necesario para la verificación.');
    expect(phoneMessage('1', profilePhone)).toBe('El número de teléfono debe contener exactamente 8 dígitos.');
  });
});
