import type { Centavos } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/database.ts';
import {
  holdSettlingOrder,
  type SettlingOrder,
  sayCharged,
  sayGivenBack,
  sayWhyUncharged,
  type Word,
} from './settle-by-word.store.ts';
import { confirmOrder, voidOrder } from './settling.store.ts';

/** What the bank's own desk says of a charge: it has the money, or it has none of it (never had, or has given it back). */
export type BankWord = 'charged' | 'not-charged';

/** How the order stands now. `isChanged` false: it stood so before. */
export interface WordOutcome {
  isChanged: boolean;
  /** Null: it came to nothing. */
  orderNumber: string | null;
  amount: Centavos;
  /** Its charge is due to be reversed at the bank. */
  isReversing: boolean;
}

export type WordRefusal =
  | { code: 'ORDER_UNKNOWN' }
  /** No card was asked to pay it: no bank has to do with it. */
  | { code: 'ORDER_WITHOUT_CHARGE' }
  /** Its buyer's own call may still be at the bank. */
  | { code: 'ORDER_BEING_SETTLED' }
  /** It ended the other way. */
  | { code: 'ORDER_SETTLED_OTHERWISE'; status: string; paymentStatus: string; paymentId: string };

/**
 * Ends an order whose bank never answers, by an operator's word (`settleOrder` is the bank's own). One transaction that holds the
 * order: of two at once, of this and the reconciler, and of this and an answer that comes late after all, one ends it, and the others
 * find how it stands. Done again it changes nothing. What the bank says later of the charge is compared by the guard
 * (`payment-charged`, `charge-pays-order`).
 */
export const settleByWord = (
  db: Pick<Database, 'transaction'>,
  { orderId, as, ...word }: Word & { orderId: string; as: BankWord },
  now: Date,
): Promise<Result<WordOutcome, WordRefusal>> =>
  db.transaction(async (tx) => {
    const order = await holdSettlingOrder(tx, orderId);
    if (order === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
    if (!order.isCard) return refuse({ code: 'ORDER_WITHOUT_CHARGE' });
    const isOpen = order.status === 'placing' || order.status === 'voiding';
    if (isOpen && order.isYoung) return refuse({ code: 'ORDER_BEING_SETTLED' });
    const end = as === 'charged' ? settleCharged : settleUncharged;
    return end(tx, { ...order, orderId, isOpen }, word, now);
  });

type HeldOrder = SettlingOrder & { orderId: string; isOpen: boolean };

async function settleCharged(
  tx: Tx,
  order: HeldOrder,
  word: Word,
  now: Date,
): Promise<Result<WordOutcome, WordRefusal>> {
  const { orderId, paymentId, amount, number, status, paymentStatus } = order;
  if (status === 'placing') {
    const approval = { gatewayId: word.reference, authorization: null, reason: word.reason };
    const placed = await confirmOrder(tx, { orderId, paymentId, actor: word.actor }, approval, now);
    if (placed === undefined) throw new Error('an order that is held is not confirmed');
    return ok({ isChanged: true, orderNumber: placed, amount, isReversing: false });
  }
  if (status === 'voiding') {
    await sayCharged(tx, paymentId, word);
    await voidOrder(tx, { orderId, refusal: null, tellsBuyer: true }, now);
    return ok({ isChanged: true, orderNumber: null, amount, isReversing: true });
  }
  const isReversing = paymentStatus === 'reversing';
  return isReversing || paymentStatus === 'approved'
    ? ok({ isChanged: false, orderNumber: number, amount, isReversing })
    : refuse({ code: 'ORDER_SETTLED_OTHERWISE', status, paymentStatus, paymentId });
}

async function settleUncharged(
  tx: Tx,
  order: HeldOrder,
  word: Word,
  now: Date,
): Promise<Result<WordOutcome, WordRefusal>> {
  const { orderId, paymentId, amount, number, status, paymentStatus } = order;
  const end = { orderNumber: number, amount, isReversing: false };
  if (order.isOpen) {
    await sayWhyUncharged(tx, paymentId, word);
    await voidOrder(tx, { orderId, refusal: null, tellsBuyer: true }, now);
    // Approved while it was being voided: that the bank has nothing of it any more is the reversal.
    await sayGivenBack(tx, paymentId, word);
    return ok({ ...end, isChanged: true });
  }
  if (await sayGivenBack(tx, paymentId, word)) return ok({ ...end, isChanged: true });
  return paymentStatus === 'approved'
    ? refuse({ code: 'ORDER_SETTLED_OTHERWISE', status, paymentStatus, paymentId })
    : ok({ ...end, isChanged: false });
}
