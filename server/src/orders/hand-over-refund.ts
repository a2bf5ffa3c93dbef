import type { Actor } from '@ceiba/domain/actors/actor';
import type { Centavos } from '@ceiba/domain/money/money';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/database.ts';
import { handOverRefunds, isBankAsked } from '../refunds/till-refunds.store.ts';
import { findOrderState } from './order-states.store.ts';

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
