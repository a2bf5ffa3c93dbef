import type { Actor } from '@ceiba/domain/actors/actor';
import type { Centavos } from '@ceiba/domain/money/money';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/database.ts';
import { findGivenOut, giveOutRefunds } from '../refunds/till-refunds.store.ts';
import { findOrderState } from './order-states.store.ts';
import { findTill, type TillReceipt } from './till-receipts.store.ts';

export type GiveOutRefusal =
  | { code: 'ORDER_UNKNOWN' }
  /** No till owes its buyer anything. */
  | { code: 'NOTHING_DUE' }
  /** All was given out before, on another paper. */
  | { code: 'ALREADY_GIVEN'; amount: Centavos; reference: string };

/**
 * A till has given out what was due of an order (CASH-10): all of it, once. The receipt that had paid a canceled one is free from then on.
 * Done again with the same paper it changes nothing.
 */
export const giveOutRefund = (
  db: Pick<Database, 'transaction'>,
  { orderNumber, paper, actor }: { orderNumber: string; paper: TillReceipt; actor: Actor },
): Promise<Result<{ amount: Centavos; isChanged: boolean }, GiveOutRefusal>> =>
  db.transaction(async (tx) => {
    const { receipt } = paper;
    if (!isOrderNumber(orderNumber)) return refuse({ code: 'ORDER_UNKNOWN' });
    const till = await findTill(tx, orderNumber);
    const amount = await giveOutRefunds(tx, { orderNumber, receipt, till, actor });
    if (amount > 0) return ok({ amount, isChanged: true });
    if ((await findOrderState(tx, orderNumber)) === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
    const given = await findGivenOut(tx, orderNumber);
    if (given === undefined) return refuse({ code: 'NOTHING_DUE' });
    const isSame = given.reference === [till, receipt].filter(Boolean).join('/');
    return isSame ? ok({ amount: given.amount, isChanged: false }) : refuse({ code: 'ALREADY_GIVEN', ...given });
  });
