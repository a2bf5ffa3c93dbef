import { guatemalaDate, parseCivilDate } from '../dates/civil-date.ts';

/**
 * Returns the gifts that a product has today, including the last day in Guatemala (CAT-22). `endDate`: a civil date
 * from the API. Null or a malformed text means no end.
 */
export const shownGifts = <G extends { endDate: string | null }>(gifts: readonly G[], now: Date): G[] =>
  gifts.filter(({ endDate }) => {
    const lastDay = parseCivilDate(endDate ?? '');
    return !lastDay.ok || lastDay.value >= guatemalaDate(now);
  });
