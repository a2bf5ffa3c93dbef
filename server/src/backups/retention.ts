import { addDays, guatemalaDate, weekday } from '@ceiba/domain/dates/civil-date';

/** Maximum number of periods whose last backup stays (OPS-05). */
const mostOfPeriod = { days: 7, weeks: 4, months: 12 };

/** Younger backups are never removed. A backup made after a disaster contains the damage, so this morning's backup must remain. */
const youngestMs = 48 * 3_600_000;

/** Returns the Monday of a date's week. */
const weekOf = (date: ReturnType<typeof guatemalaDate>): string => addDays(date, -((weekday(date) + 6) % 7));

/** Returns the newest moment of each of the latest `most` periods that have a moment. */
const newestOf = (moments: readonly Date[], periodOf: (moment: Date) => string, most: number): Date[] => {
  const newest = new Map<string, Date>();
  for (const moment of moments) if (!newest.has(periodOf(moment))) newest.set(periodOf(moment), moment);
  return [...newest.values()].slice(0, most);
};

/**
 * Returns the backups to keep: all backups of the last 48 hours, and the last backup of each of 7 days, 4 weeks (from
 * Monday) and 12 months in Guatemala. Only periods with a backup count, so a shop without new backups keeps its old
 * backups.
 */
export const copiesToKeep = (moments: readonly Date[], now: Date): Set<Date> => {
  const latestFirst = [...moments].sort((one, other) => other.getTime() - one.getTime());
  return new Set([
    ...latestFirst.filter((moment) => now.getTime() - moment.getTime() <= youngestMs),
    ...newestOf(latestFirst, guatemalaDate, mostOfPeriod.days),
    ...newestOf(latestFirst, (moment) => weekOf(guatemalaDate(moment)), mostOfPeriod.weeks),
    ...newestOf(latestFirst, (moment) => guatemalaDate(moment).slice(0, 7), mostOfPeriod.months),
  ]);
};
