import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, zero } from '@ceiba/domain/money/money';
import { isOrderNumber, storePaymentLifeMs } from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../../platform/db/database.ts';
import {
  findGivenOut,
  findTillPaper,
  giveOutDue,
  handOverRefunds,
  isBankAsked,
  lockTillDue,
  type TillPaper,
} from '../../refunds/till-refunds.store.ts';
import { type ChangedOrder, findOrderState, type OrderChangeRefusal } from '../../shipments/order-state.store.ts';
import {
  addClerkToReceipt,
  addReceipt,
  findOrderOfReceipt,
  findTill,
  payAtStore,
  type TillReceipt,
  takeBackPayment,
} from './store-payment.store.ts';

export type PayRefusal = OrderChangeRefusal | { code: 'RECEIPT_USED'; orderNumber: string };

/**
 * Records that the till took the money of an order paid at the store (DEC-137, DEC-140), within its 48 hours. One conditional update does
 * this. So only one of two concurrent payments succeeds, or only one of a payment and a cancellation. A repeated call only adds a missing
 * receipt, or the missing clerk of a receipt. A receipt pays one order of its till.
 */
export async function payOrder(
  { write }: Pick<Database, 'write'>,
  { orderNumber, till, actor }: { orderNumber: string; till: TillReceipt | null; actor: Actor },
  now: Date,
): Promise<Result<ChangedOrder, PayRefusal>> {
  if (!isOrderNumber(orderNumber)) return refuse({ code: 'ORDER_UNKNOWN' });
  const placedAfter = new Date(now.getTime() - storePaymentLifeMs);
  const isChanged = await payAtStore(write, { number: orderNumber, placedAfter, till, actor }, now);
  if (!isChanged && till !== null) {
    await addReceipt(write, orderNumber, till, now);
    await addClerkToReceipt(write, orderNumber, till);
    const owner = await findOrderOfReceipt(write, orderNumber, till.receipt);
    if (owner !== undefined && owner !== orderNumber) return refuse({ code: 'RECEIPT_USED', orderNumber: owner });
  }
  const state = await findOrderState(write, orderNumber);
  if (state === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  const isPaid = state.isStorePayment && !['pending_payment', 'canceled'].includes(state.status);
  return isPaid ? ok({ ...state, isChanged }) : refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', state });
}

/**
 * Reverses a payment that was recorded by mistake, because no till has the money. The order waits for its payment again. If nobody pays
 * within its 48 hours (DEC-140), the order ends without a refund. Canceled parts stay canceled, and no till owes money for them. One
 * conditional update does this. It is refused once a part of the order was sent. A repeated call changes nothing.
 */
export async function unpayOrder(
  { write }: Pick<Database, 'write'>,
  { orderNumber, actor }: { orderNumber: string; actor: Actor },
  now: Date,
): Promise<Result<ChangedOrder, OrderChangeRefusal>> {
  if (!isOrderNumber(orderNumber)) return refuse({ code: 'ORDER_UNKNOWN' });
  const placedAfter = new Date(now.getTime() - storePaymentLifeMs);
  const isChanged = await takeBackPayment(write, { number: orderNumber, placedAfter, actor }, now);
  const state = await findOrderState(write, orderNumber);
  if (state === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  const isUnpaid = isChanged || state.status === 'pending_payment';
  return isUnpaid ? ok({ ...state, isChanged }) : refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', state });
}

/** A refund that a till paid out, with its receipt. */
interface TillRefund {
  amount: Centavos;
  /** The further amount that is due. It needs another receipt. */
  stillDue: Centavos;
  /** False if the refund had been paid out before. */
  isChanged: boolean;
}

export type GiveOutRefusal =
  | { code: 'ORDER_UNKNOWN' }
  /** No till owes the buyer anything. */
  | { code: 'NOTHING_DUE' }
  /** Everything was paid out before, with another receipt. */
  | { code: 'ALREADY_GIVEN'; amount: Centavos; reference: string }
  /** The receipt was already used for another order of the same till, or for another amount of this order. */
  | { code: 'PAPER_USED'; orderNumber: string; amount: Centavos }
  /** The given amount differs from the due amount, or no amount was given. */
  | { code: 'AMOUNT_DIFFERS'; due: Centavos };

/**
 * Records that a till paid out everything due for an order (CASH-10), with one receipt and the paid `amount`. If the order is canceled, the
 * receipt of its payment is free again. The same receipt means the same payout: a repeated call changes nothing, even if more has become
 * due since.
 */
export const giveOutRefund = (
  db: Pick<Database, 'transaction'>,
  {
    orderNumber,
    receipt,
    amount,
    actor,
  }: { orderNumber: string; receipt: string; amount: Centavos | null; actor: Actor },
): Promise<Result<TillRefund, GiveOutRefusal>> =>
  db.transaction(async (tx) => {
    const locked = isOrderNumber(orderNumber) ? await lockTillDue(tx, orderNumber) : undefined;
    if (locked === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
    const paper = { till: await findTill(tx, orderNumber), receipt };
    const before = await byPaper(tx, { ...locked, amount }, paper);
    if (before !== undefined) return before;
    const { due } = locked;
    if (due === zero) {
      const given = await findGivenOut(tx, locked.orderId);
      return refuse(given === undefined ? { code: 'NOTHING_DUE' } : { code: 'ALREADY_GIVEN', ...given });
    }
    if (amount !== due) return refuse({ code: 'AMOUNT_DIFFERS', due });
    if (await giveOutDue(tx, locked, { ...paper, actor })) return ok({ amount: due, stillDue: zero, isChanged: true });
    const meanwhile = await byPaper(tx, { ...locked, amount }, paper);
    if (meanwhile === undefined) throw new Error(`the paper of order ${orderNumber} was neither kept nor found`);
    return meanwhile;
  });

/** Returns the amount that was paid out with a receipt before. Undefined if nothing was paid out with it. */
async function byPaper(
  tx: Tx,
  { orderId, due, amount }: { orderId: string; due: Centavos; amount: Centavos | null },
  paper: TillPaper,
): Promise<Result<TillRefund, GiveOutRefusal> | undefined> {
  const used = await findTillPaper(tx, paper);
  if (used === undefined) return undefined;
  const isSame = used.orderId === orderId && (amount === null || amount === used.amount);
  return isSame
    ? ok({ amount: used.amount, stillDue: due, isChanged: false })
    : refuse({ code: 'PAPER_USED', orderNumber: used.orderNumber, amount: used.amount });
}

export type HandOverRefusal =
  | { code: 'ORDER_UNKNOWN' }
  /** The bank may still answer. */
  | { code: 'REFUND_BEING_SENT' }
  /** No refund of the order waits for a bank. `atTill`: the amount that is due at a till. */
  | { code: 'NOTHING_DUE'; atTill: Centavos };

/**
 * Moves a refund from the card to a till, because an operator reports that the acquirer is gone or never answers. The shop has no proof of
 * this. The guard later compares the refund with the bank: if the bank returns the money anyway, the guard reports `refund-of-order`. A
 * repeated call changes nothing.
 */
export const handOverRefund = (
  db: Pick<Database, 'transaction'>,
  { orderNumber, actor, reason }: { orderNumber: string; actor: Actor; reason: string },
): Promise<Result<Centavos, HandOverRefusal>> =>
  db.transaction(async (tx) => {
    if (!isOrderNumber(orderNumber)) return refuse({ code: 'ORDER_UNKNOWN' });
    const amount = await handOverRefunds(tx, { orderNumber, by: actor.id, reason });
    if (amount > 0) return ok(amount);
    const state = await findOrderState(tx, orderNumber);
    if (state === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
    if (await isBankAsked(tx, orderNumber)) return refuse({ code: 'REFUND_BEING_SENT' });
    return refuse({ code: 'NOTHING_DUE', atTill: state.tillRefund });
  });
