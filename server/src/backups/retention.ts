import { addDays, guatemalaDate, weekday } from '@ceiba/domain/dates/civil-date';

/** How many of each are kept (OPS-05). */
const kept = { days: 7, weeks: 4, months: 12 };

/** Nothing younger is removed: a copy made after a disaster holds it, and the one of this morning is what is to be brought back. */
const youngestMs = 48 * 3_600_000;

/** The Monday of its week. */
const weekOf = (date: ReturnType<typeof guatemalaDate>): string => addDays(date, -((weekday(date) + 6) % 7));

/** The newest moment of each of the latest `most` periods that have any. */
const newestOf = (moments: readonly Date[], periodOf: (moment: Date) => string, most: number): Date[] => {
  const newest = new Map<string, Date>();
  for (const moment of moments) if (!newest.has(periodOf(moment))) newest.set(periodOf(moment), moment);
  return [...newest.values()].slice(0, most);
};

/**
 * Which copies stay of those taken at these moments: those of the last 48 hours, and the last of each of 7 days, 4 weeks (from Monday on) and 12 months of Guatemala in
 * which one was taken. A shop that took none for long keeps its old ones.
 */
export const copiesToKeep = (moments: readonly Date[], now: Date): Set<Date> => {
  const latestFirst = [...moments].sort((one, other) => other.getTime() - one.getTime());
  return new Set([
    ...latestFirst.filter((moment) => now.getTime() - moment.getTime() <= youngestMs),
    ...newestOf(latestFirst, guatemalaDate, kept.days),
    ...newestOf(latestFirst, (moment) => weekOf(guatemalaDate(moment)), kept.weeks),
    ...newestOf(latestFirst, (moment) => guatemalaDate(moment).slice(0, 7), kept.months),
  ]);
};
