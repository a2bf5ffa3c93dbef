import { type Centavos, zero } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';
import {
  type FailureReason,
  failureReasons,
  mayEndUndelivered,
  mayMove,
  previousState,
  type ShipmentState,
  shipmentStates,
  statesToNextStep,
  statesUntilSent,
  stepBackMs,
} from './shipment.ts';

/** The cash that a person reports at the handover of a shipment. */
export interface CashAtDoor {
  /**
   * The amount that the buyer has paid. `due` means exactly the due amount, which only the demo reports. Null if no
   * amount was reported.
   */
  amount: Centavos | 'due' | null;
  /** The reason why the amount is below the due amount. Null if the amount is not below. */
  difference: string | null;
}

/** A person's action on a shipment (WORK-11, WORK-12, WORK-15). */
export type ShipmentAction =
  /** Moves to the next step that the buyer sees (DEC-163). */
  | { kind: 'advance'; cash: CashAtDoor }
  | { kind: 'send'; courier: string | null; trackingNumber: string | null }
  /** One move at the desk (WORK-06, WORK-07, WORK-11). `unitsLeft`: units that are not scanned yet. */
  | { kind: 'step'; to: StepState; unitsLeft: number }
  /** A manager reverts the last move. `movedMsAgo`: milliseconds since that move. */
  | { kind: 'stepBack'; to: ShipmentState; movedMsAgo: number; reason: string }
  /** A failed delivery attempt; `number` counts all failed attempts of the shipment. */
  | { kind: 'attempt'; number: number; reason: FailureReason }
  | { kind: 'deliver'; cash: CashAtDoor }
  /** Closes a shipment without sending it: its gift cards were mailed, or its service is done (WORK-02). */
  | { kind: 'close' }
  | { kind: 'undelivered'; reason: FailureReason }
  | { kind: 'cancel'; reason: string };

/** States that the desk reaches one by one. */
export type StepState = 'ready' | 'picking' | 'packed' | 'sent' | 'at_store';

export interface DecidedShipment {
  state: ShipmentState;
  attempts: number;
  /** True if a manager has reverted the last move, and no move followed. */
  isBack?: boolean;
  /** Amount to collect at the door. Zero if the shipment is paid in another way. */
  cashDue: Centavos;
  /** Null until the handover, and for a shipment that is paid in another way. */
  cashCollected: Centavos | null;
  isPickup: boolean;
  /** True if the shipment has only gift cards and services, which need no picking and no courier. */
  isDigital?: boolean;
}

/** The change that an action makes. */
export interface ShipmentMove {
  to: ShipmentState;
  attempts: number;
  cashCollected: Centavos | null;
  /** The reason, if other people have to know it. */
  reason: string | null;
  /** True if the move is a step back (WORK-01). */
  isBack?: true;
}

export type ShipmentActionRefusal =
  /** The action is not possible in this state. `allowed`: the states that can follow. */
  | { code: 'TRANSITION_NOT_ALLOWED'; state: ShipmentState; allowed: ShipmentState[] }
  | { code: 'AMOUNT_REQUIRED'; due: Centavos }
  /** The amount is too small without a reason, or too large. */
  | { code: 'AMOUNT_DIFFERS'; due: Centavos }
  /** The shipment was handed over before, with another amount. */
  | { code: 'COLLECTED'; collected: Centavos }
  /** Some units were not scanned. */
  | { code: 'UNITS_LEFT'; units: number; allowed: ShipmentState[] }
  | { code: 'ATTEMPTS_LEFT'; attempts: number }
  /** The attempt before this one was not recorded. */
  | { code: 'ATTEMPT_SKIPPED'; attempts: number };

/** Decides the change that an action makes to a shipment. Null if the action was done before, so nothing changes. */
export function decideShipmentAction(
  shipment: DecidedShipment,
  action: ShipmentAction,
): Result<ShipmentMove | null, ShipmentActionRefusal> {
  const stays = { attempts: shipment.attempts, cashCollected: null, reason: null };
  const move = (
    way: readonly ShipmentState[],
    more: Partial<ShipmentMove> = {},
  ): Result<ShipmentMove, ShipmentActionRefusal> => {
    const to = along(shipment.state, way);
    return to === undefined ? refuse(notAllowed(shipment)) : ok({ ...stays, ...more, to });
  };
  switch (action.kind) {
    case 'advance': {
      const way = statesToNextStep(shipment.state, shipment.isPickup);
      return way.at(-1) === 'delivered' ? deliver(shipment, action.cash) : move(way);
    }
    case 'send':
      return isOut(shipment.state) ? ok(null) : move(statesUntilSent(shipment.state, shipment.isPickup));
    case 'step':
      // A failed delivery is an attempt with a number, not a step.
      if (action.to === shipment.state || !allowedOf(shipment).includes(action.to)) return refuse(notAllowed(shipment));
      if (action.to === 'packed' && action.unitsLeft > 0) {
        const allowed = allowedOf(shipment).filter((to) => to !== 'packed');
        return refuse({ code: 'UNITS_LEFT', units: action.unitsLeft, allowed });
      }
      return ok({ ...stays, to: action.to });
    case 'stepBack': {
      const mayGoBack =
        shipment.isBack !== true && action.movedMsAgo <= stepBackMs && previousState(shipment.state) === action.to;
      return mayGoBack
        ? ok({ ...stays, to: action.to, reason: action.reason, isBack: true })
        : refuse(notAllowed(shipment));
    }
    case 'attempt':
      if (action.number <= shipment.attempts) return ok(null);
      // Only a sent shipment can have another attempt. Otherwise an attempt would move a packed shipment to `sent`.
      if (shipment.state !== 'sent') return refuse(notAllowed(shipment));
      if (action.number > shipment.attempts + 1)
        return refuse({ code: 'ATTEMPT_SKIPPED', attempts: shipment.attempts });
      return move(['sent'], { attempts: action.number, reason: failureReasons[action.reason] });
    case 'deliver':
      return deliver(shipment, action.cash);
    case 'close':
      if (shipment.state === 'delivered') return ok(null);
      if (shipment.isDigital !== true || shipment.state !== 'ready') return refuse(notAllowed(shipment));
      return shipment.cashDue > zero
        ? refuse({ code: 'AMOUNT_REQUIRED', due: shipment.cashDue })
        : ok({ ...stays, to: 'delivered' });
    case 'undelivered':
      if (shipment.state === 'undelivered') return ok(null);
      if (mayMove(shipment.state, 'undelivered') && !mayEndUndelivered(shipment, action.reason)) {
        return refuse({ code: 'ATTEMPTS_LEFT', attempts: shipment.attempts });
      }
      return move(['undelivered'], { reason: failureReasons[action.reason] });
    case 'cancel':
      return shipment.state === 'canceled' ? ok(null) : move(['canceled'], { reason: action.reason });
  }
}

const isOut = (state: ShipmentState): boolean => state === 'sent' || state === 'at_store';

/** Returns the last state of a path if all its moves are allowed. */
function along(from: ShipmentState, way: readonly ShipmentState[]): ShipmentState | undefined {
  const isAllowed = way.every((to, index) => mayMove(way[index - 1] ?? from, to));
  return isAllowed ? way.at(-1) : undefined;
}

const notAllowed = (shipment: DecidedShipment): ShipmentActionRefusal => ({
  code: 'TRANSITION_NOT_ALLOWED',
  state: shipment.state,
  allowed: allowedOf(shipment),
});

/** Returns the states that can follow. A pickup is never sent to the buyer, and only a pickup goes to a store. */
export const allowedOf = ({ state, isPickup }: Pick<DecidedShipment, 'state' | 'isPickup'>): ShipmentState[] =>
  shipmentStates.filter((to) => mayMove(state, to) && to !== (isPickup ? 'sent' : 'at_store'));

/**
 * Decides the delivery with the due amount, or with less and a reason (WORK-12). A higher amount is refused, because
 * the surplus is the buyer's change. A refund would later pay back the surplus as if the shop had received it. A
 * shipment without cash to collect accepts no amount.
 */
function deliver(
  shipment: DecidedShipment,
  { amount: said, difference }: CashAtDoor,
): Result<ShipmentMove | null, ShipmentActionRefusal> {
  const { state, attempts, cashDue: due, cashCollected } = shipment;
  const amount = said === 'due' ? due : said;
  if (state === 'delivered') {
    const collected = cashCollected ?? zero;
    return amount === null || amount === collected ? ok(null) : refuse({ code: 'COLLECTED', collected });
  }
  if (!mayMove(state, 'delivered')) return refuse(notAllowed(shipment));
  if (amount === null && due > 0) return refuse({ code: 'AMOUNT_REQUIRED', due });
  const collected = amount ?? zero;
  if (collected > due || (collected < due && difference === null)) return refuse({ code: 'AMOUNT_DIFFERS', due });
  const cash = due > 0 ? collected : null;
  return ok({ to: 'delivered', attempts, cashCollected: cash, reason: collected === due ? null : difference });
}
