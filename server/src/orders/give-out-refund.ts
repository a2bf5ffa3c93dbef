import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, zero } from '@ceiba/domain/money/money';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/database.ts';
import { findGivenOut, findTillPaper, giveOutDue, lockTillDue, type TillPaper } from '../refunds/till-refunds.store.ts';
import { findTill } from './till-receipts.store.ts';

/** What a till gave out of an order by a paper. */
export interface TillRefund {
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
