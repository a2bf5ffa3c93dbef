import type { Actor } from '@ceiba/domain/actors/actor';
import { zero } from '@ceiba/domain/money/money';
import { isOrderNumber, type OrderStatus } from '@ceiba/domain/orders/order';
import { statesBefore, statusOfShipments } from '@ceiba/domain/orders/shipment';
import { decideDeed } from '@ceiba/domain/orders/shipment-deed';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { enqueue } from '../../jobs/job-queue.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { makeRefund } from '../../refunds/make-refund.ts';
import { findRefund, type LineToRefund, lockOrderToRefund, type Refund } from '../../refunds/refunds.store.ts';
import { cancelRest } from './move-shipment.ts';
import { cancelOrder, findOrderState, type OrderState, writeCanceledUnits } from './order-states.store.ts';
import { collectLess, followShipments, listShipments, lockPlacedOrder, writeMove } from './shipments.store.ts';

/** How the order stands now; `isChanged` false: it stood so before. */
export type ChangedOrder = OrderState & { isChanged: boolean };

export type OrderChangeRefusal =
  | { code: 'ORDER_UNKNOWN' }
  /** Its shipments do not lead there (DEC-137), it waits for its confirmation, or a part of it has left already. */
  | { code: 'ORDER_CHANGE_NOT_ALLOWED'; state: OrderState };

/** Who ends an order, and why; the reason null where none was said. */
interface Cancellation {
  orderNumber: string;
  actor: Actor;
  reason: string | null;
}

/**
 * Ends an order before any of it is sent off, which gives everything back (WORK-15). One conditional change, so that of two at once one
 * does it; done again it changes nothing. Its money, payment and shipments keep the reason, null: none was said. What is left of one that lost a shipment before goes shipment by shipment.
 */
export async function cancelWholeOrder(
  db: Pick<Database, 'transaction' | 'write'>,
  cancellation: Cancellation,
  now: Date,
): Promise<Result<ChangedOrder, OrderChangeRefusal>> {
  const { orderNumber } = cancellation;
  if (!isOrderNumber(orderNumber)) return refuse({ code: 'ORDER_UNKNOWN' });
  const isChanged = await db.transaction((tx) => cancelHeldOrder(tx, cancellation, now));
  const state = await findOrderState(db.write, orderNumber);
  if (state === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  return isChanged || state.status === canceled
    ? ok({ ...state, isChanged })
    : refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', state });
}

const canceled: OrderStatus = 'canceled';

/** As above, in a transaction of the caller's; false, and nothing written, where it cannot be ended, or was. */
async function cancelHeldOrder(tx: Tx, { orderNumber, actor, reason }: Cancellation, now: Date): Promise<boolean> {
  const order = await lockPlacedOrder(tx, orderNumber);
  if (order === undefined || order.status === 'canceled') return false;
  const shipments = await listShipments(tx, order.orderId);
  return shipments.some(({ state }) => state === 'canceled')
    ? cancelRest(tx, { order, shipments, actor, reason }, now)
    : cancelOrder(tx, orderNumber, { from: statesBefore('canceled'), actor, reason }, now);
}

interface UnitsToCancel {
  orderNumber: string;
  /** Position of its line, from 1. */
  line: number;
  /** So many of it are canceled in all, those that were before among them; null: all. */
  units: number | null;
  actor: Actor;
  reason: string | null;
}

/** How the line and its order stand now; `isChanged` false: they stood so before. */
interface CanceledUnits {
  isChanged: boolean;
  status: OrderStatus;
  title: string;
  canceled: number;
  quantity: number;
  /** What is given back for it, or owed no more; null where the whole order was canceled, which gives back all. */
  refund: Refund | null;
  /** How its order stands where that is canceled whole; null where it goes on. */
  ended: OrderState | null;
}

export type CancelUnitsRefusal =
  | { code: 'ORDER_UNKNOWN' }
  | { code: 'LINE_UNKNOWN'; lines: number }
  | { code: 'UNITS_UNKNOWN'; quantity: number }
  /** What it belongs to is being prepared, or was sent off; cards whose codes were sent are, too. */
  | { code: 'LINE_UNDER_WAY' }
  | { code: 'ORDER_CHANGE_NOT_ALLOWED'; status: OrderStatus }
  /** Its money is on another way already. */
  | { code: 'REFUND_NOT_POSSIBLE' };

/**
 * Cancels units of a line before they are packed (WORK-15), in one transaction: their stock goes back to the places of its claim, what they
 * were worth goes back the way it came, or is owed no more. The last unit of an order cancels the order. Its row is locked first: the same
 * again, or side by side, has one effect and the same answer.
 */
export const cancelUnits = (
  db: Pick<Database, 'transaction'>,
  asked: UnitsToCancel,
  now: Date,
): Promise<Result<CanceledUnits, CancelUnitsRefusal>> =>
  db.transaction(async (tx) => {
    const { orderNumber, actor } = asked;
    const order = isOrderNumber(orderNumber) ? await lockOrderToRefund(tx, orderNumber) : undefined;
    if (order === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
    const line = order.lines.find(({ position }) => position === asked.line);
    if (line === undefined) return refuse({ code: 'LINE_UNKNOWN', lines: order.lines.length });
    const { title, quantity, position } = line;
    const canceled = asked.units ?? quantity;
    if (canceled < 1 || canceled > quantity) return refuse({ code: 'UNITS_UNKNOWN', quantity });
    const causeKey = `units ${position}: ${canceled}`;
    const standing = { title, canceled, quantity };
    if (order.status === 'canceled' || line.canceled >= canceled) {
      const refund = (await findRefund(tx, order.orderId, causeKey)) ?? null;
      return ok({
        ...standing,
        isChanged: false,
        canceled: line.canceled,
        refund,
        ...(await standsNow(tx, orderNumber)),
      });
    }
    if (order.status === 'delivered' || order.status === 'undelivered')
      return refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', status: order.status });
    if (line.isUnderWay || line.areCardsSent) return refuse({ code: 'LINE_UNDER_WAY' });
    const others = order.lines.filter((each) => each !== line && each.fate !== 'lost');
    const isLast = unitsKept(others) === 0 && canceled === quantity;
    if (isLast && order.lines.every(({ fate }) => fate !== 'lost')) {
      if (!(await cancelHeldOrder(tx, { orderNumber, actor, reason: asked.reason }, now)))
        return refuse({ code: 'LINE_UNDER_WAY' });
      return ok({ ...standing, isChanged: true, refund: null, ...(await standsNow(tx, orderNumber)) });
    }
    const units = canceled - line.refunded;
    const lines = units > 0 ? [{ position, units }] : [];
    const { reason } = asked;
    // With the last that is kept of it what belongs to no line, too; of cash also where what is kept was delivered.
    const besides = isLast ? { shipping: order.shippingLeft, donation: order.donationLeft, isSetOff: true } : {};
    const comesNoMore =
      canceled === quantity &&
      !others.some(({ fate, ...each }) => fate === 'open' && unitsKept([{ fate, ...each }]) > 0);
    const refund = await makeRefund(tx, order, {
      cause: 'cancellation',
      causeKey,
      lines,
      ...besides,
      comesNoMore,
      actor,
      reason,
    });
    if (!refund.ok) return refuse({ code: 'REFUND_NOT_POSSIBLE' });
    await writeCanceledUnits(tx, { orderId: order.orderId, position, units: canceled - line.canceled }, now);
    await closeShipment(tx, { orderNumber, sellerId: line.sellerId, actor, reason }, now);
    const { amount, destination } = refund.value;
    await collectLess(tx, order.orderId, line.sellerId, destination === 'bill' ? amount : zero);
    await enqueue(tx, { task: 'units-canceled', payload: { orderId: order.orderId, refundId: refund.value.id } });
    return ok({ ...standing, isChanged: true, refund: refund.value, ...(await standsNow(tx, orderNumber)) });
  });

/** Where nothing is left of a shipment it is canceled, and its order goes on without it. */
async function closeShipment(
  tx: Tx,
  {
    orderNumber,
    sellerId,
    actor,
    reason,
  }: { orderNumber: string; sellerId: number; actor: Actor; reason: string | null },
  now: Date,
): Promise<void> {
  const order = await lockPlacedOrder(tx, orderNumber);
  const refundable = await lockOrderToRefund(tx, orderNumber);
  if (order === undefined || refundable === undefined) throw new Error(`order ${orderNumber} vanished under its lock`);
  if (unitsKept(refundable.lines.filter((line) => line.sellerId === sellerId)) > 0) return;
  const shipments = await listShipments(tx, order.orderId);
  const shipment = shipments.find((each) => each.sellerId === sellerId);
  const decided =
    shipment && decideDeed({ ...shipment, isPickup: order.isPickup }, { kind: 'cancel', reason: reason ?? '' });
  if (shipment === undefined || !decided?.ok || decided.value === null) return;
  const carried = { courier: null, trackingNumber: null };
  await writeMove(tx, { orderId: order.orderId, shipment }, { move: decided.value, carried, actor }, now);
  const states = shipments.map(({ n, state }) => (n === shipment.n ? 'canceled' : state));
  const status = statusOfShipments(states, order.isPaidAtStore);
  await followShipments(tx, order.orderId, { status, actor, reason }, now);
}

const unitsKept = (lines: readonly LineToRefund[]): number =>
  lines.reduce((units, { quantity, canceled }) => units + quantity - canceled, 0);

async function standsNow(tx: Tx, orderNumber: string): Promise<Pick<CanceledUnits, 'status' | 'ended'>> {
  const state = await findOrderState(tx, orderNumber);
  if (state === undefined) throw new Error(`order ${orderNumber} vanished under its lock`);
  return { status: state.status, ended: state.status === 'canceled' ? state : null };
}
