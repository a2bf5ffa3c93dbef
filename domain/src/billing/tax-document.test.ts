import { describe, expect, test } from 'vitest';
import { centavos, quetzales } from '../money/money.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import { type DocumentType, isFinalConsumer, needsTaxId, normalizeFinalConsumer } from './tax-document.ts';

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
  ])('[DIF-11] [DEC-93] %j', (nit, expected, stored) => {
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
  ])(
    '[CONST-13] [EMP-03] %s %s, employee %s, total %d: needs a NIT %s',
    (documentType, nit, isEmployee, total, expected) => {
      expect(needsTaxId({ documentType, nit, isEmployee, grandTotal: centavos(total) }, defaultShopPolicy)).toBe(
        expected,
      );
    },
  );

  test('follows the limit of the operator', () => {
    const invoice = { documentType: 'CF' as const, nit: 'CF', isEmployee: false, grandTotal: quetzales(100) };
    expect(needsTaxId(invoice, { finalConsumerLimit: quetzales(100) })).toBe(true);
  });
});
