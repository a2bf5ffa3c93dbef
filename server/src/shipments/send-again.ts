import { failureReasons, mayEndUndelivered, readShipmentId, statusOfShipments } from '@ceiba/domain/orders/shipment';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Author } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { failureOf, refundedRefusal, wantedReasons } from './move-at-desk.ts';
import { followShipments, listShipments, lockPlacedOrder } from './shipment-moves.store.ts';
import { writeSentAgain } from './shipments.store.ts';

export type SendAgainRefusal = Refusal<
  'NOT_FOUND' | 'VERSION_CONFLICT' | 'TRANSITION_NOT_ALLOWED' | 'VALIDATION_ERROR'
>;

/**
 * Sends an undeliverable shipment that came back as a new shipment (WORK-11): packed as it is, with the same cash to collect. The
 * former shipment ends undelivered and empty. Neither money nor stock moves (record 0074). The order is locked first. Returns the
 * number of the new shipment within its order.
 */
export async function sendAgain(
  tx: Tx,
  {
    id,
    version,
    reason: said,
    maySee,
  }: { id: string; version: number; reason: string; maySee: (place: string | null) => boolean },
  { actor, now }: Author,
): Promise<Result<number, SendAgainRefusal>> {
  const named = readShipmentId(id);
  const order = named === undefined ? undefined : await lockPlacedOrder(tx, named.orderNumber);
  const shipments = order === undefined ? [] : await listShipments(tx, order.orderId);
  const shipment = shipments.find(({ shipmentNumber }) => shipmentNumber === named?.shipmentNumber);
  if (named === undefined || order === undefined || shipment === undefined || !maySee(shipment.place))
    return refuse({ code: 'NOT_FOUND' });
  if (shipment.version !== version) return refuse({ code: 'VERSION_CONFLICT' });
  if (shipment.holdsRefunded) return refuse({ ...refundedRefusal, metadata: { allowed: ['undelivered'] } });
  const reason = failureOf(said);
  if (reason === undefined)
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { reason: `Elige uno: ${wantedReasons}.` } } });
  if (shipment.state !== 'sent' || !mayEndUndelivered(shipment, reason))
    return refuse({
      code: 'TRANSITION_NOT_ALLOWED',
      ...(shipment.state === 'sent' && { message: 'Se intenta dos veces, o lo rechazan en la puerta.' }),
      metadata: { allowed: [] },
    });
  const next = Math.max(...shipments.map(({ shipmentNumber }) => shipmentNumber)) + 1;
  const { orderId } = order;
  await writeSentAgain(
    tx,
    { orderId, shipmentNumber: shipment.shipmentNumber, next, reason: failureReasons[reason], actor },
    now,
  );
  const others = shipments.filter(
    ({ shipmentNumber, isSentAgain }) => shipmentNumber !== shipment.shipmentNumber && !isSentAgain,
  );
  const states = [...others.map(({ state }) => state), 'packed'] as const;
  const status = statusOfShipments(states, order.isPaidAtStore);
  if (status !== order.status) await followShipments(tx, [orderId], { status, actor, reason: null }, now);
  return ok(next);
}
