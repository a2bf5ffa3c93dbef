import { isOrderNumber, type OrderStatus, type TrackingStage } from './order.ts';

/** The states of a shipment, which is a part of an order that one seller sends. The SQL type `shipment_state` has the same. */
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

/** The mover of a shipment: a payment, a missing payment, or a person with this permission. */
export type ShipmentMover =
  | 'payment'
  | 'expiry'
  | 'orders.cancel'
  | 'shipments.pick'
  | 'shipments.send'
  | 'shipments.deliver';

interface StateRule {
  /** The last step that the buyer sees as done (DEC-138). If cash is paid at the door, `paid` is not a separate step. */
  stage: TrackingStage;
  /** The states that can follow, with the permissions or events that cause each move. No other move is possible (WORK-01). */
  to: Partial<Record<ShipmentState, readonly ShipmentMover[]>>;
}

const end = { to: {} };
const atDoor = { delivered: ['shipments.deliver'], undelivered: ['shipments.deliver'] } as const;

/** The life of a shipment. Before it leaves, it returns to `waiting` if the till's payment was a mistake. */
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
  // From `sent` to `sent`: a delivery failed, and another attempt follows.
  sent: { stage: 'onTheWay', to: { sent: ['shipments.deliver'], ...atDoor } },
  at_store: { stage: 'onTheWay', to: atDoor },
  undelivered: { stage: 'onTheWay', ...end },
  delivered: { stage: 'delivered', ...end },
  canceled: { stage: 'received', ...end },
};

export const mayMove = (from: ShipmentState, to: ShipmentState): boolean => shipmentRules[from].to[to] !== undefined;

/** Returns the states from which a shipment can move to this state, in the order of its life. */
export const statesBefore = (to: ShipmentState): ShipmentState[] => shipmentStates.filter((from) => mayMove(from, to));

/** Returns the first state of an order's shipments: ready, unless payment or a confirmation is pending (DEC-137). */
export const firstShipmentState = (status: OrderStatus, isUnconfirmed: boolean): ShipmentState =>
  status === 'pending_payment' || isUnconfirmed ? 'waiting' : 'ready';

/** Parses a sub-order number (DEC-206). Undefined if it is malformed. */
export function readShipmentId(text: string): { orderNumber: string; shipmentNumber: number } | undefined {
  const [, orderNumber = '', shipmentNumber = ''] = /^(\d{9})-([1-9]\d{0,2})$/.exec(text) ?? [];
  return isOrderNumber(orderNumber) ? { orderNumber, shipmentNumber: Number(shipmentNumber) } : undefined;
}

/** Returns the state of a shipment that has left: on its way to the buyer, or at the store that hands it out. */
const leavingState = (isPickup: boolean): ShipmentState => (isPickup ? 'at_store' : 'sent');

/**
 * Returns the states up to the next step that the buyer sees (DEC-138, DEC-163). The last one is the new state. Empty
 * if no step follows.
 */
export function statesToNextStep(from: ShipmentState, isPickup: boolean): ShipmentState[] {
  if (from === 'ready') return ['picking'];
  if (from === 'sent' || from === 'at_store') return ['delivered'];
  return statesUntilSent(from, isPickup);
}

/** Returns the states until the shipment has left. Empty if it has left or waits for payment. */
export function statesUntilSent(from: ShipmentState, isPickup: boolean): ShipmentState[] {
  const way: ShipmentState[] = ['picking', 'packed', leavingState(isPickup)];
  if (from === 'ready') return way;
  return from === 'picking' || from === 'packed' ? way.slice(way.indexOf(from) + 1) : [];
}

/** The state to which a manager may move a shipment back, once (WORK-01). An ended shipment cannot move back. */
const stepsBack: Partial<Record<ShipmentState, ShipmentState>> = {
  packed: 'picking',
  sent: 'packed',
  at_store: 'packed',
};

/** Milliseconds after a move in which a step back is allowed. */
export const stepBackMs = 30 * 60_000;

/** Returns the state after a step back. Undefined if no step back is allowed. */
export const previousState = (from: ShipmentState): ShipmentState | undefined => stepsBack[from];

/** Number of wrong pickup codes after which a supervisor has to give a reason (WORK-13). */
export const pickupCodeTries = 5;

/** Days at the store after which the buyer is reminded, and after which a manager may end the shipment (WORK-13). */
export const pickupReminderDays = 3;
export const pickupDays = 7;

/** The permission of the users who have to work on a late shipment, by its state (WORK-04). States without a limit are missing. */
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

/** Returns whether the shipment has ended and can no longer move. */
export const hasEnded = (state: ShipmentState): boolean => Object.keys(shipmentRules[state].to).length === 0;

/** Returns whether the shipment has reached its buyer or may still do so. */
export const reachesBuyer = (state: ShipmentState): boolean => state !== 'canceled' && state !== 'undelivered';

/** Returns whether single units may be canceled: the shipment is not packed yet (WORK-15). */
export const mayCancelUnits = (state: ShipmentState): boolean => ['waiting', 'ready', 'picking'].includes(state);

const hasLeft = (state: ShipmentState): boolean => ['sent', 'at_store', 'delivered'].includes(state);

/**
 * Returns the status of an order: the status of the slowest shipment that may reach the buyer (WORK-02, DEC-137).
 * Without such a shipment, the order is undelivered if a shipment had left, otherwise canceled. `isPaidAtStore`:
 * waiting shipments wait for payment at a till. `status_of_shipments` in SQL applies the same rule; a test compares
 * both.
 */
export function statusOfShipments(states: readonly ShipmentState[], isPaidAtStore: boolean): OrderStatus {
  const reaching = states.filter(reachesBuyer);
  if (reaching.length === 0) return states.includes('undelivered') ? 'undelivered' : 'canceled';
  if (isPaidAtStore && reaching.includes('waiting')) return 'pending_payment';
  if (reaching.every((state) => state === 'delivered')) return 'delivered';
  return reaching.every(hasLeft) ? 'shipped' : 'processing';
}

/** Number of failed delivery attempts after which a shipment is undelivered (WORK-11). */
export const deliveryAttempts = 2;

/**
 * The reasons why a shipment did not reach its buyer, as code and text (WORK-11). The last reason is for a pickup that
 * the buyer did not collect.
 */
export const failureReasons = {
  nadie: 'Nadie en casa',
  direccion: 'Dirección incorrecta',
  rechazado: 'Rechazado',
  'sin-efectivo': 'Sin efectivo',
  'no-recogido': 'Nadie lo recogió',
} as const;
export type FailureReason = keyof typeof failureReasons;

export const isFailureReason = (text: string): text is FailureReason => Object.hasOwn(failureReasons, text);

/**
 * Returns whether a shipment may end as undelivered: after two attempts, immediately after the buyer's refusal, and at
 * a store at any time.
 */
export const mayEndUndelivered = (
  { state, attempts }: { state: ShipmentState; attempts: number },
  reason: FailureReason,
): boolean => state !== 'sent' || reason === 'rechazado' || attempts >= deliveryAttempts;
