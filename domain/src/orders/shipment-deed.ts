import { type Centavos, zero } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';
import {
  type FailureReason,
  failureReasons,
  mayEndUndelivered,
  mayMove,
  type ShipmentState,
  shipmentStates,
  stepBack,
  stepBackMs,
  wayOut,
  wayToNextStep,
} from './shipment.ts';

/** What whoever hands a shipment over says of its cash. */
export interface CashAtDoor {
  /** What its buyer truly paid; `due` of a demo, where it is always right; null: nothing was said. */
  amount: Centavos | 'due' | null;
  /** Why that is less than was due; null: it is not. */
  difference: string | null;
}

/** What somebody does with a shipment (WORK-11, WORK-12, WORK-15). */
export type ShipmentDeed =
  /** To the next step that its buyer sees (DEC-163). */
  | { kind: 'advance'; cash: CashAtDoor }
  | { kind: 'send'; courier: string | null; trackingNumber: string | null }
  /** One move of the desk (WORK-06, WORK-07, WORK-11). `unitsLeft`: units that nobody has scanned yet. */
  | { kind: 'step'; to: StepState; unitsLeft: number }
  /** A manager takes its last move back. `movedMsAgo`: how long ago that was. */
  | { kind: 'stepBack'; to: ShipmentState; movedMsAgo: number; reason: string }
  /** It was brought in vain so many times in all. */
  | { kind: 'attempt'; number: number; reason: FailureReason }
  | { kind: 'deliver'; cash: CashAtDoor }
  /** Nothing of it is sent: its gift cards were mailed, or its service is done (WORK-02). */
  | { kind: 'close' }
  | { kind: 'undelivered'; reason: FailureReason }
  | { kind: 'cancel'; reason: string };

/** Where the desk takes a shipment step by step. */
export type StepState = 'ready' | 'picking' | 'packed' | 'sent' | 'at_store';

export interface DecidedShipment {
  state: ShipmentState;
  attempts: number;
  /** A manager has taken it a step back, and it has not moved since. */
  isBack?: boolean;
  /** To collect at the door; zero: it is paid otherwise. */
  cashDue: Centavos;
  /** Null until it was handed over, and of one that is paid otherwise. */
  cashCollected: Centavos | null;
  isPickup: boolean;
  /** Gift cards and services alone: nobody picks or brings it. */
  isDigital?: boolean;
}

/** What a deed writes. */
export interface ShipmentMove {
  to: ShipmentState;
  attempts: number;
  cashCollected: Centavos | null;
  /** Why, where somebody has to know. */
  reason: string | null;
  /** A step back (WORK-01). */
  isBack?: true;
}

export type DeedRefusal =
  /** Its state does not lead there; where it does. */
  | { code: 'TRANSITION_NOT_ALLOWED'; state: ShipmentState; allowed: ShipmentState[] }
  | { code: 'AMOUNT_REQUIRED'; due: Centavos }
  /** Less without its reason, or more. */
  | { code: 'AMOUNT_DIFFERS'; due: Centavos }
  /** It was handed over, and another amount was collected. */
  | { code: 'COLLECTED'; collected: Centavos }
  /** Units of it were not scanned. */
  | { code: 'UNITS_LEFT'; units: number; allowed: ShipmentState[] }
  | { code: 'ATTEMPTS_LEFT'; attempts: number }
  /** One before it was not noted. */
  | { code: 'ATTEMPT_SKIPPED'; attempts: number };

/** What a deed makes of a shipment; null: it was done before, and nothing changes. */
export function decideDeed(shipment: DecidedShipment, deed: ShipmentDeed): Result<ShipmentMove | null, DeedRefusal> {
  const stays = { attempts: shipment.attempts, cashCollected: null, reason: null };
  const move = (way: readonly ShipmentState[], more: Partial<ShipmentMove> = {}): Result<ShipmentMove, DeedRefusal> => {
    const to = along(shipment.state, way);
    return to === undefined ? refuse(notAllowed(shipment)) : ok({ ...stays, ...more, to });
  };
  switch (deed.kind) {
    case 'advance': {
      const way = wayToNextStep(shipment.state, shipment.isPickup);
      return way.at(-1) === 'delivered' ? deliver(shipment, deed.cash) : move(way);
    }
    case 'send':
      return isOut(shipment.state) ? ok(null) : move(wayOut(shipment.state, shipment.isPickup));
    case 'step':
      // What was brought in vain is an attempt, which has a number.
      if (deed.to === shipment.state || !allowedOf(shipment).includes(deed.to)) return refuse(notAllowed(shipment));
      if (deed.to === 'packed' && deed.unitsLeft > 0) {
        const allowed = allowedOf(shipment).filter((to) => to !== 'packed');
        return refuse({ code: 'UNITS_LEFT', units: deed.unitsLeft, allowed });
      }
      return ok({ ...stays, to: deed.to });
    case 'stepBack': {
      const mayGoBack =
        shipment.isBack !== true && deed.movedMsAgo <= stepBackMs && stepBack(shipment.state) === deed.to;
      return mayGoBack
        ? ok({ ...stays, to: deed.to, reason: deed.reason, isBack: true })
        : refuse(notAllowed(shipment));
    }
    case 'attempt':
      if (deed.number <= shipment.attempts) return ok(null);
      // Only what was sent is brought again; what is packed would be sent by it.
      if (shipment.state !== 'sent') return refuse(notAllowed(shipment));
      if (deed.number > shipment.attempts + 1) return refuse({ code: 'ATTEMPT_SKIPPED', attempts: shipment.attempts });
      return move(['sent'], { attempts: deed.number, reason: failureReasons[deed.reason] });
    case 'deliver':
      return deliver(shipment, deed.cash);
    case 'close':
      if (shipment.state === 'delivered') return ok(null);
      if (shipment.isDigital !== true || shipment.state !== 'ready') return refuse(notAllowed(shipment));
      return shipment.cashDue > zero
        ? refuse({ code: 'AMOUNT_REQUIRED', due: shipment.cashDue })
        : ok({ ...stays, to: 'delivered' });
    case 'undelivered':
      if (shipment.state === 'undelivered') return ok(null);
      if (mayMove(shipment.state, 'undelivered') && !mayEndUndelivered(shipment, deed.reason)) {
        return refuse({ code: 'ATTEMPTS_LEFT', attempts: shipment.attempts });
      }
      return move(['undelivered'], { reason: failureReasons[deed.reason] });
    case 'cancel':
      return shipment.state === 'canceled' ? ok(null) : move(['canceled'], { reason: deed.reason });
  }
}

const isOut = (state: ShipmentState): boolean => state === 'sent' || state === 'at_store';

/** Where a way ends, if each of its moves is allowed. */
function along(from: ShipmentState, way: readonly ShipmentState[]): ShipmentState | undefined {
  const isAllowed = way.every((to, index) => mayMove(way[index - 1] ?? from, to));
  return isAllowed ? way.at(-1) : undefined;
}

const notAllowed = (shipment: DecidedShipment): DeedRefusal => ({
  code: 'TRANSITION_NOT_ALLOWED',
  state: shipment.state,
  allowed: allowedOf(shipment),
});

/** What is picked up at a store is not sent off, and nothing else comes to one. */
export const allowedOf = ({ state, isPickup }: Pick<DecidedShipment, 'state' | 'isPickup'>): ShipmentState[] =>
  shipmentStates.filter((to) => mayMove(state, to) && to !== (isPickup ? 'sent' : 'at_store'));

/**
 * With what was due or, said why, less (WORK-12); never with more, which would be given back as if it had been paid: it is change. What is paid
 * otherwise collects nothing.
 */
function deliver(
  shipment: DecidedShipment,
  { amount: said, difference }: CashAtDoor,
): Result<ShipmentMove | null, DeedRefusal> {
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
