import { cancelOrder } from '@ceiba/contract/desk/orders';
import { getStaffSession } from '@ceiba/contract/desk/staff';
import { expect, test } from 'vitest';
import { demandJudgement, judgementsOf, mayTouch, PlacesNotAsked, storesSeenBy } from './places.ts';

test.each([
  // Somebody who is limited to nothing, to two stores, and to none of them.
  [null, 'every', ['MAX', 'XELA'], true],
  [null, 'every', [null], true],
  [null, 'some', [], true],
  [['MAX', 'XELA'], 'every', ['MAX', 'XELA'], true],
  [['MAX'], 'every', ['MAX', 'XELA'], false],
  [['MAX'], 'some', ['MAX', 'XELA'], true],
  [['MAX'], 'every', ['MAX', null], false],
  [['MAX'], 'some', [null], false],
  [['MAX'], 'every', [], false],
  [['MAX'], 'some', [], false],
  [[], 'every', ['MAX'], false],
] as const)('limited to %j, %s of %j is theirs: %s', (stores, need, places, expected) => {
  expect(mayTouch({ stores }, need, places)).toBe(expected);
});

test('a call that touches places and asked the rule for nobody is a defect', () => {
  const staff = { stores: null };
  expect(() => demandJudgement(cancelOrder, staff)).toThrow(PlacesNotAsked);
  expect(() => demandJudgement(getStaffSession, staff)).not.toThrow();
  mayTouch(staff, 'every', ['MAX']);
  expect(() => demandJudgement(cancelOrder, staff)).not.toThrow();
  const reader = { stores: ['MAX'] };
  storesSeenBy(reader);
  expect(() => demandJudgement(cancelOrder, reader)).not.toThrow();
  expect(judgementsOf(reader)).toEqual([{ need: 'some', places: ['MAX'] }]);
});
