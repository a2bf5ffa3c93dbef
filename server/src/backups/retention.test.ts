import { expect, test } from 'vitest';
import { copiesToKeep } from './retention.ts';

/** Makes a backup each night at 03:30 in Guatemala for so many days, up to Thursday, November 26, 2026. */
const nightly = (days: number): Date[] =>
  Array.from({ length: days }, (_, ago) => new Date(Date.UTC(2026, 10, 26 - ago, 9, 30)));

const [lastNight = new Date(0)] = nightly(1);

const daysOf = (moments: Iterable<Date>): string[] =>
  [...moments]
    .map((moment) => moment.toISOString().slice(0, 10))
    .sort()
    .reverse();

test.each([
  [7, 7],
  // The eighth backup is not the last of its week, because the seven days include the Sunday.
  [8, 7],
])('of %i nightly backups, %i are kept', (nights, stay) => {
  expect(copiesToKeep(nightly(nights), lastNight).size).toBe(stay);
});

test('[OPS-05] after two years, the last backups of 7 days, 4 weeks and 12 months are kept', () => {
  expect(daysOf(copiesToKeep(nightly(730), lastNight))).toEqual([
    ...['2026-11-26', '2026-11-25', '2026-11-24', '2026-11-23', '2026-11-22', '2026-11-21', '2026-11-20'],
    ...['2026-11-15', '2026-11-08'],
    ...['2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31', '2026-04-30'],
    ...['2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'],
  ]);
});

test('the later of two backups on an older day is kept, and old backups are kept if no new ones are made', () => {
  const [old, morning, noon] = ['2024-02-03T10:00:00Z', '2026-11-26T14:00:00Z', '2026-11-26T18:00:00Z'].map(
    (text) => new Date(text),
  );
  const copies = [morning, old, noon].filter((each) => each !== undefined);
  expect(copiesToKeep(copies, new Date('2026-11-29T00:00:00Z'))).toEqual(new Set([noon, old]));
});

test('[OPS-05] a backup made after a disaster does not remove the backups of the last 48 hours', () => {
  const [good, broken] = [new Date('2026-11-26T09:30:00Z'), new Date('2026-11-26T18:00:00Z')];
  expect(copiesToKeep([good, broken], new Date('2026-11-28T09:30:00Z'))).toEqual(new Set([broken, good]));
  expect(copiesToKeep([good, broken], new Date('2026-11-28T09:30:01Z'))).toEqual(new Set([broken]));
});
