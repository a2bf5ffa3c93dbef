import { formatQ } from '@ceiba/domain/money/money';
import type { OrderState } from './order-states.store.ts';

/** What an operator is told behind the status of an order: what it waits for, and what is still to be given back of it. */
export const notesOf = ({ isUnconfirmed, hasVoidGiftCards, isReversing, tillRefund }: OrderState): string =>
  [
    isUnconfirmed ? ', waits for the link in its mail' : '',
    hasVoidGiftCards ? '; the codes of its gift cards are void' : '',
    isReversing ? '; its charge is being reversed' : '',
    tillRefund > 0 ? `; give back ${formatQ(tillRefund)} at its store's till` : '',
  ].join('');
