import { describe, expect, test } from 'vitest';
import { notPlainMessage } from '../customers/plain-text.ts';
import { extrasMessage } from './address.ts';
import { fullNameOf, readDirections, toReceiver, trustedPeopleLimit, trustedPersonMessages } from './trusted-person.ts';

describe('trusted person', () => {
  const person = { name: 'Ana', lastName: 'Paz', phone: '22456789', dpi: null };

  test('[TRU-04] [DIF-24] becomes part of the shipping address', () => {
    expect(toReceiver(person, 'portón negro')).toEqual({
      firstName: 'Ana',
      lastName: 'Paz',
      message: '22456789|portón negro',
    });
    expect([fullNameOf(person), trustedPeopleLimit]).toEqual(['Ana Paz', 10]);
  });

  test.each([
    ['22456789|portón|negro', '22456789', 'portón|negro'],
    ['22456789', '22456789', ''],
    ['22456789|', '22456789', ''],
    ['', '', ''],
  ])('[TRU-04] %j is parsed back', (message, phone, extras) => {
    expect(readDirections(message)).toEqual({ phone, extras });
  });

  const refused = 'Las indicaciones tienen hasta 150 caracteres, y ninguna barra (|).';
  test.each([
    ['', null],
    ['a'.repeat(150), null],
    ['Portón negro.\nToca dos veces.', null],
    ['a'.repeat(151), refused],
    ['a|b', refused],
  ])('[DEC-90] the directions %j get the message %j', (extras, expected) => {
    expect(extrasMessage(extras)).toBe(expected);
  });

  test('directions may not contain a link', () => {
    expect(extrasMessage('evil.test')).toBe(notPlainMessage);
  });

  test('each missing field has its message', () => {
    expect(trustedPersonMessages).toEqual({
      nameRequired: 'El nombre es requerido',
      lastNameRequired: 'El apellido es requerido',
      phoneInvalid: 'El teléfono debe contener exactamente 8 dígitos.',
    });
  });
});
