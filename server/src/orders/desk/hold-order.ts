import { isOrderNumber } from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../../platform/db/database.ts';
import { changeOf, lockForChange, notAllowed, type OrderChangeResult, type OrderEditor } from './change-order.ts';
import { lockOrderToChange, writeOrderFields } from './desk-order.store.ts';
import { isHoldable } from './order-view.ts';

interface Asked {
  orderNumber: string;
  asked: { version: number; reason: string };
}

/** Holds an order by hand (WORK-24). No part of the order is prepared or sent until a person releases the order. */
export async function holdOrder(
  tx: Tx,
  { orderNumber, asked }: Asked,
  editor: OrderEditor,
): Promise<OrderChangeResult> {
  const found = await lockForChange(tx, orderNumber, asked, editor, { permission: 'orders.edit' });
  if (!found.ok) return found;
  const { id, heldAt, shipments, version } = found.value;
  if (heldAt !== null) return refuse(notAllowed(['release', 'cancel']));
  if (!isHoldable(shipments.map(({ state }) => state))) return refuse(notAllowed([]));
  const { author } = editor;
  await writeOrderFields(tx, id, { heldAt: author.now, holdReasons: [asked.reason] }, author.now);
  return ok(changeOf(orderNumber, { isHeld: true, version: version + 1 }, asked));
}

/** Releases a locked, held order, at the desk or by `ceiba order release`. The reasons for the hold stay recorded. */
const releaseHeld = (tx: Tx, id: string, now: Date): Promise<void> => writeOrderFields(tx, id, { heldAt: null }, now);

/** Releases a held order at the desk. */
export async function releaseOrder(
  tx: Tx,
  { orderNumber, asked }: Asked,
  editor: OrderEditor,
): Promise<OrderChangeResult> {
  const found = await lockForChange(tx, orderNumber, asked, editor, { permission: 'orders.review' });
  if (!found.ok) return found;
  const { id, heldAt, version } = found.value;
  if (heldAt === null) return refuse(notAllowed(['hold']));
  const { author } = editor;
  await releaseHeld(tx, id, author.now);
  return ok(changeOf(orderNumber, { isHeld: false, version: version + 1 }, asked));
}

/** Releases an order by a command. The command sees every store and needs no version. Returns the reasons for the hold. */
export async function releaseByCommand(
  tx: Tx,
  orderNumber: string,
  now: Date,
): Promise<Result<{ reasons: string[]; version: number }, { code: 'ORDER_UNKNOWN' | 'NOT_HELD' }>> {
  const order = isOrderNumber(orderNumber) ? await lockOrderToChange(tx, orderNumber) : undefined;
  if (order === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  if (order.heldAt === null) return refuse({ code: 'NOT_HELD' });
  await releaseHeld(tx, order.id, now);
  return ok({ reasons: order.holdReasons, version: order.version + 1 });
}
