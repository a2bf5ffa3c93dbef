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
  findOrderOfReceipt,
  findTill,
  keepClerk,
  keepReceipt,
  payAtStore,
  type TillReceipt,
  takeBackPayment,
} from './store-payment.store.ts';

export type PayRefusal = OrderChangeRefusal | { code: 'RECEIPT_USED'; orderNumber: string };

/**
 * The till has taken the money of an order that is paid at the store (DEC-137, DEC-140), within its 48 hours. One
 * conditional update, so that of two at once one does it, and of payment and cancellation; done again it changes nothing,
 * but that an order which was paid without a receipt gets it, and a receipt without a name its clerk. A receipt pays one order of its till.
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
    await keepReceipt(write, orderNumber, till, now);
    await keepClerk(write, orderNumber, till);
    const owner = await findOrderOfReceipt(write, orderNumber, till.receipt);
    if (owner !== undefined && owner !== orderNumber) return refuse({ code: 'RECEIPT_USED', orderNumber: owner });
  }
  const state = await findOrderState(write, orderNumber);
  if (state === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  const isPaid = state.isStorePayment && !['pending_payment', 'canceled'].includes(state.status);
  return isPaid ? ok({ ...state, isChanged }) : refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', state });
}

/**
 * No till has the money of an order that was written as paid at its store: it waits for its payment again, or, its 48 hours
 * over (DEC-140), ends without a refund. What was canceled of it stays canceled, and is due at no till. One conditional change, refused
 * once a part of the order was sent off; done again it changes nothing.
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

/** What a till gave out of an order by a paper. */
interface TillRefund {
  amount: Centavos;
  /** What is due beside it, which a paper of its own gives out. */
  stillDue: Centavos;
  /** False: it had been given out before. */
  isChanged: boolean;
}

export type GiveOutRefusal =
  | { code: 'ORDER_UNKNOWN' }
  /** No till owes its buyer anything. */
  | { code: 'NOTHING_DUE' }
  /** All was given out before, on another paper. */
  | { code: 'ALREADY_GIVEN'; amount: Centavos; reference: string }
  /** The paper has given out something of another order of the same till, or another amount of this one. */
  | { code: 'PAPER_USED'; orderNumber: string; amount: Centavos }
  /** Another amount than was said, or where none was, is due. */
  | { code: 'AMOUNT_DIFFERS'; due: Centavos };

/**
 * A till has given out what is due of an order (CASH-10): all of it, on one paper, `amount` as whoever gave it out says. The receipt that
 * had paid a canceled one is free from then on. The same paper is the same deed: typed again it changes nothing, however much is due since.
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
    const held = isOrderNumber(orderNumber) ? await lockTillDue(tx, orderNumber) : undefined;
    if (held === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
    const paper = { till: await findTill(tx, orderNumber), receipt };
    const before = await byPaper(tx, { ...held, amount }, paper);
    if (before !== undefined) return before;
    const { due } = held;
    if (due === zero) {
      const given = await findGivenOut(tx, held.orderId);
      return refuse(given === undefined ? { code: 'NOTHING_DUE' } : { code: 'ALREADY_GIVEN', ...given });
    }
    if (amount !== due) return refuse({ code: 'AMOUNT_DIFFERS', due });
    if (await giveOutDue(tx, held, { ...paper, actor })) return ok({ amount: due, stillDue: zero, isChanged: true });
    const meanwhile = await byPaper(tx, { ...held, amount }, paper);
    if (meanwhile === undefined) throw new Error(`the paper of order ${orderNumber} was neither kept nor found`);
    return meanwhile;
  });

/** What was done by a paper before; undefined: nothing. */
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
  /** Its answer may come any moment. */
  | { code: 'REFUND_BEING_SENT' }
  /** No refund of it waits for a bank; `atTill` is due at one. */
  | { code: 'NOTHING_DUE'; atTill: Centavos };

/**
 * What was to go back to the card of an order is given out at a till instead, by an operator's word: its acquirer is gone, or never answers.
 * The word is not proved, and the guard compares it: what the bank gives back all the same is `refund-of-order`. Done again it changes nothing.
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
