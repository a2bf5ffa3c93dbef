import { describe, expect, test } from 'vitest';
import { centavos } from '../money/money.ts';
import { changeOf, changeWords, maxTaken, needsReason, readTillSearch, receiptNumber, roundSums } from './till.ts';

describe('changeOf', () => {
  test.each([
    ['cash', 79_99, { ok: false, error: { code: 'TOO_LITTLE' } }],
    ['cash', 80_00, { ok: true, value: 0 }],
    ['cash', 100_00, { ok: true, value: 20_00 }],
    ['card', 79_99, { ok: false, error: { code: 'NOT_EXACT' } }],
    ['card', 80_00, { ok: true, value: 0 }],
    ['card', 80_01, { ok: false, error: { code: 'NOT_EXACT' } }],
  ] as const)('the change for %s of %i for Q80', (means, received, change) => {
    expect(changeOf(means, { due: centavos(80_00), received: centavos(received) })).toEqual(change);
  });
});

test.each([
  [-5_01, true],
  [-5_00, false],
  [0, false],
  [5_00, false],
  [5_01, true],
])('a difference of %i centavos needs a reason: %s', (difference, isNeeded) => {
  expect(needsReason(difference)).toBe(isNeeded);
});

test.each([
  ['100000001', { orderNumber: '100000001' }],
  [' 100000001-1 ', { orderNumber: '100000001' }],
  ['https://ceiba.example/orders/100000001', { orderNumber: '100000001' }],
  ['4471-0932', { phone: '44710932' }],
  ['+502 4471 0932', { phone: '44710932' }],
  ['0050244710932', { phone: '44710932' }],
  ['50244710', { phone: '50244710' }],
  ['1471-0932', undefined],
  ['Walter 44710932', undefined],
  ['', undefined],
])('the search %s means %j', (text, search) => {
  expect(readTillSearch(text)).toEqual(search);
});

test('a receipt number contains its till and its count', () => {
  expect(receiptNumber(2, 4418)).toBe('R-02-004418');
});

test.each([
  [1_299_00, [1_300_00, 1_350_00, 1_400_00]],
  [100_00, [150_00, 200_00, 500_00]],
  [12_50, [50_00, 100_00, 200_00]],
])('for %i centavos, the till proposes %j', (due, sums) => {
  expect(roundSums(centavos(due))).toEqual(sums);
});

test.each([
  [101_00, '1 de Q100 y 1 de Q1'],
  [0, ''],
  [
    388_76,
    '1 de Q200, 1 de Q100, 1 de Q50, 1 de Q20, 1 de Q10, 1 de Q5, 3 de Q1, 1 de 50 centavos, 1 de 25 centavos y 1 de 1 centavos',
  ],
])('the change of %i centavos is "%s"', (change, words) => {
  expect(changeWords(centavos(change))).toBe(words);
});

test.each([
  [-98_139_40, 5_000_00],
  [0, 5_000_00],
  [4_000_00, 5_000_00],
  [4_000_01, 10_000_00],
  [9_000_00, 10_000_00],
])('[CASH-04] from a till that should have %i centavos, a withdrawal takes at most %i', (expected, most) => {
  expect(maxTaken(centavos(expected))).toBe(most);
});
