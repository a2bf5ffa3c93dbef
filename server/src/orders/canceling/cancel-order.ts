import type { Actor } from '@ceiba/domain/actors/actor';
import { add } from '@ceiba/domain/money/money';
import { isOrderNumber, type OrderStatus } from '@ceiba/domain/orders/order';
import { hasEnded, mayCancelUnits, reachesBuyer, statesBefore, statusOfShipments } from '@ceiba/domain/orders/shipment';
import { decideShipmentAction } from '@ceiba/domain/orders/shipment-action';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { commitIfOk, type Database, type Tx } from '../../platform/db/database.ts';
import { makeRefund } from '../../refunds/make-refund.ts';
import {
  type LineToRefund,
  lockOrderToRefund,
  type OrderToRefund,
  readOrderToRefund,
  type ShipmentOfLine,
} from '../../refunds/order-to-refund.store.ts';
import type { Refund } from '../../refunds/refunds.store.ts';
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
  followShipments,
  listShipments,
  lockPlacedOrder,
  moveDueCash,
  writeMove,
} from '../../shipments/shipment-moves.store.ts';

/** The person who cancels an order, and the reason. `reason` is null if the person gave no reason. */
interface Cancellation {
  orderNumber: string;
  actor: Actor;
  reason: string | null;
}

/**
 * Cancels an order before any part of it was sent, and gives everything back (WORK-15). One conditional update does this, so that only one
 * of two concurrent calls cancels the order. A repeated call changes nothing. Money, payment and shipments record the reason (null: the
 * person gave none). If the order lost a shipment before, its shipments are canceled one by one.
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
    return cancelLockedOrder(tx, { ...cancellation, orderId: order.orderId }, now);
  });
  const state = await findOrderState(db.write, orderNumber);
  if (state === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
  return isChanged || state.status === canceled
    ? ok({ ...state, isChanged })
    : refuse({ code: 'ORDER_CHANGE_NOT_ALLOWED', state });
}

const canceled: OrderStatus = 'canceled';

/**
 * Cancels an order. The caller's transaction has locked the order and found it not canceled. Returns false, and writes nothing, if the
 * order cannot be canceled.
 */
export async function cancelLockedOrder(
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
  /** The position of the line, from 1. */
  line: number;
  /** The total of canceled units after the call, including units that were canceled before. Null: all units. */
  units: number | null;
  actor: Actor;
  reason: string | null;
}

/** The state of the line and its order after the call. `isChanged` false: the call changed nothing. */
interface CanceledUnits {
  isChanged: boolean;
  status: OrderStatus;
  title: string;
  /** The number of the line's canceled units: in total, and by this call. */
  canceled: number;
  more: number;
  quantity: number;
  /**
   * The amount for these units that is given back, or no longer owed. Null if the whole order was canceled, because then everything is
   * given back.
   */
  refund: Refund | null;
  /** The state of the order if it was canceled as a whole. Null if the order continues. */
  ended: OrderState | null;
}

export type CancelUnitsRefusal =
  | { code: 'ORDER_UNKNOWN' }
  | { code: 'LINE_UNKNOWN'; lines: number }
  | { code: 'UNITS_UNKNOWN'; quantity: number }
  /** The shipment of the units is packed, or was sent. */
  | { code: 'LINE_UNDER_WAY' }
  /** The line has gift cards whose codes were sent. */
  | { code: 'CARDS_SENT' }
  | { code: 'ORDER_CHANGE_NOT_ALLOWED'; status: OrderStatus }
  /** The order's money is already being given back in another way. */
  | { code: 'REFUND_NOT_POSSIBLE' };

/**
 * Cancels units of a line before they are packed (WORK-15), in one transaction. Their stock returns to the places from which it was
 * claimed. Their value goes back the way it was paid. If nobody has paid yet, the buyer owes less. Canceling an order's last unit cancels
 * the order. The order's row is locked first, so that repeated or concurrent calls have one effect and the same answer.
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
    const done = await cancelLockedUnits(tx, order, asked, now);
    return done.ok ? ok({ ...done.value, ...(await standsNow(tx, orderNumber)) }) : done;
  });

/** Cancels units of an order. The caller's transaction has locked the order before reading it, and rolls back if the cancellation is refused. */
export async function cancelLockedUnits(
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
  const isLast = unitsOf(all.filter(({ state }) => reachesBuyer(state))) === canceled - line.canceled;
  if (isLast && all.every(({ state }) => reachesBuyer(state))) {
    if (!(await cancelLockedOrder(tx, { orderId, orderNumber, actor, reason: asked.reason }, now)))
      return refuse({ code: 'LINE_UNDER_WAY' });
    return ok({ ...standing, isChanged: true, more: canceled - line.canceled, refund: null });
  }
  const refunds: Refund[] = [];
  for (const part of parts) {
    // Each part must take the refunds of earlier parts into account.
    const current = refunds.length === 0 ? order : await readOrderToRefund(tx, orderId);
    const canceledPart = await cancelPart(tx, current, { ...asked, ...part }, now);
    if (!canceledPart.ok) return canceledPart;
    refunds.push(canceledPart.value);
  }
  return ok({ ...standing, isChanged: true, more: canceled - line.canceled, refund: joined(refunds) });
}

/**
 * Splits the units over the shipments that are not packed yet. Starts with the last shipment. Returns undefined if these
 * shipments hold fewer units.
 */
function partsToCancel(
  { shipments }: LineToRefund,
  units: number,
): { shipmentNumber: number; more: number }[] | undefined {
  let left = units;
  const parts = shipments
    .toSorted((a, b) => b.shipmentNumber - a.shipmentNumber)
    .flatMap(({ shipmentNumber, state, units: held }) => {
      const more = mayCancelUnits(state) ? Math.min(left, held) : 0;
      left -= more;
      return more === 0 ? [] : [{ shipmentNumber, more }];
    });
  return left === 0 ? parts : undefined;
}

/** Merges the refunds of units from several shipments. */
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

/** Cancels further units of a line in one shipment. The key of the refund contains the total of canceled units. */
async function cancelPart(
  tx: Tx,
  order: OrderToRefund,
  {
    orderNumber,
    line: position,
    shipmentNumber,
    more,
    actor,
    reason,
  }: UnitsToCancel & { shipmentNumber: number; more: number },
  now: Date,
): Promise<Result<Refund, CancelUnitsRefusal>> {
  const line = order.lines.find((each) => each.position === position);
  if (line === undefined) throw new Error(`order ${orderNumber} vanished under its lock`);
  const all = order.lines.flatMap(({ shipments }) => shipments);
  // Units already refunded for another reason, such as goodwill, are not refunded again.
  const own = line.shipments.find((each) => each.shipmentNumber === shipmentNumber);
  const units = own === undefined ? 0 : more - (own.refunded - (own.quantity - own.units));
  // With the last remaining unit, delivery and donation are refunded, too. All missing cash is deducted, even for delivered
  // units.
  const isLast = unitsOf(all.filter(({ state }) => reachesBuyer(state))) === more;
  const besides = isLast ? { shipping: order.deliveryLeft, donation: order.donationLeft, isSetOff: true } : {};
  const refund = await makeRefund(tx, order, {
    cause: 'cancellation',
    causeKey: `units ${position}: ${line.canceled + more}`,
    shipmentNumber,
    lines: units > 0 ? [{ position, units }] : [],
    ...besides,
    comesNoMore: unitsOf(all.filter(({ state }) => !hasEnded(state))) === more,
    actor,
    reason,
  });
  if (!refund.ok) return refuse({ code: 'REFUND_NOT_POSSIBLE' });
  await writeCanceledUnits(tx, { orderId: order.orderId, shipmentNumber, position, units: more }, now);
  const left = unitsOf(all.filter((each) => each.shipmentNumber === shipmentNumber)) - more;
  if (left === 0) {
    await closeShipment(tx, { orderNumber, shipmentNumber, actor, reason }, now);
    await moveDueCash(tx, order.orderId);
  }
  return ok(refund.value);
}

/**
 * Cancels units that were refunded in the same transaction. The caller has locked the order. The units' stock becomes free. An empty
 * shipment is canceled. With the last shipment the order is canceled. No money moves.
 */
export async function cancelRefundedUnits(
  tx: Tx,
  { orderId, orderNumber, actor, reason }: Cancellation & { orderId: string },
  parts: readonly { shipmentNumber: number; position: number; quantity: number }[],
  now: Date,
): Promise<void> {
  for (const { shipmentNumber, position, quantity: units } of parts)
    await writeCanceledUnits(tx, { orderId, shipmentNumber, position, units }, now);
  const { lines } = await readOrderToRefund(tx, orderId);
  const all = lines.flatMap(({ shipments }) => shipments);
  for (const shipmentNumber of new Set(parts.map((part) => part.shipmentNumber))) {
    if (unitsOf(all.filter((each) => each.shipmentNumber === shipmentNumber)) > 0) continue;
    await closeShipment(tx, { orderNumber, shipmentNumber, actor, reason }, now);
    await moveDueCash(tx, orderId);
  }
}

/** Cancels an empty shipment. The order continues without it. */
async function closeShipment(
  tx: Tx,
  {
    orderNumber,
    shipmentNumber,
    actor,
    reason,
  }: { orderNumber: string; shipmentNumber: number; actor: Actor; reason: string | null },
  now: Date,
): Promise<void> {
  const order = await lockPlacedOrder(tx, orderNumber);
  if (order === undefined) throw new Error(`order ${orderNumber} vanished under its lock`);
  const shipments = await listShipments(tx, order.orderId);
  const shipment = shipments.find((each) => each.shipmentNumber === shipmentNumber);
  const decided =
    shipment &&
    decideShipmentAction({ ...shipment, isPickup: order.isPickup }, { kind: 'cancel', reason: reason ?? '' });
  if (shipment === undefined || !decided?.ok || decided.value === null) return;
  await writeMove(tx, { orderId: order.orderId, shipment }, { move: decided.value, carried: {}, actor }, now);
  const states = shipments
    .filter(({ isSentAgain }) => !isSentAgain)
    .map((each) => (each.shipmentNumber === shipmentNumber ? 'canceled' : each.state));
  const status = statusOfShipments(states, order.isPaidAtStore);
  await followShipments(tx, [order.orderId], { status, actor, reason }, now);
}

const unitsOf = (shipments: readonly ShipmentOfLine[]): number => shipments.reduce((sum, { units }) => sum + units, 0);

async function standsNow(tx: Tx, orderNumber: string): Promise<Pick<CanceledUnits, 'status' | 'ended'>> {
  const state = await findOrderState(tx, orderNumber);
  if (state === undefined) throw new Error(`order ${orderNumber} vanished under its lock`);
  return { status: state.status, ended: state.status === 'canceled' ? state : null };
}
