import { dayMs } from '@ceiba/domain/dates/civil-date';
import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import {
  type FailureReason,
  failureReasons,
  isFailureReason,
  pickupCodeTries,
  pickupDays,
  previousState,
  readShipmentId,
  type ShipmentMover,
  type ShipmentState,
  shipmentRules,
  stepBackMs,
} from '@ceiba/domain/orders/shipment';
import { allowedOf, type ShipmentAction } from '@ceiba/domain/orders/shipment-action';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { isPermission, type Permission } from '@ceiba/domain/staff/permissions';
import type { Author } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import { maySeeStore } from '../platform/http/places.ts';
import type { Refusal, StaffCaller } from '../platform/http/route.ts';
import { isBlockedByHold, type MovedShipment, moveShipment } from './move-shipment.ts';
import { heldRefusal } from './scan-refusal.ts';
import type { LockedOrder, LockedShipment } from './shipment-moves.store.ts';
import { readPickupCode } from './shipments.store.ts';

/**
 * Takes the cash of a pickup into an open till of its store. Does nothing for other shipments. The tills slice supplies this
 * function. `tillId`: undefined for the only open till. `received`: centavos, with the change.
 */
export type TakeAtTill = (
  tx: Tx,
  asked: { orderId: string; shipmentNumber: number; tillId: string | undefined; received: Centavos | null },
) => Promise<Result<void, Refusal<'NOT_FOUND' | 'TILL_CLOSED' | 'VALIDATION_ERROR'>>>;

/** The fields of a requested move (§0.2). */
export interface MoveRequest {
  to: ShipmentState;
  version: number;
  courier?: string | undefined;
  trackingNumber?: string | undefined;
  parcels?: number | undefined;
  receiver?: string | undefined;
  /** Number of wrong pickup codes so far, with this code. Undefined if there was no wrong code. */
  wrongCodes?: number | undefined;
  /** Decimal quetzales. */
  amountReceived?: Centavos | undefined;
  /** Cash that the buyer handed over, with the change. */
  handedOver?: Centavos | undefined;
  /** The till that takes the cash (CASH-03). */
  tillId?: string | undefined;
  code?: string | undefined;
  reason?: string | undefined;
}

export type MoveAtDeskRefusal = Refusal<
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'VERSION_CONFLICT'
  | 'TRANSITION_NOT_ALLOWED'
  | 'APPROVAL_REQUIRED'
  | 'TILL_CLOSED'
  | 'VALIDATION_ERROR'
>;

/** Only users who may both send and cancel may take a step back, end a pickup that nobody collected, or hand over without the code. */
const isManager = ({ permissions }: Pick<StaffCaller, 'permissions'>): boolean =>
  permissions.has('shipments.send') && permissions.has('orders.cancel');

const invalid = (fields: Record<string, string>): MoveAtDeskRefusal => ({
  code: 'VALIDATION_ERROR',
  metadata: { fields },
});

const moreText = (due: Centavos): string =>
  due === 0 ? 'No se cobra nada con este envío.' : `Se cobran ${formatQ(due)}: lo demás es vuelto.`;

/** The refusal for a shipment with refunded units. The buyer has the money for these. */
export const refundedRefusal = {
  code: 'TRANSITION_NOT_ALLOWED',
  message: 'Una parte de este envío ya se reembolsó: cancela esas unidades en la orden.',
} as const;

/** The refusal for a shipment whose goods have not come. */
const awaitedRefusal = {
  code: 'TRANSITION_NOT_ALLOWED',
  message: 'Sus unidades no han llegado: espera una preventa o un traslado.',
} as const;

const personsOf = (movers: readonly ShipmentMover[]): Permission[] =>
  movers.flatMap((mover: string) => (isPermission(mover) ? [mover] : []));

/** Returns the permission for one move. Undefined if only a payment or the clock makes this move. */
const permissionOf = (from: ShipmentState, to: ShipmentState): Permission | undefined =>
  personsOf(shipmentRules[from].to[to] ?? [])[0];

const mayStepBack = (
  shipment: Pick<LockedShipment, 'state' | 'since' | 'isBack'>,
  now: Date,
): ShipmentState | undefined =>
  !shipment.isBack && now.getTime() - shipment.since.getTime() <= stepBackMs
    ? previousState(shipment.state)
    : undefined;

/** Nobody picks or delivers services. Support marks them as done (WORK-02). */
const closing: Permission = 'orders.edit';

/** Returns the states to which this person may move the shipment now. */
export function movesOf(
  shipment: Pick<LockedShipment, 'state' | 'since' | 'isBack' | 'isDigital' | 'awaitsGoods'> &
    Pick<LockedOrder, 'isPickup' | 'isHeld'>,
  staff: StaffCaller,
  now: Date,
): ShipmentState[] {
  return movesOfUnheld(shipment, staff, now).filter(
    (to) =>
      !isBlockedByHold(shipment, shipment.state, to) &&
      !(shipment.awaitsGoods && (to === 'picking' || to === 'packed')),
  );
}

function movesOfUnheld(
  shipment: Pick<LockedShipment, 'state' | 'since' | 'isBack' | 'isDigital'> & Pick<LockedOrder, 'isPickup'>,
  staff: StaffCaller,
  now: Date,
): ShipmentState[] {
  if (shipment.isDigital && shipment.state === 'ready') return staff.permissions.has(closing) ? ['delivered'] : [];
  const forward = allowedOf(shipment).filter((to) => {
    const permission = permissionOf(shipment.state, to);
    return permission !== undefined && staff.permissions.has(permission);
  });
  const back = isManager(staff) ? mayStepBack(shipment, now) : undefined;
  return back === undefined ? forward : [...forward, back];
}

/** Finds a reason by its key or its text. */
export const failureOf = (text: string): FailureReason | undefined =>
  isFailureReason(text)
    ? text
    : Object.keys(failureReasons).find(
        (key): key is FailureReason => isFailureReason(key) && failureReasons[key] === text,
      );

export const wantedReasons = Object.values(failureReasons).join(', ');

/**
 * Moves a shipment at the desk by the same use case as the commands (WORK-01). The meaning of the move depends on the shipment's
 * state under the lock.
 */
export async function moveAtDesk(
  { tx, staff, author, takeAtTill }: { tx: Tx; staff: StaffCaller; author: Author; takeAtTill: TakeAtTill },
  id: string,
  asked: MoveRequest,
): Promise<Result<MovedShipment, MoveAtDeskRefusal>> {
  const named = readShipmentId(id);
  if (named === undefined) return refuse({ code: 'NOT_FOUND' });
  const { orderNumber, shipmentNumber } = named;
  const { courier = null, trackingNumber = null, parcels = null, receiver = null } = asked;
  // A refusal lists the moves that this person may make instead.
  let allowed: ShipmentState[] = [];
  const moved = await moveShipment<MoveAtDeskRefusal>(
    // A refusal rolls back the whole call, so no savepoint is needed.
    { transaction: (work) => work({ run: tx.run, sentWithCommit: { run: tx.run } }) },
    {
      orderNumber,
      choice: { shipmentNumber },
      version: asked.version,
      action: (_tx, order, shipment) => {
        const moves = movesOf({ ...shipment, isPickup: order.isPickup, isHeld: order.isHeld }, staff, author.now);
        allowed = moves.filter((to) => to !== asked.to);
        return actionOf(tx, { order, shipment, asked, allowed, staff, takeAtTill, now: author.now });
      },
      carried: { courier, trackingNumber, parcels, receiver },
      actor: author.actor,
    },
    author.now,
  );
  if (moved.ok) return moved;
  const refusal = moved.error;
  switch (refusal.code) {
    case 'ORDER_UNKNOWN':
    case 'SHIPMENT_UNKNOWN':
      return refuse({ code: 'NOT_FOUND' });
    case 'TRANSITION_NOT_ALLOWED':
      return 'state' in refusal ? refuse({ code: refusal.code, metadata: { allowed } }) : refuse(refusal);
    case 'UNITS_LEFT':
      return refuse({
        code: 'TRANSITION_NOT_ALLOWED',
        message: refusal.units === 1 ? 'Falta 1 unidad por leer.' : `Faltan ${refusal.units} unidades por leer.`,
        metadata: { allowed, unitsLeft: refusal.units },
      });
    case 'ATTEMPTS_LEFT':
      return refuse({
        code: 'TRANSITION_NOT_ALLOWED',
        message: 'Se intenta dos veces, o lo rechazan en la puerta.',
        metadata: { allowed },
      });
    case 'GOODS_AWAITED':
      return refuse({ ...awaitedRefusal, metadata: { allowed } });
    case 'UNITS_REFUNDED':
      return refuse({ ...refundedRefusal, metadata: { allowed: ['canceled'] } });
    case 'AMOUNT_REQUIRED':
      return refuse(invalid({ amountReceived: 'Escribe cuánto se recibió.' }));
    case 'AMOUNT_DIFFERS':
      return refuse(
        (asked.amountReceived ?? 0) > refusal.due
          ? invalid({ amountReceived: moreText(refusal.due) })
          : invalid({ reason: 'Es menos de lo que se debía cobrar: escribe por qué.' }),
      );
    case 'SHIPMENT_STANDS':
    case 'SHIPMENT_NONE_LEFT':
    case 'SHIPMENT_AMBIGUOUS':
    case 'GIFT_CARD_MAILED':
    case 'COLLECTED':
    case 'ATTEMPT_SKIPPED':
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed: [] } });
    default:
      return refuse(refusal);
  }
}

interface AskedOf {
  order: LockedOrder;
  shipment: LockedShipment;
  asked: MoveRequest;
  /** The moves that this person may make instead. */
  allowed: ShipmentState[];
  staff: StaffCaller;
  takeAtTill: TakeAtTill;
  now: Date;
}

async function actionOf(tx: Tx, of: AskedOf): Promise<Result<ShipmentAction, MoveAtDeskRefusal>> {
  const { order, shipment, asked, allowed, staff, now } = of;
  const { state, place } = shipment;
  const { to, reason } = asked;
  if (!maySeeStore(staff, place)) return refuse({ code: 'NOT_FOUND' });
  // Checked before other missing data, such as units that are not scanned yet.
  if (isBlockedByHold(order, state, to)) return refuse({ ...heldRefusal, metadata: { allowed } });
  if (shipment.isDigital && state === 'ready' && to === 'delivered')
    return staff.permissions.has(closing)
      ? ok({ kind: 'close' })
      : refuse({ code: 'FORBIDDEN', metadata: { permission: closing } });
  if (!allowedOf({ state, isPickup: order.isPickup }).includes(to)) {
    if (previousState(state) !== to) return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed } });
    if (!isManager(staff)) return refuse({ code: 'FORBIDDEN', metadata: { permission: 'orders.cancel' } });
    if (reason === undefined) return refuse(invalid({ reason: 'Escribe por qué regresa un paso.' }));
    return ok({ kind: 'stepBack', to, movedMsAgo: now.getTime() - shipment.since.getTime(), reason });
  }
  const permission = permissionOf(state, to);
  if (permission === undefined) return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed } });
  if (!staff.permissions.has(permission)) return refuse({ code: 'FORBIDDEN', metadata: { permission } });
  switch (to) {
    case 'canceled':
      return reason === undefined
        ? refuse(invalid({ reason: 'Escribe por qué se cancela.' }))
        : ok({ kind: 'cancel', reason });
    case 'delivered':
      return deliver(tx, of);
    case 'undelivered':
      return undelivered(of);
    case 'sent':
      return state === 'sent' ? attempt(of) : ok({ kind: 'step', to, unitsLeft: 0 });
    case 'picking':
    case 'ready':
    case 'packed':
    case 'at_store':
      return ok({ kind: 'step', to, unitsLeft: shipment.unitsLeft });
    case 'waiting':
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', metadata: { allowed } });
  }
}

function attempt({ shipment, asked }: AskedOf): Result<ShipmentAction, MoveAtDeskRefusal> {
  const reason = failureOf(asked.reason ?? '');
  if (reason === undefined || reason === 'no-recogido')
    return refuse(invalid({ reason: `Elige uno: ${wantedReasons}.` }));
  return ok({ kind: 'attempt', number: shipment.attempts + 1, reason });
}

/** A manager ends a pickup that nobody collected, after it has waited for the required days (WORK-13). */
function undelivered({ order, shipment, asked, staff, now }: AskedOf): Result<ShipmentAction, MoveAtDeskRefusal> {
  const reason = failureOf(asked.reason ?? '');
  if (reason === undefined) return refuse(invalid({ reason: `Elige uno: ${wantedReasons}.` }));
  if (order.isPickup && reason === 'no-recogido') {
    if (!isManager(staff)) return refuse({ code: 'FORBIDDEN', metadata: { permission: 'orders.cancel' } });
    const waited = now.getTime() - shipment.since.getTime();
    if (waited < pickupDays * dayMs)
      return refuse({
        code: 'TRANSITION_NOT_ALLOWED',
        message: `Espera ${pickupDays} días en la tienda.`,
        metadata: { allowed: ['delivered'] },
      });
  }
  return ok({ kind: 'undelivered', reason });
}

async function deliver(tx: Tx, of: AskedOf): Promise<Result<ShipmentAction, MoveAtDeskRefusal>> {
  const { order, shipment, asked, staff, takeAtTill } = of;
  if (shipment.state === 'at_store') {
    const { code, tries } = await readPickupCode(tx, order.orderId, shipment.shipmentNumber);
    const refused = checkPickupCode({
      code,
      tries: asked.wrongCodes ?? tries,
      typed: asked.code,
      reason: asked.reason,
      isManager: isManager(staff),
    });
    if (refused !== undefined) return refuse(refused);
    const { handedOver, amountReceived } = asked;
    if (handedOver !== undefined && handedOver < (amountReceived ?? 0))
      return refuse(invalid({ amountReceived: 'Es más de lo que entregó quien compró.' }));
    const taken = await takeAtTill(tx, {
      orderId: order.orderId,
      shipmentNumber: shipment.shipmentNumber,
      tillId: asked.tillId,
      received: handedOver ?? null,
    });
    if (!taken.ok) return taken;
  }
  const difference = asked.reason ?? null;
  return ok({ kind: 'deliver', cash: { amount: asked.amountReceived ?? null, difference } });
}

/**
 * `tries`: number of wrong codes so far, with this code if it is wrong. A manager may hand over without the code, but must give a
 * reason (WORK-13).
 */
function checkPickupCode({
  code,
  tries,
  typed,
  reason,
  isManager: mayDoWithout,
}: {
  code: string;
  tries: number;
  typed: string | undefined;
  reason: string | undefined;
  isManager: boolean;
}): MoveAtDeskRefusal | undefined {
  if (typed === undefined) {
    if (mayDoWithout && reason !== undefined) return undefined;
    return tries >= pickupCodeTries
      ? tooOften
      : invalid({ code: 'Pide el código de seis dígitos que recibió por correo.' });
  }
  if (mayDoWithout && reason !== undefined && tries >= pickupCodeTries) return undefined;
  if (tries > pickupCodeTries || (typed === code && tries === pickupCodeTries)) return tooOften;
  if (typed === code) return undefined;
  const left = pickupCodeTries - tries;
  return invalid({
    code:
      left === 0
        ? 'El código no coincide, y ya no quedan intentos. Lo entrega alguien de gerencia, con un motivo.'
        : `El código no coincide. ${left === 1 ? 'Queda 1 intento' : `Quedan ${left} intentos`}.`,
  });
}

const tooOften: MoveAtDeskRefusal = {
  code: 'APPROVAL_REQUIRED',
  message: 'El código se escribió mal cinco veces: lo entrega alguien de gerencia, con un motivo.',
};
