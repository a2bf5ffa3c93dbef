import type { Actor } from '@ceiba/domain/actors/actor';
import { add } from '@ceiba/domain/money/money';
import { isOrderNumber, type OrderStatus } from '@ceiba/domain/orders/order';
import { hasEnded, isKept, mayCancelUnits, statesBefore, statusOfShipments } from '@ceiba/domain/orders/shipment';
import { decideDeed } from '@ceiba/domain/orders/shipment-deed';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { commitIfOk, type Database, type Tx } from '../../platform/db/database.ts';
import { makeRefund } from '../../refunds/make-refund.ts';
import {
  type LineToRefund,
  lockOrderToRefund,
  type OrderToRefund,
  type Refund,
  readOrderToRefund,
  type ShipmentOfLine,
} from '../../refunds/refunds.store.ts';
import { cancelRest } from '../../shipments/move-shipment.ts';
import {
  type ChangedOrder,
  cancelOrder,
  findOrderState,
  type OrderChangeRefusal,
  type OrderState,
  writeCanceledUnits,
} from '../../shipments/order-state.store.ts';
import {
  collectWithNext,
  followShipments,
  listShipments,
  lockPlacedOrder,
  writeMove,
} from '../../shipments/shipment-moves.store.ts';

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
  const isChanged = await db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderNumber);
    if (order === undefined || order.status === canceled) return false;
    return cancelHeldOrder(tx, { ...cancellation, orderId: order.orderId }, now);
  });
  const state = await findOrderState(db.write, orderNumber);
  if (state === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  return isChanged || state.status === canceled
    ? ok({ ...state, isChanged })
    : refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', state });
}

const canceled: OrderStatus = 'canceled';

/** As above, in a transaction of the caller's, who holds it and found it not canceled; false, and nothing written, where it cannot be ended. */
export async function cancelHeldOrder(
  tx: Tx,
  { orderId, orderNumber, actor, reason }: Cancellation & { orderId: string },
  now: Date,
): Promise<boolean> {
  const shipments = await listShipments(tx, orderId);
  if (!shipments.some(({ state, isSentAgain }) => state === 'canceled' || isSentAgain))
    return cancelOrder(tx, orderNumber, { from: statesBefore('canceled'), actor, reason }, now);
  const order = await lockPlacedOrder(tx, orderNumber);
  if (order === undefined) throw new Error(`order ${orderNumber} vanished under its lock`);
  return cancelRest(tx, { order, shipments, actor, reason }, now);
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
  /** In all, and those that this has canceled. */
  canceled: number;
  more: number;
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
  /** What it belongs to is packed, or was sent off. */
  | { code: 'LINE_UNDER_WAY' }
  /** Gift cards whose codes were sent. */
  | { code: 'CARDS_SENT' }
  | { code: 'ORDER_CHANGE_NOT_ALLOWED'; status: OrderStatus }
  /** Its money is on another way already. */
  | { code: 'REFUND_NOT_POSSIBLE' };

/**
 * Cancels units of a line before they are packed (WORK-15), in one transaction: their stock goes back to the places of its claim, what they
 * were worth goes back the way it came, or is owed no more. The last unit of an order cancels the order. Its row is locked first: the same
 * again, or side by side, has one effect and the same answer.
 */
export const cancelUnits = (
  db: Database,
  asked: UnitsToCancel,
  now: Date,
): Promise<Result<CanceledUnits, CancelUnitsRefusal>> =>
  commitIfOk<CanceledUnits, CancelUnitsRefusal>(db, async (tx) => {
    const { orderNumber } = asked;
    const order = isOrderNumber(orderNumber) ? await lockOrderToRefund(tx, orderNumber) : undefined;
    if (order === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
    const done = await cancelHeldUnits(tx, order, asked, now);
    return done.ok ? ok({ ...done.value, ...(await standsNow(tx, orderNumber)) }) : done;
  });

/** As above, in a transaction of the caller's, who holds the order, has read it since, and ends it where this is refused. */
export async function cancelHeldUnits(
  tx: Tx,
  order: OrderToRefund,
  asked: UnitsToCancel,
  now: Date,
): Promise<Result<Omit<CanceledUnits, 'status' | 'ended'>, CancelUnitsRefusal>> {
  const { orderNumber, actor } = asked;
  const { orderId } = order;
  const line = order.lines.find(({ position }) => position === asked.line);
  if (line === undefined) return refuse({ code: 'LINE_UNKNOWN', lines: order.lines.length });
  const { title, quantity, position } = line;
  const canceled = asked.units ?? quantity;
  if (canceled < 1 || canceled > quantity) return refuse({ code: 'UNITS_UNKNOWN', quantity });
  const causeKey = `units ${position}: ${canceled}`;
  const standing = { title, canceled, quantity };
  if (order.status === 'canceled' || line.canceled >= canceled) {
    const refund = order.refunds.get(causeKey) ?? null;
    return ok({ ...standing, isChanged: false, canceled: line.canceled, more: 0, refund });
  }
  if (order.status === 'delivered' || order.status === 'undelivered')
    return refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', status: order.status });
  const parts = partsToCancel(line, canceled - line.canceled);
  if (line.areCardsSent) return refuse({ code: 'CARDS_SENT' });
  if (parts === undefined) return refuse({ code: 'LINE_UNDER_WAY' });
  const all = order.lines.flatMap(({ shipments }) => shipments);
  const isLast = unitsOf(all.filter(({ state }) => isKept(state))) === canceled - line.canceled;
  if (isLast && all.every(({ state }) => isKept(state))) {
    if (!(await cancelHeldOrder(tx, { orderId, orderNumber, actor, reason: asked.reason }, now)))
      return refuse({ code: 'LINE_UNDER_WAY' });
    return ok({ ...standing, isChanged: true, more: canceled - line.canceled, refund: null });
  }
  const refunds: Refund[] = [];
  for (const part of parts) {
    // What one part gives back is known to the next.
    const current = refunds.length === 0 ? order : await readOrderToRefund(tx, orderId);
    const canceledPart = await cancelPart(tx, current, { ...asked, ...part }, now);
    if (!canceledPart.ok) return canceledPart;
    refunds.push(canceledPart.value);
  }
  return ok({ ...standing, isChanged: true, more: canceled - line.canceled, refund: joined(refunds) });
}

/** So many units, by the shipments they go with that are not packed yet, the last first; undefined where those hold fewer. */
function partsToCancel({ shipments }: LineToRefund, units: number): { n: number; more: number }[] | undefined {
  let left = units;
  const parts = shipments
    .toSorted((a, b) => b.n - a.n)
    .flatMap(({ n, state, units: held }) => {
      const more = mayCancelUnits(state) ? Math.min(left, held) : 0;
      left -= more;
      return more === 0 ? [] : [{ n, more }];
    });
  return left === 0 ? parts : undefined;
}

/** What was given back of units that went with several shipments, as one. */
const joined = ([first, ...others]: readonly Refund[]): Refund | null =>
  first === undefined
    ? null
    : others.reduce(
        (whole, each) => ({
          ...each,
          amount: add(whole.amount, each.amount),
          pointsAmount: add(whole.pointsAmount, each.pointsAmount),
          points: whole.points + each.points,
          giftCardAmount: add(whole.giftCardAmount, each.giftCardAmount),
        }),
        first,
      );

/** So many more units of a line that go with one shipment. The refund is named by how many are canceled then in all. */
async function cancelPart(
  tx: Tx,
  order: OrderToRefund,
  { orderNumber, line: position, n, more, actor, reason }: UnitsToCancel & { n: number; more: number },
  now: Date,
): Promise<Result<Refund, CancelUnitsRefusal>> {
  const line = order.lines.find((each) => each.position === position);
  if (line === undefined) throw new Error(`order ${orderNumber} vanished under its lock`);
  const all = order.lines.flatMap(({ shipments }) => shipments);
  // What was given back otherwise, as for goodwill, is not given back again.
  const own = line.shipments.find((each) => each.n === n);
  const units = own === undefined ? 0 : more - (own.refunded - (own.quantity - own.units));
  // With the last that is kept of it what belongs to no line, too; of cash also where what is kept was delivered.
  const isLast = unitsOf(all.filter(({ state }) => isKept(state))) === more;
  const besides = isLast ? { shipping: order.shippingLeft, donation: order.donationLeft, isSetOff: true } : {};
  const refund = await makeRefund(tx, order, {
    cause: 'cancellation',
    causeKey: `units ${position}: ${line.canceled + more}`,
    n,
    lines: units > 0 ? [{ position, units }] : [],
    ...besides,
    comesNoMore: unitsOf(all.filter(({ state }) => !hasEnded(state))) === more,
    actor,
    reason,
  });
  if (!refund.ok) return refuse({ code: 'REFUND_NOT_POSSIBLE' });
  await writeCanceledUnits(tx, { orderId: order.orderId, n, position, units: more }, now);
  const left = unitsOf(all.filter((each) => each.n === n)) - more;
  if (left === 0) {
    await closeShipment(tx, { orderNumber, n, actor, reason }, now);
    await collectWithNext(tx, order.orderId);
  }
  return ok(refund.value);
}

/**
 * Cancels units that were refunded in the same transaction, whose caller holds the order: their stock is free again, and a shipment that is left
 * empty is canceled, with the last of them its order. No money moves here.
 */
export async function cancelRefundedUnits(
  tx: Tx,
  { orderId, orderNumber, actor, reason }: Cancellation & { orderId: string },
  parts: readonly { n: number; position: number; quantity: number }[],
  now: Date,
): Promise<void> {
  for (const { n, position, quantity: units } of parts)
    await writeCanceledUnits(tx, { orderId, n, position, units }, now);
  const { lines } = await readOrderToRefund(tx, orderId);
  const all = lines.flatMap(({ shipments }) => shipments);
  for (const n of new Set(parts.map((part) => part.n))) {
    if (unitsOf(all.filter((each) => each.n === n)) > 0) continue;
    await closeShipment(tx, { orderNumber, n, actor, reason }, now);
    await collectWithNext(tx, orderId);
  }
}

/** Nothing is left of a shipment: it is canceled, and its order goes on without it. */
async function closeShipment(
  tx: Tx,
  { orderNumber, n, actor, reason }: { orderNumber: string; n: number; actor: Actor; reason: string | null },
  now: Date,
): Promise<void> {
  const order = await lockPlacedOrder(tx, orderNumber);
  if (order === undefined) throw new Error(`order ${orderNumber} vanished under its lock`);
  const shipments = await listShipments(tx, order.orderId);
  const shipment = shipments.find((each) => each.n === n);
  const decided =
    shipment && decideDeed({ ...shipment, isPickup: order.isPickup }, { kind: 'cancel', reason: reason ?? '' });
  if (shipment === undefined || !decided?.ok || decided.value === null) return;
  await writeMove(tx, { orderId: order.orderId, shipment }, { move: decided.value, carried: {}, actor }, now);
  const states = shipments
    .filter(({ isSentAgain }) => !isSentAgain)
    .map((each) => (each.n === n ? 'canceled' : each.state));
  const status = statusOfShipments(states, order.isPaidAtStore);
  await followShipments(tx, [order.orderId], { status, actor, reason }, now);
}

const unitsOf = (shipments: readonly ShipmentOfLine[]): number => shipments.reduce((sum, { units }) => sum + units, 0);

async function standsNow(tx: Tx, orderNumber: string): Promise<Pick<CanceledUnits, 'status' | 'ended'>> {
  const state = await findOrderState(tx, orderNumber);
  if (state === undefined) throw new Error(`order ${orderNumber} vanished under its lock`);
  return { status: state.status, ended: state.status === 'canceled' ? state : null };
}
