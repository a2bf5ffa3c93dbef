import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, zero } from '@ceiba/domain/money/money';
import { isOrderNumber, type OrderStatus, subOrderNumber } from '@ceiba/domain/orders/order';
import {
  hasEnded,
  reachesBuyer,
  type ShipmentState,
  statesBefore,
  statusOfShipments,
} from '@ceiba/domain/orders/shipment';
import {
  decideShipmentAction,
  type ShipmentAction,
  type ShipmentActionRefusal,
  type ShipmentMove,
} from '@ceiba/domain/orders/shipment-action';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/db/database.ts';
import { makeRefund } from '../refunds/make-refund.ts';
import { lockOrderToRefund } from '../refunds/order-to-refund.store.ts';
import { cancelOrder, findOrderState, type OrderState } from './order-state.store.ts';
import {
  followShipments,
  hasMailedCard,
  type LockedOrder,
  type LockedShipment,
  listShipments,
  lockPlacedOrder,
  type MoveData,
  moveDueCash,
  noteShipment,
  releaseShipment,
  writeLost,
  writeMove,
  writeReceived,
} from './shipment-moves.store.ts';

/** Chooses the action for a shipment in its current state, or refuses. */
type ActionOf<R extends { code: string }> = (
  tx: Tx,
  order: LockedOrder,
  shipment: LockedShipment,
) => Promise<Result<ShipmentAction, R>>;

/** Selects one shipment of an order. */
type ShipmentChoice =
  | { shipmentNumber: number }
  | { sellerId: number }
  /** The only remaining shipment to send or hand over. */
  | { only: 'send' | 'deliver' };

export interface MovedShipment {
  /** The shipment's sub-order number (DEC-206). */
  id: string;
  state: ShipmentState;
  isPickup: boolean;
  attempts: number;
  orderStatus: OrderStatus;
  /** The amount that the shop owes the buyer for the shipment. Zero if nothing. */
  owed: Centavos;
  /** The order's state if the order was canceled with its only shipment, otherwise null. */
  ended: OrderState | null;
  /** False if the move had been made before. */
  isChanged: boolean;
  /** The shipment's state before the move. */
  was: { state: ShipmentState; attempts: number };
  /** Cash collected at the door. Null if there was nothing to collect. */
  cashCollected: Centavos | null;
}

export type MoveRefusal =
  | ShipmentActionRefusal
  | { code: 'ORDER_UNKNOWN' }
  /** The order has no such shipment. `shipments`: the order's shipments, by number and seller. */
  | { code: 'SHIPMENT_UNKNOWN'; shipments: { id: string; sellerId: number }[] }
  /** More than one shipment is left. */
  | { code: 'SHIPMENT_AMBIGUOUS'; ids: string[] }
  /** No shipment is left to send or hand over. */
  | { code: 'SHIPMENT_NONE_LEFT'; status: OrderStatus }
  /** The order waits or is canceled. Its shipments may not move. */
  | { code: 'SHIPMENT_STANDS'; status: OrderStatus; isUnconfirmed: boolean; isHeld: boolean }
  /** A gift card of the shipment was mailed. It can be refunded only with its whole order. */
  | { code: 'GIFT_CARD_MAILED' }
  /** Some units of the shipment were refunded. They must be canceled first, because they are not sent. */
  | { code: 'UNITS_REFUNDED' }
  /** The goods are not here yet: they are a presale, or a transfer still carries them (WORK-31, WORK-32). */
  | { code: 'GOODS_AWAITED' }
  /** Another person has changed the shipment in the meantime. */
  | { code: 'VERSION_CONFLICT' };

/**
 * Moves one shipment as its state allows (WORK-01), with its stock, its money and the status of its order (WORK-02), in one
 * transaction. The order is locked first. The second of two calls therefore sees the result of the first. A repeated call changes
 * nothing.
 */
export const moveShipment = <R extends { code: string } = never>(
  db: Pick<Database, 'transaction'>,
  {
    orderNumber,
    choice,
    action,
    carried,
    actor,
    version,
  }: {
    orderNumber: string;
    choice: ShipmentChoice;
    /** The action on the shipment, or a function that chooses it by the shipment's state under its lock. */
    action: ShipmentAction | ActionOf<R>;
    /** Written with the move, in addition to the fields of its action. */
    carried?: MoveData;
    actor: Actor;
    /** The version that the caller has seen. Undefined accepts any version. */
    version?: number;
  },
  now: Date,
): Promise<Result<MovedShipment, MoveRefusal | R>> =>
  db.transaction(async (tx): Promise<Result<MovedShipment, MoveRefusal | R>> => {
    const order = isOrderNumber(orderNumber) ? await lockPlacedOrder(tx, orderNumber) : undefined;
    if (order === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
    const shipments = await listShipments(tx, order.orderId);
    const chosen = choose(order, shipments, choice);
    if (!chosen.ok) return chosen;
    const shipment = chosen.value;
    if (version !== undefined && version !== shipment.version) return refuse({ code: 'VERSION_CONFLICT' });
    const asked = typeof action === 'function' ? await action(tx, order, shipment) : ok(action);
    if (!asked.ok) return asked;
    const decided = decideMove(order, shipment, asked.value);
    if (!decided.ok) return decided;
    if (decided.value === null) return ok({ ...standsAs(order, shipment), ended: await endedOf(tx, order, shipments) });
    const all = { order, shipments, shipment, action: asked.value, move: decided.value, actor };
    return write(tx, carried === undefined ? all : { ...all, carried }, now);
  });

/** Returns the move of an action, by the states of the shipment and its order. Null if the move was made before and nothing changes. */
export function decideMove(
  order: LockedOrder,
  shipment: LockedShipment,
  action: ShipmentAction,
): Result<ShipmentMove | null, MoveRefusal> {
  const decided = decideShipmentAction({ ...shipment, isPickup: order.isPickup }, action);
  if (!decided.ok) return refuse(standing(order, shipment) ?? decided.error);
  if (decided.value !== null && shipment.holdsRefunded && isPreparing(shipment.state, decided.value.to))
    return refuse({ code: 'UNITS_REFUNDED' });
  if (decided.value !== null && shipment.awaitsGoods && isPreparing(shipment.state, decided.value.to))
    return refuse({ code: 'GOODS_AWAITED' });
  return decided.value !== null && isBlockedByHold(order, shipment.state, decided.value.to)
    ? refuse(waits(order))
    : decided;
}

/** Returns whether a move prepares goods at their place, sends them, or brings them back to be sent again. */
const isPreparing = (from: ShipmentState, to: ShipmentState): boolean =>
  ['picking', 'packed', 'sent', 'at_store', 'delivered'].includes(to) && statesBefore('canceled').includes(from)
    ? !(from === 'packed' && to === 'picking')
    : to === 'packed';

/** Returns whether a hold blocks this move (WORK-24). Shipments that have left can still move. Other shipments are neither prepared nor sent. */
export const isBlockedByHold = (
  { isHeld }: Pick<LockedOrder, 'isHeld'>,
  from: ShipmentState,
  to: ShipmentState,
): boolean => isHeld && statesBefore('canceled').includes(from) && to !== 'canceled';

function choose(
  order: LockedOrder,
  shipments: readonly LockedShipment[],
  choice: ShipmentChoice,
): Result<LockedShipment, MoveRefusal> {
  const idOf = ({ shipmentNumber }: LockedShipment): string => subOrderNumber(order.orderNumber, shipmentNumber);
  if (!('only' in choice)) {
    // If one seller sends several shipments, the shipment that has not ended is chosen.
    const chosen =
      'shipmentNumber' in choice
        ? shipments.find(({ shipmentNumber }) => shipmentNumber === choice.shipmentNumber)
        : (shipments.find(({ sellerId, state }) => sellerId === choice.sellerId && !hasEnded(state)) ??
          shipments.find(({ sellerId }) => sellerId === choice.sellerId));
    if (chosen !== undefined) return ok(chosen);
    const known = shipments.map((each) => ({ id: idOf(each), sellerId: each.sellerId }));
    return refuse({ code: 'SHIPMENT_UNKNOWN', shipments: known });
  }
  const open = statesLeft[choice.only];
  const left = shipments.filter(({ state }) => open.includes(state));
  const [only, ...others] = left;
  if (only === undefined) {
    return refuse(standing(order, shipments[0]) ?? { code: 'SHIPMENT_NONE_LEFT', status: order.status });
  }
  return others.length === 0 ? ok(only) : refuse({ code: 'SHIPMENT_AMBIGUOUS', ids: left.map(idOf) });
}

const toSend: readonly ShipmentState[] = ['ready', ...statesBefore('packed'), 'packed'];

/** States from which a shipment can be sent or handed over. Unsent shipments can be handed over too. */
const statesLeft: Record<'send' | 'deliver', readonly ShipmentState[]> = {
  send: toSend,
  deliver: [...toSend, ...statesBefore('delivered')],
};

/** Returns the refusal if the order waits or is canceled, otherwise undefined. */
const standing = (order: LockedOrder, shipment: LockedShipment | undefined): MoveRefusal | undefined =>
  shipment?.state === 'waiting' || order.status === 'canceled' ? waits(order) : undefined;

const waits = ({ status, isUnconfirmed, isHeld }: LockedOrder): MoveRefusal => ({
  code: 'SHIPMENT_STANDS',
  status,
  isUnconfirmed,
  isHeld,
});

const standsAs = (order: LockedOrder, shipment: LockedShipment): MovedShipment => {
  const { shipmentNumber, state, attempts, cashCollected } = shipment;
  return {
    id: subOrderNumber(order.orderNumber, shipmentNumber),
    state,
    attempts,
    isPickup: order.isPickup,
    orderStatus: order.status,
    owed: zero,
    ended: null,
    isChanged: false,
    was: { state, attempts },
    cashCollected,
  };
};

const wasOf = ({ state, attempts }: LockedShipment): MovedShipment['was'] => ({ state, attempts });

interface Decided {
  order: LockedOrder;
  shipments: readonly LockedShipment[];
  shipment: LockedShipment;
  action: ShipmentAction;
  move: ShipmentMove;
  actor: Actor;
  carried?: MoveData;
  /** True if the rest of the order is canceled with the shipment. */
  isWhole?: boolean;
}

async function write(tx: Tx, decided: Decided, now: Date): Promise<Result<MovedShipment, MoveRefusal>> {
  const { order, shipments, shipment, action, move, actor, isWhole = false } = decided;
  const carried = decided.carried ?? (action.kind === 'send' ? action : {});
  const { orderId } = order;
  if (move.to === 'canceled') {
    if (shipments.length === 1) return cancelWhole(tx, decided, now);
    if (shipment.state === 'waiting' && !isWhole) return refuse(waits(order));
    if (await hasMailedCard(tx, orderId, shipment.shipmentNumber)) return refuse({ code: 'GIFT_CARD_MAILED' });
  }
  await writeMove(tx, { orderId, shipment }, { move, carried, actor }, now);
  if (action.kind === 'attempt') {
    await noteShipment(
      tx,
      orderId,
      { kind: 'delivery_attempted', shipment: shipment.shipmentNumber, reason: move.reason },
      now,
    );
  }
  const { to, reason } = move;
  const isLost = to === 'undelivered' || to === 'canceled';
  const states = shipments
    .filter(({ isSentAgain }) => !isSentAgain)
    .map(({ shipmentNumber, state }) => (shipmentNumber === shipment.shipmentNumber ? to : state));
  const isLast = !states.some(reachesBuyer);
  const comesNoMore = states.every(hasEnded);
  const owed = isLost ? await loseShipment(tx, { order, shipment, to, isLast, comesNoMore, reason, actor }, now) : zero;
  const orderStatus = statusOfShipments(states, order.isPaidAtStore);
  if (orderStatus !== order.status) await followShipments(tx, [orderId], { status: orderStatus, actor, reason }, now);
  const { attempts } = move;
  const cashCollected = move.cashCollected ?? shipment.cashCollected;
  const stands = { ...standsAs(order, { ...shipment, state: to, attempts, cashCollected }), was: wasOf(shipment) };
  return ok({ ...stands, orderStatus, owed, isChanged: true });
}

/** Cancels the whole order with its only shipment. The charge is reversed and not owed. */
async function cancelWhole(
  tx: Tx,
  { order, shipments, shipment, move: { reason }, actor }: Decided,
  now: Date,
): Promise<Result<MovedShipment, MoveRefusal>> {
  const isDone = await cancelOrder(tx, order.orderNumber, { from: statesBefore('canceled'), actor, reason }, now);
  if (!isDone) throw new Error(`order ${order.orderNumber} was changed while it was locked`);
  const stands = standsAs({ ...order, status: 'canceled' }, { ...shipment, state: 'canceled' });
  const ended = await endedOf(tx, { ...order, status: 'canceled' }, shipments);
  return ok({ ...stands, was: wasOf(shipment), ended, isChanged: true });
}

const endedOf = async (
  tx: Tx,
  { orderNumber, status }: LockedOrder,
  shipments: readonly LockedShipment[],
): Promise<OrderState | null> =>
  status === 'canceled' && shipments.length === 1 ? ((await findOrderState(tx, orderNumber)) ?? null) : null;

/**
 * Cancels the rest of an order whose other shipments were canceled one by one. Their worth is already owed, or their units were
 * sent again in other shipments (record 0074). Returns false and writes nothing if a shipment has left or a gift card was mailed.
 */
export async function cancelRest(
  tx: Tx,
  {
    order,
    shipments,
    actor,
    reason,
  }: { order: LockedOrder; shipments: readonly LockedShipment[]; actor: Actor; reason: string | null },
  now: Date,
): Promise<boolean> {
  const left = shipments.filter(({ state, isSentAgain }) => state !== 'canceled' && !isSentAgain);
  if (left.some(({ state }) => !statesBefore('canceled').includes(state))) return false;
  for (const { shipmentNumber } of left) if (await hasMailedCard(tx, order.orderId, shipmentNumber)) return false;
  const action = { kind: 'cancel', reason: reason ?? 'operator' } as const;
  await releaseShipment(tx, order.orderId, null, now);
  for (const { shipmentNumber } of left) {
    const current = await listShipments(tx, order.orderId);
    const shipment = current.find((each) => each.shipmentNumber === shipmentNumber);
    const decided = shipment && decideShipmentAction({ ...shipment, isPickup: order.isPickup }, action);
    if (shipment === undefined || !decided?.ok || decided.value === null)
      throw new Error(`shipment ${shipmentNumber} was changed`);
    const all = { order, shipments: current, shipment, action, move: decided.value, actor, isWhole: true };
    const written = await write(tx, all, now);
    if (!written.ok) throw new Error(`shipment ${shipmentNumber} is not canceled: ${written.error.code}`);
  }
  return true;
}

interface LostShipment {
  order: LockedOrder;
  shipment: LockedShipment;
  to: 'undelivered' | 'canceled';
  /** True if no other shipment of the order is live. Amounts without a line are then refunded, too. */
  isLast: boolean;
  /** True if no shipment of the order is on its way. */
  comesNoMore: boolean;
  reason: string | null;
  actor: Actor;
}

/**
 * Handles a shipment that does not reach its buyer: returns its price or reduces the debt, stops its gift cards and notifies the
 * buyer. A canceled shipment frees its stock immediately. An undelivered shipment must come back first. Returns the amount that
 * the shop owes the buyer.
 */
async function loseShipment(
  tx: Tx,
  { order, shipment: { shipmentNumber }, to, isLast, comesNoMore, reason, actor }: LostShipment,
  now: Date,
): Promise<Centavos> {
  const { orderId, orderNumber } = order;
  const owed = await giveBackWorth(tx, { orderNumber, shipmentNumber, isLast, comesNoMore }, { actor, reason });
  // The stock is locked after the gift cards (record 0034).
  if (to === 'canceled') await releaseShipment(tx, orderId, shipmentNumber, now);
  await writeLost(tx, { orderId, shipmentNumber, to, reason }, now);
  return owed;
}

/** Refunds the rest of a shipment's worth, without mailed gift cards. Returns the part that the buyer had paid. */
async function giveBackWorth(
  tx: Tx,
  {
    orderNumber,
    shipmentNumber,
    isLast,
    comesNoMore,
  }: { orderNumber: string; shipmentNumber: number; isLast: boolean; comesNoMore: boolean },
  { actor, reason }: { actor: Actor; reason: string | null },
): Promise<Centavos> {
  const order = await lockOrderToRefund(tx, orderNumber);
  if (order === undefined) throw new Error(`order ${orderNumber} vanished under its lock`);
  // Units that were refunded before, for example as goodwill, are not refunded again.
  const lines = order.lines
    .filter((line) => !line.areCardsSent)
    .map(({ position, shipments }) => {
      const own = shipments.find((each) => each.shipmentNumber === shipmentNumber);
      return { position, units: own === undefined ? 0 : own.quantity - own.refunded };
    })
    .filter(({ units }) => units > 0);
  const rest = isLast ? { shipping: order.deliveryLeft, donation: order.donationLeft } : {};
  const causeKey = `shipment ${shipmentNumber}`;
  const asked = {
    cause: 'shipment',
    causeKey,
    shipmentNumber,
    lines,
    ...rest,
    comesNoMore,
    isSetOff: true,
    actor,
    reason,
  } as const;
  const refund = await makeRefund(tx, order, asked);
  if (!refund.ok)
    throw new Error(`shipment ${shipmentNumber} of order ${orderNumber} is not given back: ${refund.error.code}`);
  const { amount, destination } = refund.value;
  await moveDueCash(tx, order.orderId);
  return destination === 'owed_less' ? zero : amount;
}

type Fate = NonNullable<LockedShipment['fate']>;

export type ReceiveRefusal =
  | { code: 'SHIPMENT_UNKNOWN' }
  /** The shipment has no goods that come back. */
  | { code: 'SHIPMENT_NOT_UNDELIVERED'; state: ShipmentState }
  /** The goods of the shipment came back before, with the other fate. */
  | { code: 'SHIPMENT_RECEIVED'; fate: Fate };

/**
 * Receives the goods of an undelivered shipment (WORK-11). Each unit returns to its place or is written off. The order is locked
 * first, so that only one of two concurrent calls receives them. A repeated call changes nothing.
 */
export const receiveShipment = (
  db: Pick<Database, 'transaction'>,
  { orderNumber, ...asked }: { orderNumber: string; shipmentNumber: number; fate: Fate; actor: Actor },
  now: Date,
): Promise<Result<{ isChanged: boolean }, ReceiveRefusal>> =>
  db.transaction(async (tx) => {
    const order = isOrderNumber(orderNumber) ? await lockPlacedOrder(tx, orderNumber) : undefined;
    if (order === undefined) return refuse({ code: 'SHIPMENT_UNKNOWN' });
    return receiveLockedShipment(tx, { ...asked, orderId: order.orderId }, now);
  });

/** Receives the goods in the transaction of a caller that has locked the order. */
export async function receiveLockedShipment(
  tx: Tx,
  { orderId, shipmentNumber, fate, actor }: { orderId: string; shipmentNumber: number; fate: Fate; actor: Actor },
  now: Date,
): Promise<Result<{ isChanged: boolean }, ReceiveRefusal>> {
  const shipment = (await listShipments(tx, orderId)).find((each) => each.shipmentNumber === shipmentNumber);
  if (shipment === undefined) return refuse({ code: 'SHIPMENT_UNKNOWN' });
  if (shipment.state !== 'undelivered') return refuse({ code: 'SHIPMENT_NOT_UNDELIVERED', state: shipment.state });
  if (shipment.fate !== null) {
    return shipment.fate === fate
      ? ok({ isChanged: false })
      : refuse({ code: 'SHIPMENT_RECEIVED', fate: shipment.fate });
  }
  await writeReceived(tx, { orderId, shipmentNumber, isScrapped: fate === 'scrapped', actor }, now);
  await noteShipment(tx, orderId, { kind: 'shipment_received', shipment: shipmentNumber, fate }, now);
  return ok({ isChanged: true });
}
