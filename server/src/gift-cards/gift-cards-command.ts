import { isOrderNumber } from '@ceiba/domain/orders/order';
import type { DatabaseCall } from '../slice.ts';
import { recallSentGiftCards } from './gift-cards.store.ts';

export const giftCardsUsage = `ceiba gift-cards resend <number>    new codes for an order's gift cards, mailed anew; those sent before are worth
                                    nothing. Refused once something of them was spent
`;

/**
 * `npm run ceiba -- gift-cards resend <number>`: for a mail that never arrived. The codes are voided at once and their lines due
 * again: the job of every minute sends new ones, by the rules of the first time. False when there was nothing to send again.
 */
export async function runGiftCardsCommand({ db, args, now, say }: DatabaseCall): Promise<boolean> {
  const [verb, orderNumber, ...more] = args;
  if (verb !== 'resend' || orderNumber === undefined || more.length > 0) {
    say(giftCardsUsage);
    return false;
  }
  const lines = isOrderNumber(orderNumber) ? await recallSentGiftCards(db.write, orderNumber, now) : 0;
  say(
    lines > 0
      ? `The codes of order ${orderNumber} are void; new ones are sent within a minute.`
      : `Order ${orderNumber} ${lines === 0 ? 'has no gift cards that were sent, or it does not stand' : 'has a gift card that was spent already'}. Nothing was changed.`,
  );
  return lines > 0;
}
