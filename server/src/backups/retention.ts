import { addDays, guatemalaDate, weekday } from '@ceiba/domain/dates/civil-date';

/** How many of each are kept (OPS-05). */
const kept = { days: 7, weeks: 4, months: 12 };

/** The Monday of its week. */
const weekOf = (date: ReturnType<typeof guatemalaDate>): string => addDays(date, -((weekday(date) + 6) % 7));

/** The newest moment of each of the latest `most` periods that have any. */
const newestOf = (moments: readonly Date[], periodOf: (moment: Date) => string, most: number): Date[] => {
  const newest = new Map<string, Date>();
  for (const moment of moments) if (!newest.has(periodOf(moment))) newest.set(periodOf(moment), moment);
  return [...newest.values()].slice(0, most);
};

/**
 * Which copies stay of those taken at these moments: the last of each of 7 days, 4 weeks (from Monday on) and 12 months of Guatemala in
 * which one was taken. A shop that took none for long keeps its old ones.
 */
export const copiesToKeep = (moments: readonly Date[]): Set<Date> => {
  const latestFirst = [...moments].sort((one, other) => other.getTime() - one.getTime());
  return new Set([
    ...newestOf(latestFirst, guatemalaDate, kept.days),
    ...newestOf(latestFirst, (moment) => weekOf(guatemalaDate(moment)), kept.weeks),
    ...newestOf(latestFirst, (moment) => guatemalaDate(moment).slice(0, 7), kept.months),
  ]);
};
