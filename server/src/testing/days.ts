import { addDays, type CivilDate, guatemalaDate } from '@ceiba/domain/dates/civil-date';

/** Returns a day relative to the test's today, in Guatemala. A fixed date would be in the past at some time. */
export const dayFromNow = (days: number): CivilDate => addDays(guatemalaDate(new Date()), days);
