import { addDays, type CivilDate, guatemalaDate } from '@ceiba/domain/dates/civil-date';

/** A day counted from the test's own today, in Guatemala: a date that is written out is past one day. */
export const dayFromNow = (days: number): CivilDate => addDays(guatemalaDate(new Date()), days);
