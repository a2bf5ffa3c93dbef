import { isOrderNumber, type OrderStatus, type TrackingStage } from './order.ts';

/** Where a shipment stands (WORK): what one seller sends of an order. Also the type `shipment_state` in SQL. */
export const shipmentStates = [
  'waiting',
  'ready',
  'picking',
  'packed',
  'sent',
  'at_store',
  'undelivered',
  'delivered',
  'canceled',
] as const;
export type ShipmentState = (typeof shipmentStates)[number];

/** Who moves a shipment: the money or its lack, or somebody with this permission. */
export type ShipmentMover =
  | 'payment'
  | 'expiry'
  | 'orders.cancel'
  | 'shipments.pick'
  | 'shipments.send'
  | 'shipments.deliver';

interface StateRule {
  /** The furthest step that its buyer sees as done (DEC-138); `paid` is no step of its own where cash is paid at the door. */
  stage: TrackingStage;
  /** Where it may go from here, and who takes it there. Nothing moves but along these (WORK-01). */
  to: Partial<Record<ShipmentState, readonly ShipmentMover[]>>;
}

const end = { to: {} };
const atDoor = { delivered: ['shipments.deliver'], undelivered: ['shipments.deliver'] } as const;

/** The whole life of a shipment. A till's payment that was typed by mistake lets it wait again until it leaves. */
export const shipmentRules: Record<ShipmentState, StateRule> = {
  waiting: { stage: 'received', to: { ready: ['payment'], canceled: ['orders.cancel', 'expiry'] } },
  ready: {
    stage: 'paid',
    to: { picking: ['shipments.pick'], waiting: ['payment'], canceled: ['orders.cancel'] },
  },
  picking: {
    stage: 'preparing',
    to: {
      packed: ['shipments.pick'],
      ready: ['shipments.pick'],
      waiting: ['payment'],
      canceled: ['orders.cancel'],
    },
  },
  packed: {
    stage: 'preparing',
    to: {
      sent: ['shipments.send'],
      at_store: ['shipments.send'],
      waiting: ['payment'],
      canceled: ['orders.cancel'],
    },
  },
  // From `sent` to `sent`: it was brought in vain, and is brought again.
  sent: { stage: 'onTheWay', to: { sent: ['shipments.deliver'], ...atDoor } },
  at_store: { stage: 'onTheWay', to: atDoor },
  undelivered: { stage: 'onTheWay', ...end },
  delivered: { stage: 'delivered', ...end },
  canceled: { stage: 'received', ...end },
};

export const mayMove = (from: ShipmentState, to: ShipmentState): boolean => shipmentRules[from].to[to] !== undefined;

/** From which states a shipment comes to this one, in the order of its life. */
export const statesBefore = (to: ShipmentState): ShipmentState[] => shipmentStates.filter((from) => mayMove(from, to));

/** Where the shipments of an order begin that is placed with this status (DEC-137): ready, unless money or a confirmation is waited for. */
export const firstShipmentState = (status: OrderStatus, isUnconfirmed: boolean): ShipmentState =>
  status === 'pending_payment' || isUnconfirmed ? 'waiting' : 'ready';

/** What a sub-order number names (DEC-206); undefined where it is none. */
export function readShipmentId(text: string): { orderNumber: string; n: number } | undefined {
  const [, orderNumber = '', n = ''] = /^(\d{9})-([1-9]\d{0,2})$/.exec(text) ?? [];
  return isOrderNumber(orderNumber) ? { orderNumber, n: Number(n) } : undefined;
}

/** Where it leaves to: its buyer, or the store that hands it out. */
const leavingState = (isPickup: boolean): ShipmentState => (isPickup ? 'at_store' : 'sent');

/**
 * The states it goes through to the next step that its buyer sees (DEC-138, DEC-163), the last of them where it stands then; empty
 * where none of the steps follows.
 */
export function wayToNextStep(from: ShipmentState, isPickup: boolean): ShipmentState[] {
  if (from === 'ready') return ['picking'];
  if (from === 'sent' || from === 'at_store') return ['delivered'];
  return wayOut(from, isPickup);
}

/** The states it goes through until it has left; empty where it has, or waits for its money. */
export function wayOut(from: ShipmentState, isPickup: boolean): ShipmentState[] {
  const way: ShipmentState[] = ['picking', 'packed', leavingState(isPickup)];
  if (from === 'ready') return way;
  return from === 'picking' || from === 'packed' ? way.slice(way.indexOf(from) + 1) : [];
}

/** Where a manager may take a shipment back to, once (WORK-01): never from where it has ended. */
const stepsBack: Partial<Record<ShipmentState, ShipmentState>> = {
  packed: 'picking',
  sent: 'packed',
  at_store: 'packed',
};

/** How long after its move, in milliseconds. */
export const stepBackMs = 30 * 60_000;

/** The state a step back from this one leads to; undefined: none does. */
export const stepBack = (from: ShipmentState): ShipmentState | undefined => stepsBack[from];

/** How often a wrong pickup code may be entered before a supervisor has to say why (WORK-13). */
export const pickupCodeTries = 5;

/** Days it waits at its store until its buyer is told again, and until a manager may end it (WORK-13). */
export const pickupReminderDays = 3;
export const pickupDays = 7;

/** Whose work a shipment is that has stayed too long where it is (WORK-04); nobody's where nothing limits it. */
export const lateQueues: Partial<
  Record<ShipmentState, Exclude<ShipmentMover, 'payment' | 'expiry'> | 'returns.receive'>
> = {
  ready: 'shipments.pick',
  picking: 'shipments.pick',
  packed: 'shipments.send',
  sent: 'shipments.deliver',
  at_store: 'shipments.deliver',
  undelivered: 'returns.receive',
};

/** It has ended: it moves no more. */
export const hasEnded = (state: ShipmentState): boolean => Object.keys(shipmentRules[state].to).length === 0;

/** It has not ended without reaching its buyer. */
export const isKept = (state: ShipmentState): boolean => state !== 'canceled' && state !== 'undelivered';

/** Units of it may be canceled alone: none is packed yet (WORK-15). */
export const mayCancelUnits = (state: ShipmentState): boolean => ['waiting', 'ready', 'picking'].includes(state);

const hasLeft = (state: ShipmentState): boolean => ['sent', 'at_store', 'delivered'].includes(state);

/**
 * The status of an order whose shipments stand so (WORK-02, DEC-137): that of the slowest of those that are kept. With none kept it is
 * canceled, or undelivered where one of them had left. `isPaidAtStore`: what waits waits for a till's money. Also in SQL
 * (`status_of_shipments`); a test compares them.
 */
export function statusOfShipments(states: readonly ShipmentState[], isPaidAtStore: boolean): OrderStatus {
  const kept = states.filter(isKept);
  if (kept.length === 0) return states.includes('undelivered') ? 'undelivered' : 'canceled';
  if (isPaidAtStore && kept.includes('waiting')) return 'pending_payment';
  if (kept.every((state) => state === 'delivered')) return 'delivered';
  return kept.every(hasLeft) ? 'shipped' : 'processing';
}

/** How often a shipment is brought in vain before it is undelivered (WORK-11). */
export const deliveryAttempts = 2;

/** Why a shipment did not reach its buyer, as it is typed, and in words (WORK-11); the last is of a store that nobody came to. */
export const failureReasons = {
  nadie: 'Nadie en casa',
  direccion: 'Dirección incorrecta',
  rechazado: 'Rechazado',
  'sin-efectivo': 'Sin efectivo',
  'no-recogido': 'Nadie lo recogió',
} as const;
export type FailureReason = keyof typeof failureReasons;

export const isFailureReason = (text: string): text is FailureReason => Object.hasOwn(failureReasons, text);

/** Whether it is undelivered now: after two attempts, at once when it was refused, and from a store whenever the store says so. */
export const mayEndUndelivered = (
  { state, attempts }: { state: ShipmentState; attempts: number },
  reason: FailureReason,
): boolean => state !== 'sent' || reason === 'rechazado' || attempts >= deliveryAttempts;
