import { cancelOrder } from '@ceiba/contract/desk/order-changes';
import { getStaffSession } from '@ceiba/contract/desk/staff';
import { expect, test } from 'vitest';
import { demandJudgement, judgementsOf, mayTouch, PlacesNotChecked, storesSeenBy } from './places.ts';

test.each([
  // People without a limit, people limited to stores, and people limited to no store at all.
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
] as const)(
  'a person limited to the stores %j may change something that needs %s of %j: %s',
  (stores, need, places, expected) => {
    expect(mayTouch({ stores }, need, places)).toBe(expected);
  },
);

test('a call that changes data of places without checking them is a defect', () => {
  const staff = { stores: null };
  expect(() => demandJudgement(cancelOrder, staff)).toThrow(PlacesNotChecked);
  expect(() => demandJudgement(getStaffSession, staff)).not.toThrow();
  mayTouch(staff, 'every', ['MAX']);
  expect(() => demandJudgement(cancelOrder, staff)).not.toThrow();
  const reader = { stores: ['MAX'] };
  storesSeenBy(reader);
  expect(() => demandJudgement(cancelOrder, reader)).not.toThrow();
  expect(judgementsOf(reader)).toEqual([{ need: 'some', places: ['MAX'] }]);
});
