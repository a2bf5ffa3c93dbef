import { guatemalaDate, parseCivilDate } from '../dates/civil-date.ts';

/**
 * The gifts of a product that show now: each up to and including its last day in Guatemala, for ever without one
 * (CAT-22). `endDate` is a civil date as it came over the wire; a text that is none counts as no end.
 */
export const shownGifts = <G extends { endDate: string | null }>(gifts: readonly G[], now: Date): G[] =>
  gifts.filter(({ endDate }) => {
    const lastDay = parseCivilDate(endDate ?? '');
    return !lastDay.ok || lastDay.value >= guatemalaDate(now);
  });
