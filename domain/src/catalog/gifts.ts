import { guatemalaDate, parseCivilDate } from '../dates/civil-date.ts';

/**
 * The gifts of a product that show now: up to and including their last day in Guatemala (CAT-22). `endDate` is a civil date as
 * sent by the API. Null or a malformed text means no end.
 */
export const shownGifts = <G extends { endDate: string | null }>(gifts: readonly G[], now: Date): G[] =>
  gifts.filter(({ endDate }) => {
    const lastDay = parseCivilDate(endDate ?? '');
    return !lastDay.ok || lastDay.value >= guatemalaDate(now);
  });
