import { expect, test } from 'vitest';
import { addDays, type CivilDate, civilDate, weekday } from '../dates/civil-date.ts';
import { movedPromise } from './moved-promise.ts';

const today = civilDate('2026-12-01');
const sameDay = (date: CivilDate): CivilDate => date;
/** A store that is closed on Sundays. */
const notSunday = (date: CivilDate): CivilDate => (weekday(date) === 0 ? addDays(date, 1) : date);

test.each([
  ['a later date moves it', '2026-12-10', '2026-12-20', '2026-12-10', '2026-12-20'],
  ['a later date moves a promise one day before it', '2026-12-19', '2026-12-20', '2026-12-10', '2026-12-20'],
  ['an equal date leaves it', '2026-12-20', '2026-12-20', '2026-12-10', '2026-12-20'],
  ['an earlier date moves what the former date promised', '2026-12-20', '2026-12-10', '2026-12-20', '2026-12-10'],
  ['an earlier date leaves what other goods hold', '2026-12-24', '2026-12-10', '2026-12-20', '2026-12-24'],
  ['a date in the past moves it to the day of a new order', '2026-12-20', '2026-11-10', '2026-12-20', '2026-12-04'],
  [
    'an earlier date moves it to no day before that of a new order',
    '2026-12-20',
    '2026-12-02',
    '2026-12-20',
    '2026-12-04',
  ],
  ['an earlier date moves no promise later', '2026-12-03', '2026-12-02', '2026-12-03', '2026-12-03'],
  ['a later date before the day of a new order moves it', '2026-12-02', '2026-12-03', '2026-12-02', '2026-12-03'],
  ['a shipment without a promise gets the date', null, '2026-12-10', '2026-12-20', '2026-12-10'],
])('[PROD-12] %s', (_, promised, latest, former, moved) => {
  const shipment = {
    promisedOn: promised === null ? null : civilDate(promised),
    latest: civilDate(latest),
    formerDates: [civilDate(former)],
  };
  expect(movedPromise(shipment, { dayFor: sameDay, earliest: civilDate('2026-12-04'), today })).toBe(moved);
});

test('[PROD-12] a pickup moves to a day on which its store is open, and back', () => {
  // 13 December 2026 is a Sunday.
  const [sunday, monday, later] = ['2026-12-13', '2026-12-14', '2026-12-17'].map(civilDate) as [
    CivilDate,
    CivilDate,
    CivilDate,
  ];
  const days = { dayFor: notSunday, earliest: today, today };
  expect(movedPromise({ promisedOn: today, latest: sunday, formerDates: [] }, days)).toBe(monday);
  expect(movedPromise({ promisedOn: monday, latest: later, formerDates: [sunday] }, days)).toBe(later);
  expect(movedPromise({ promisedOn: later, latest: sunday, formerDates: [later] }, days)).toBe(monday);
});
