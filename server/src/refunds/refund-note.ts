import { formatQ } from '@ceiba/domain/money/money';
import type { RefundDestination } from '@ceiba/domain/refunds/refund';
import type { Refund } from './refunds.store.ts';

const refundNotes: Record<RefundDestination, string> = {
  origin: 'goes back to its card',
  till: 'is due at its till',
  bill: 'is owed no more',
};

/** What an operator is told of a refund, behind what it is for. */
export const refundNote = ({ amount, giftCardAmount, destination, points }: Refund): string =>
  [
    amount > 0 ? `; ${formatQ(amount)} ${refundNotes[destination]}` : '',
    giftCardAmount > 0 ? `; ${formatQ(giftCardAmount)} are back on its gift cards` : '',
    points > 0 ? `; ${points} points go back` : '',
  ].join('');
