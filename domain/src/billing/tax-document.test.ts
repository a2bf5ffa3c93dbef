import { describe, expect, test } from 'vitest';
import { centavos, quetzales } from '../money/money.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import {
  checkIdentity,
  type DocumentType,
  isFinalConsumer,
  needsTaxId,
  normalizeFinalConsumer,
} from './tax-document.ts';

describe('final consumer', () => {
  test.each([
    ['CF', true, 'CF'],
    ['cf', true, 'cf'],
    ['C/F', true, 'CF'],
    [' c/f ', true, 'CF'],
    ['', true, ''],
    ['  ', true, ''],
    ['576937K', false, '576937K'],
    ['CFX', false, 'CFX'],
  ])('[DIF-11] [DEC-93] %j as a final consumer', (nit, expected, stored) => {
    expect(isFinalConsumer(nit)).toBe(expected);
    expect(normalizeFinalConsumer(nit)).toBe(stored);
  });

  const limit = quetzales(2_500);
  const below = centavos(249_999);
  test.each<[DocumentType, string, boolean, number, boolean]>([
    ['CF', 'CF', false, below, false],
    ['CF', 'CF', false, limit, true],
    ['CF', 'C/F', false, centavos(250_001), true],
    ['CF', '', false, limit, true],
    ['NIT', '576937K', false, limit, false],
    ['DPI', '1234567890101', false, limit, false],
    ['Pasaporte', 'A123', false, limit, false],
    ['NIT', '576937K', true, below, false],
    ['NIT', '576937K', true, limit, false],
    ['NIT', 'CF', true, below, true],
    ['CF', 'CF', true, below, true],
    ['DPI', '1234567890101', true, below, true],
    ['Pasaporte', 'A123', true, below, true],
    // A text that is not a valid document counts as no document (DEC-189).
    ['NIT', 'X', false, below, false],
    ['NIT', 'X', false, limit, true],
    ['NIT', '12345678', false, limit, true],
    ['DPI', '123', false, limit, true],
    ['Pasaporte', 'A1', false, limit, true],
    ['NIT', '12345678', true, below, true],
  ])(
    '[CONST-13] [EMP-03] %s %s, employee %s, total %d: needs a NIT %s',
    (documentType, nit, isEmployee, total, expected) => {
      expect(needsTaxId({ documentType, nit, isEmployee, grandTotal: centavos(total) }, defaultShopPolicy)).toBe(
        expected,
      );
    },
  );

  test('the need for a NIT follows the limit of the operator', () => {
    const invoice = { documentType: 'CF' as const, nit: 'CF', isEmployee: false, grandTotal: quetzales(100) };
    expect(needsTaxId(invoice, { finalConsumerLimit: quetzales(100) })).toBe(true);
  });
});

describe('identity', () => {
  test.each<[string, DocumentType | undefined, string, DocumentType]>([
    [' 576937-k ', undefined, '576937K', 'NIT'],
    ['576937-k', 'NIT', '576937K', 'NIT'],
    ['c/f', 'NIT', 'CF', 'CF'],
    ['576937K', 'CF', 'CF', 'CF'],
    ['1234 56789 0101', 'DPI', '1234567890101', 'DPI'],
    ['AB-12', 'Pasaporte', 'AB12', 'Pasaporte'],
  ])('[DEC-189, DEC-110] accepts %j as %s', (number, named, nit, documentType) => {
    expect(checkIdentity(number, named)).toEqual({ ok: true, value: { nit, documentType } });
  });

  test.each<[string, DocumentType | undefined, string]>([
    [' ', undefined, 'Debe de ingresar el NIT'],
    ['X', undefined, 'Ingresa un NIT válido.'],
    ['12345678', 'NIT', 'Ingresa un NIT válido.'],
    ['123', 'DPI', 'El DPI debe contener exactamente 13 dígitos.'],
    ['A1', 'Pasaporte', 'Ingresa el pasaporte con 3 a 20 letras y números.'],
  ])('[DEC-189, DEC-194] refuses %j as %s: %s', (number, named, message) => {
    expect(checkIdentity(number, named)).toEqual({ ok: false, error: { code: 'invalid_identity', message } });
  });
});
