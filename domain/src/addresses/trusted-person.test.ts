import { describe, expect, test } from 'vitest';
import {
  checkExtras,
  fullNameOf,
  readShippingMessage,
  toShippingPerson,
  trustedPeopleLimit,
  trustedPersonMessages,
} from './trusted-person.ts';

describe('trusted person', () => {
  const person = { name: 'Ana', lastName: 'Paz', phone: '22456789', dpi: null };

  test('[TRU-04] [DIF-24] goes into the shipping address', () => {
    expect(toShippingPerson(person, 'portón negro')).toEqual({
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
  ])('[TRU-04] %j reads back', (message, phone, extras) => {
    expect(readShippingMessage(message)).toEqual({ phone, extras });
  });

  test.each([
    ['', { ok: true, value: '' }],
    ['a'.repeat(150), { ok: true, value: 'a'.repeat(150) }],
    ['a'.repeat(151), { ok: false, error: { code: 'too_long' } }],
    ['a|b', { ok: false, error: { code: 'has_bar' } }],
  ])('[DEC-90] extras %j', (extras, expected) => {
    expect(checkExtras(extras)).toEqual(expected);
  });

  test('texts', () => {
    expect(trustedPersonMessages).toEqual({
      nameRequired: 'El nombre es requerido',
      lastNameRequired: 'El apellido es requerido',
      phoneInvalid: 'El teléfono debe contener exactamente 8 dígitos.',
    });
  });
});
