import { expect, test } from 'vitest';
import { centavos } from '../money/money.ts';
import { type PlannedPrice, pricePlanFaults, startFault } from './price-plan.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);
const day = 86_400_000;

test.each([
  [-1, 'Esa fecha ya pasó.'],
  [0, 'Esa fecha ya pasó.'],
  [1, null],
  [730 * day, null],
  [730 * day + 1, 'Elige una fecha de los próximos dos años.'],
])('a price can start %i ms from now: %s', (ms, fault) => {
  expect(startFault(later(ms), now)).toBe(fault);
});

const plan: PlannedPrice = {
  at: later(day),
  regularPrice: centavos(100_00),
  salesPrice: centavos(80_00),
  discountEndsAt: later(2 * day),
};

test.each<[string, Partial<PlannedPrice>, string[]]>([
  ['an offer with its end', {}, []],
  ['an offer one centavo below the price', { salesPrice: centavos(99_99) }, []],
  ['an offer that equals the price', { salesPrice: centavos(100_00) }, ['salesPrice']],
  ['an offer above the price', { salesPrice: centavos(100_01) }, ['salesPrice']],
  ['a price without an offer', { salesPrice: null, discountEndsAt: null }, []],
  ['an end without an offer', { salesPrice: null }, ['discountEndsAt']],
  ['an end at the start', { discountEndsAt: plan.at }, ['discountEndsAt']],
  ['an end just after the start', { discountEndsAt: new Date(plan.at.getTime() + 1) }, []],
  ['a start in the past', { at: now }, ['at']],
])('a plan with %s shows the expected faults', (_title, change, fields) => {
  expect(Object.keys(pricePlanFaults({ ...plan, ...change }, now))).toEqual(fields);
});
