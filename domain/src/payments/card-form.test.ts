import { describe, expect, test } from 'vitest';
import {
  cardExpiryMessage,
  cardHolderMessage,
  cardMessages,
  cardNumberMessage,
  checkCardExpiry,
  checkCvv,
  cvvMessage,
  formatExpiry,
  formatTypedCvv,
  formatTypedExpiry,
  isExpired,
  paymentPlanMessage,
} from './card-form.ts';

/** Noon of 21 November 2026 in Guatemala. */
const now = new Date('2026-11-21T12:00:00-06:00');

describe('expiry', () => {
  test.each([
    ['11/26', 11, 2026],
    ['12 / 26', 12, 2026],
    ['0127', 1, 2027],
    ['12/99', 12, 2099],
  ])('[PAY-16] reads %s', (input, month, year) => {
    expect(checkCardExpiry(input, now)).toEqual({ ok: true, value: { month, year } });
  });

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['00/27', 'bad_month'],
    ['13/27', 'bad_month'],
    ['1', 'bad_month'],
    ['1/27', 'bad_month'],
    ['ab/cd', 'bad_month'],
    ['12/2027', 'bad_month'],
    ['x12/27', 'bad_month'],
    ['12', 'incomplete'],
    ['12/', 'incomplete'],
    ['12/2', 'bad_month'],
    ['10/26', 'past'],
    ['12/25', 'past'],
    ['11/00', 'past'],
  ])('[PAY-16] refuses %j: %s', (input, code) => {
    expect(checkCardExpiry(input, now)).toEqual({ ok: false, error: { code } });
  });

  test.each([
    ['2026-11-30T23:59:59.999-06:00', false],
    ['2026-12-01T00:00:00-06:00', true],
    ['2026-12-01T05:59:59Z', false],
    ['2025-12-31T12:00:00-06:00', false],
    ['2027-01-01T12:00:00-06:00', true],
  ])('[PAY-37] [DIF-38] a card of 11/26 at %s is expired: %s', (moment, expected) => {
    expect(isExpired({ month: 11, year: 2026 }, new Date(moment))).toBe(expected);
  });

  test('[PAY-37] months are compared as numbers, not as text', () => {
    expect(isExpired({ month: 9, year: 2026 }, now)).toBe(true);
    expect(isExpired({ month: 1, year: 999 }, now)).toBe(true);
  });

  test.each([
    ['', ''],
    ['1', '1'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['12 / 34', '12 / 34'],
    ['12345', '12 / 34'],
    ['a1b2', '12'],
    ['12 / 203', '12 / 20'],
    ['12 / 20', '12 / 20'],
    ['12/2039', '12 / 39'],
    ['12 / 2039', '12 / 39'],
    ['12-39', '12 / 39'],
    ['1/39', '01 / 39'],
    ['1/2039', '01 / 39'],
    ['122039', '12 / 39'],
    ['121939', '12 / 19'],
    // A person who corrects the month of "12 / 39" types this.
    ['1 / 39', '13 / 9'],
  ])('[PAY-10] the typed text %j shows as %j', (typed, shown) => {
    expect(formatTypedExpiry(typed)).toBe(shown);
  });

  test.each([
    [{ month: 1, year: 2027 }, '01/27'],
    [{ month: 12, year: 2005 }, '12/05'],
  ])('[DEC-104] %j is sent as %s', (expiry, text) => {
    expect(formatExpiry(expiry)).toBe(text);
  });
});

describe('cvv', () => {
  test.each([
    ['', 'empty'],
    [' ', 'empty'],
    ['12a', 'bad_characters'],
    ['a12', 'bad_characters'],
  ])('[PAY-18] refuses %j: %s', (input, code) => {
    expect(checkCvv(input)).toEqual({ ok: false, error: { code } });
  });

  test.each([
    ['12', { ok: false, error: { code: 'too_short' } }],
    ['123', { ok: true, value: '123' }],
    [' 1234 ', { ok: true, value: '1234' }],
    ['12345', { ok: false, error: { code: 'too_long' } }],
  ])('[PAY-18, CONST-16] the CVV %j is checked as %j', (input, checked) => {
    expect(checkCvv(input)).toEqual(checked);
  });

  test.each([
    ['12a34', '1234'],
    ['123456', '12345'],
  ])('the typed text %s shows as %s', (typed, shown) => {
    expect(formatTypedCvv(typed)).toBe(shown);
  });
});

describe('messages', () => {
  test.each([
    ['', 'El número de tarjeta es obligatorio'],
    ['4111', 'El número de tarjeta no es válido'],
    ['4111111111111112', 'El número de tarjeta no es válido'],
    ['4111111111111111', null],
  ])('[PAY-13] [PAY-14] the number %j gets the message %j', (input, expected) => {
    expect(cardNumberMessage(input)).toBe(expected);
  });

  test.each([
    ['', 'Fecha de expiración es obligatoria'],
    ['12', 'Fecha de expiración es obligatoria'],
    ['13/27', 'Mes inválido'],
    ['10/26', 'Fecha de expiración debe ser en futuro'],
    ['11/26', null],
  ])('[PAY-16] the expiry %j gets the message %j', (input, expected) => {
    expect(cardExpiryMessage(input, now)).toBe(expected);
  });

  test.each([
    ['', 'CVV es obligatorio'],
    ['12', 'CVV debe tener al menos 3 digitos'],
    ['abc', 'CVV debe tener al menos 3 digitos'],
    ['12345', 'CVV debe tener máximo 4 digitos'],
    ['123', null],
  ])('[PAY-18] the CVV %j gets the message %j', (input, expected) => {
    expect(cvvMessage(input)).toBe(expected);
  });

  test('[PAY-17] a missing holder and a missing plan have messages', () => {
    expect(cardMessages.numberHint).toBe('Ingresa el número de tarjeta para validar las cuotas disponibles');
    expect([cardHolderMessage(' '), cardHolderMessage('Ana')]).toEqual(['Nombre del titular es obligatorio', null]);
    expect([paymentPlanMessage(null), paymentPlanMessage(6)]).toEqual([
      'Debe seleccionar una cantidad de cuotas',
      null,
    ]);
  });
});
