import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, zero } from '@ceiba/domain/money/money';
import { isOrderNumber, type OrderStatus, subOrderNumber } from '@ceiba/domain/orders/order';
import { hasEnded, isKept, type ShipmentState, statesBefore, statusOfShipments } from '@ceiba/domain/orders/shipment';
import { type DeedRefusal, decideDeed, type ShipmentDeed, type ShipmentMove } from '@ceiba/domain/orders/shipment-deed';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/db/database.ts';
import { makeRefund } from '../refunds/make-refund.ts';
import { lockOrderToRefund } from '../refunds/refunds.store.ts';
import { cancelOrder, findOrderState, type OrderState } from './order-state.store.ts';
import {
  type Carried,
  collectWithNext,
  followShipments,
  type HeldOrder,
  type HeldShipment,
  hasMailedCard,
  listShipments,
  lockPlacedOrder,
  noteShipment,
  releaseShipment,
  writeLost,
  writeMove,
  writeReceived,
} from './shipment-moves.store.ts';

/** What is done with a shipment that stands so, or why nothing is. */
type DeedOf<R extends { code: string }> = (
  tx: Tx,
  order: HeldOrder,
  shipment: HeldShipment,
) => Promise<Result<ShipmentDeed, R>>;

/** Which shipment of an order is meant. */
type ShipmentChoice =
  | { n: number }
  | { sellerId: number }
  /** The one that is left to send, or to hand over. */
  | { only: 'send' | 'deliver' };

export interface MovedShipment {
  /** Its sub-order number (DEC-206). */
  id: string;
  state: ShipmentState;
  isPickup: boolean;
  attempts: number;
  orderStatus: OrderStatus;
  /** What its buyer is owed for it; zero: nothing. */
  owed: Centavos;
  /** How its order stands where that was canceled with it, as its only shipment; null where it was not. */
  ended: OrderState | null;
  /** False: it had been done before. */
  isChanged: boolean;
  /** How it stood before. */
  was: { state: ShipmentState; attempts: number };
  /** Collected at the door; null: nothing was to be. */
  cashCollected: Centavos | null;
}

export type MoveRefusal =
  | DeedRefusal
  | { code: 'ORDER_UNKNOWN' }
  /** It has none of this kind; those it has, by number and seller. */
  | { code: 'SHIPMENT_UNKNOWN'; shipments: { id: string; sellerId: number }[] }
  /** More than one is left. */
  | { code: 'SHIPMENT_AMBIGUOUS'; ids: string[] }
  /** None is left to send, or to hand over. */
  | { code: 'SHIPMENT_NONE_LEFT'; status: OrderStatus }
  /** The order waits, or is canceled: its shipments stand where they are. */
  | { code: 'SHIPMENT_STANDS'; status: OrderStatus; isUnconfirmed: boolean; isHeld: boolean }
  /** A gift card of it was mailed: it is given back with its whole order only. */
  | { code: 'GIFT_CARD_MAILED' }
  /** Units of it were refunded: they are canceled first, and are not sent. */
  | { code: 'UNITS_REFUNDED' }
  /** Somebody has changed it meanwhile. */
  | { code: 'VERSION_CONFLICT' };

/**
 * Moves one shipment, as its state allows (WORK-01), with its stock, its money and the status of its order (WORK-02), all at once. The
 * order is locked first, so that of two at once the second decides by what the first has done; done again it changes nothing.
 */
export const moveShipment = <R extends { code: string } = never>(
  db: Pick<Database, 'transaction'>,
  {
    orderNumber,
    choice,
    deed,
    carried,
    actor,
    version,
  }: {
    orderNumber: string;
    choice: ShipmentChoice;
    /** Or what it is by how the shipment stands, under its lock. */
    deed: ShipmentDeed | DeedOf<R>;
    /** Written down with the move, beside what its deed says. */
    carried?: Carried;
    actor: Actor;
    /** The version that whoever moves it has seen; without it, whatever it is. */
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
    const asked = typeof deed === 'function' ? await deed(tx, order, shipment) : ok(deed);
    if (!asked.ok) return asked;
    const decided = decideMove(order, shipment, asked.value);
    if (!decided.ok) return decided;
    if (decided.value === null) return ok({ ...standsAs(order, shipment), ended: await endedOf(tx, order, shipments) });
    const all = { order, shipments, shipment, deed: asked.value, move: decided.value, actor };
    return write(tx, carried === undefined ? all : { ...all, carried }, now);
  });

/** What a deed makes of a shipment as it and its order stand; null: it was done before, and nothing changes. */
export function decideMove(
  order: HeldOrder,
  shipment: HeldShipment,
  deed: ShipmentDeed,
): Result<ShipmentMove | null, MoveRefusal> {
  const decided = decideDeed({ ...shipment, isPickup: order.isPickup }, deed);
  if (!decided.ok) return refuse(standing(order, shipment) ?? decided.error);
  if (decided.value !== null && shipment.holdsRefunded && isPreparing(shipment.state, decided.value.to))
    return refuse({ code: 'UNITS_REFUNDED' });
  return decided.value !== null && isStopped(order, shipment.state, decided.value.to) ? refuse(waits(order)) : decided;
}

/** Whether a move prepares what is still here, sends it off, or brings it back to be sent anew. */
const isPreparing = (from: ShipmentState, to: ShipmentState): boolean =>
  ['picking', 'packed', 'sent', 'at_store', 'delivered'].includes(to) && statesBefore('canceled').includes(from)
    ? !(from === 'packed' && to === 'picking')
    : to === 'packed';

/** Whether a hold keeps a shipment from this move: what has left goes on; what has not is neither prepared nor sent (WORK-24). */
export const isStopped = ({ isHeld }: Pick<HeldOrder, 'isHeld'>, from: ShipmentState, to: ShipmentState): boolean =>
  isHeld && statesBefore('canceled').includes(from) && to !== 'canceled';

function choose(
  order: HeldOrder,
  shipments: readonly HeldShipment[],
  choice: ShipmentChoice,
): Result<HeldShipment, MoveRefusal> {
  const idOf = ({ n }: HeldShipment): string => subOrderNumber(order.orderNumber, n);
  if (!('only' in choice)) {
    // Of what one seller sends in several, that which still moves.
    const chosen =
      'n' in choice
        ? shipments.find(({ n }) => n === choice.n)
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

/** Of those that are left to hand over, one may still be about to be sent. */
const statesLeft: Record<'send' | 'deliver', readonly ShipmentState[]> = {
  send: toSend,
  deliver: [...toSend, ...statesBefore('delivered')],
};

/** Why nothing of an order moves: it waits, or it is canceled; undefined where it does. */
const standing = (order: HeldOrder, shipment: HeldShipment | undefined): MoveRefusal | undefined =>
  shipment?.state === 'waiting' || order.status === 'canceled' ? waits(order) : undefined;

const waits = ({ status, isUnconfirmed, isHeld }: HeldOrder): MoveRefusal => ({
  code: 'SHIPMENT_STANDS',
  status,
  isUnconfirmed,
  isHeld,
});

const standsAs = (order: HeldOrder, shipment: HeldShipment): MovedShipment => {
  const { n, state, attempts, cashCollected } = shipment;
  return {
    id: subOrderNumber(order.orderNumber, n),
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

const wasOf = ({ state, attempts }: HeldShipment): MovedShipment['was'] => ({ state, attempts });

interface Decided {
  order: HeldOrder;
  shipments: readonly HeldShipment[];
  shipment: HeldShipment;
  deed: ShipmentDeed;
  move: ShipmentMove;
  actor: Actor;
  carried?: Carried;
  /** With all that is left of its order. */
  isWhole?: boolean;
}

async function write(tx: Tx, decided: Decided, now: Date): Promise<Result<MovedShipment, MoveRefusal>> {
  const { order, shipments, shipment, deed, move, actor, isWhole = false } = decided;
  const carried = decided.carried ?? (deed.kind === 'send' ? deed : {});
  const { orderId } = order;
  if (move.to === 'canceled') {
    if (shipments.length === 1) return cancelWhole(tx, decided, now);
    if (shipment.state === 'waiting' && !isWhole) return refuse(waits(order));
    if (await hasMailedCard(tx, orderId, shipment.n)) return refuse({ code: 'GIFT_CARD_MAILED' });
  }
  await writeMove(tx, { orderId, shipment }, { move, carried, actor }, now);
  if (deed.kind === 'attempt') {
    await noteShipment(tx, orderId, { kind: 'delivery_attempted', shipment: shipment.n, reason: move.reason }, now);
  }
  const { to, reason } = move;
  const isLost = to === 'undelivered' || to === 'canceled';
  const states = shipments
    .filter(({ isSentAgain }) => !isSentAgain)
    .map(({ n, state }) => (n === shipment.n ? to : state));
  const isLast = !states.some(isKept);
  const comesNoMore = states.every(hasEnded);
  const owed = isLost ? await loseShipment(tx, { order, shipment, to, isLast, comesNoMore, reason, actor }, now) : zero;
  const orderStatus = statusOfShipments(states, order.isPaidAtStore);
  if (orderStatus !== order.status) await followShipments(tx, [orderId], { status: orderStatus, actor, reason }, now);
  const { attempts } = move;
  const cashCollected = move.cashCollected ?? shipment.cashCollected;
  const stands = { ...standsAs(order, { ...shipment, state: to, attempts, cashCollected }), was: wasOf(shipment) };
  return ok({ ...stands, orderStatus, owed, isChanged: true });
}

/** The only shipment of an order is the whole of it: a charge is reversed, and not owed. */
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
  { orderNumber, status }: HeldOrder,
  shipments: readonly HeldShipment[],
): Promise<OrderState | null> =>
  status === 'canceled' && shipments.length === 1 ? ((await findOrderState(tx, orderNumber)) ?? null) : null;

/**
 * Cancels what is left of an order of which shipments were canceled before, each by itself: what those are worth is owed already; or left
 * again as others (record 0074). False,
 * and nothing written, where one of them has left, or a gift card was mailed.
 */
export async function cancelRest(
  tx: Tx,
  {
    order,
    shipments,
    actor,
    reason,
  }: { order: HeldOrder; shipments: readonly HeldShipment[]; actor: Actor; reason: string | null },
  now: Date,
): Promise<boolean> {
  const left = shipments.filter(({ state, isSentAgain }) => state !== 'canceled' && !isSentAgain);
  if (left.some(({ state }) => !statesBefore('canceled').includes(state))) return false;
  for (const { n } of left) if (await hasMailedCard(tx, order.orderId, n)) return false;
  const deed = { kind: 'cancel', reason: reason ?? 'operator' } as const;
  await releaseShipment(tx, order.orderId, null, now);
  for (const { n } of left) {
    const current = await listShipments(tx, order.orderId);
    const shipment = current.find((each) => each.n === n);
    const decided = shipment && decideDeed({ ...shipment, isPickup: order.isPickup }, deed);
    if (shipment === undefined || !decided?.ok || decided.value === null) throw new Error(`shipment ${n} was changed`);
    const all = { order, shipments: current, shipment, deed, move: decided.value, actor, isWhole: true };
    const written = await write(tx, all, now);
    if (!written.ok) throw new Error(`shipment ${n} is not canceled: ${written.error.code}`);
  }
  return true;
}

interface LostShipment {
  order: HeldOrder;
  shipment: HeldShipment;
  to: 'undelivered' | 'canceled';
  /** No other shipment of the order is kept, so that what belongs to no line is given back, too. */
  isLast: boolean;
  /** None of them is on its way any more. */
  comesNoMore: boolean;
  reason: string | null;
  actor: Actor;
}

/**
 * What follows where a shipment does not reach its buyer: what they paid for it is given back, or owed no more, its gift cards never go out, they
 * are told. Of one that is canceled the stock is free again; that of an undelivered one has to come back first. Answers what is owed.
 */
async function loseShipment(
  tx: Tx,
  { order, shipment: { n }, to, isLast, comesNoMore, reason, actor }: LostShipment,
  now: Date,
): Promise<Centavos> {
  const { orderId, orderNumber } = order;
  const owed = await giveBackWorth(tx, { orderNumber, n, isLast, comesNoMore }, { actor, reason });
  // The stock after the gift cards (record 0034).
  if (to === 'canceled') await releaseShipment(tx, orderId, n, now);
  await writeLost(tx, { orderId, n, to, reason }, now);
  return owed;
}

/** Gives back what is left of the worth of a shipment, without gift cards that were mailed: those are kept. Answers the money of it that was paid. */
async function giveBackWorth(
  tx: Tx,
  { orderNumber, n, isLast, comesNoMore }: { orderNumber: string; n: number; isLast: boolean; comesNoMore: boolean },
  { actor, reason }: { actor: Actor; reason: string | null },
): Promise<Centavos> {
  const order = await lockOrderToRefund(tx, orderNumber);
  if (order === undefined) throw new Error(`order ${orderNumber} vanished under its lock`);
  // What was given back before, as for goodwill, is not given back again.
  const lines = order.lines
    .filter((line) => !line.areCardsSent)
    .map(({ position, shipments }) => {
      const own = shipments.find((each) => each.n === n);
      return { position, units: own === undefined ? 0 : own.quantity - own.refunded };
    })
    .filter(({ units }) => units > 0);
  const rest = isLast ? { shipping: order.shippingLeft, donation: order.donationLeft } : {};
  const causeKey = `shipment ${n}`;
  const asked = { cause: 'shipment', causeKey, n, lines, ...rest, comesNoMore, isSetOff: true, actor, reason } as const;
  const refund = await makeRefund(tx, order, asked);
  if (!refund.ok) throw new Error(`shipment ${n} of order ${orderNumber} is not given back: ${refund.error.code}`);
  const { amount, destination } = refund.value;
  await collectWithNext(tx, order.orderId);
  return destination === 'bill' ? zero : amount;
}

type Fate = NonNullable<HeldShipment['fate']>;

export type ReceiveRefusal =
  | { code: 'SHIPMENT_UNKNOWN' }
  /** Nothing of it comes back. */
  | { code: 'SHIPMENT_NOT_UNDELIVERED'; state: ShipmentState }
  /** It came back before, and its goods went the other way. */
  | { code: 'SHIPMENT_RECEIVED'; fate: Fate };

/**
 * The goods of an undelivered shipment are back (WORK-11): each unit where it was taken from, or written off. Its order is locked first, so that
 * of two at once one does it; done again it changes nothing.
 */
export const receiveShipment = (
  db: Pick<Database, 'transaction'>,
  { orderNumber, ...asked }: { orderNumber: string; n: number; fate: Fate; actor: Actor },
  now: Date,
): Promise<Result<{ isChanged: boolean }, ReceiveRefusal>> =>
  db.transaction(async (tx) => {
    const order = isOrderNumber(orderNumber) ? await lockPlacedOrder(tx, orderNumber) : undefined;
    if (order === undefined) return refuse({ code: 'SHIPMENT_UNKNOWN' });
    return receiveHeldShipment(tx, { ...asked, orderId: order.orderId }, now);
  });

/** As above, in a transaction of the caller's, who holds its order. */
export async function receiveHeldShipment(
  tx: Tx,
  { orderId, n, fate, actor }: { orderId: string; n: number; fate: Fate; actor: Actor },
  now: Date,
): Promise<Result<{ isChanged: boolean }, ReceiveRefusal>> {
  const shipment = (await listShipments(tx, orderId)).find((each) => each.n === n);
  if (shipment === undefined) return refuse({ code: 'SHIPMENT_UNKNOWN' });
  if (shipment.state !== 'undelivered') return refuse({ code: 'SHIPMENT_NOT_UNDELIVERED', state: shipment.state });
  if (shipment.fate !== null) {
    return shipment.fate === fate
      ? ok({ isChanged: false })
      : refuse({ code: 'SHIPMENT_RECEIVED', fate: shipment.fate });
  }
  await writeReceived(tx, { orderId, n, isScrapped: fate === 'scrapped', actor }, now);
  await noteShipment(tx, orderId, { kind: 'shipment_received', shipment: n, fate }, now);
  return ok({ isChanged: true });
}
