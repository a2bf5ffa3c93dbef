import type { CartItem } from '@ceiba/contract/carts';
import { isGiftShown } from '@ceiba/domain/catalog/availability';
import { guatemalaDate, parseCivilDate } from '@ceiba/domain/dates/civil-date';

/** Gifts of the past are not shown (CAT-22). */
export const shownGifts = (gifts: CartItem['freeProducts'], now: Date): CartItem['freeProducts'] =>
  gifts.filter((gift) => {
    const endDate = gift.endDate === null ? null : parseCivilDate(gift.endDate);
    return isGiftShown({ endDate: endDate?.ok ? endDate.value : null }, guatemalaDate(now));
  });
