import { describe, expect, test } from 'vitest';
import { civilDate } from '../dates/civil-date.ts';
import { centavos, quetzales } from '../money/money.ts';
import { axisAmounts, axisDay } from './price-axis.ts';
import { priceChangeText, referenceText } from './price-history.ts';

describe('texts', () => {
  test.each([
    [30, null, 'Precio más bajo en los 30 días antes de esta oferta: Q1,200.00'],
    [1, null, 'Precio más bajo en el día antes de esta oferta: Q1,200.00'],
    [30, civilDate('2026-11-20'), 'Precio más bajo desde el 20 de noviembre de 2026: Q1,200.00'],
  ])('[PRICE-02] the reference of %d days, known since %s', (days, since, text) => {
    expect(referenceText({ price: quetzales(1_200), days, since })).toBe(text);
  });

  test.each([
    [quetzales(100), quetzales(50), 'Bajó Q50.00 desde que lo agregaste'],
    [quetzales(100), centavos(100_01), 'Subió Q0.01 desde que lo agregaste'],
  ])('[PRICE-09] the change from %d to %d', (seen, now, text) => {
    expect(priceChangeText(seen, now)).toBe(text);
  });
});

test.each([
  [
    [999, 1_350.5],
    [800, 1_000, 1_200, 1_400],
  ],
  [
    [100, 100],
    [99, 100, 101],
  ],
  [[1], [0, 1, 2]],
  [
    [50, 12_000],
    [0, 5_000, 10_000, 15_000],
  ],
])('[PRICE-04] the axis of %j covers all prices with round amounts', (prices, amounts) => {
  const inCentavos = (all: number[]) => all.map((each) => centavos(Math.round(each * 100)));
  expect(axisAmounts(inCentavos(prices))).toEqual(inCentavos(amounts));
});

test('[PRICE-04] the axis has short names of days', () => {
  expect(['2026-03-12', '2026-09-01'].map((day) => axisDay(civilDate(day)))).toEqual(['12 mar', '1 sep']);
});
