import type { Actor } from '@ceiba/domain/actors/actor';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/database.ts';
import { type HeldShipment, listShipments, lockPlacedOrder, noteShipment, writeReceived } from './shipments.store.ts';

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
  { orderNumber, n, fate, actor }: { orderNumber: string; n: number; fate: Fate; actor: Actor },
  now: Date,
): Promise<Result<{ isChanged: boolean }, ReceiveRefusal>> =>
  db.transaction(async (tx) => {
    const order = isOrderNumber(orderNumber) ? await lockPlacedOrder(tx, orderNumber) : undefined;
    const shipments = order === undefined ? [] : await listShipments(tx, order.orderId);
    const shipment = shipments.find((each) => each.n === n);
    if (order === undefined || shipment === undefined) return refuse({ code: 'SHIPMENT_UNKNOWN' });
    if (shipment.state !== 'undelivered') return refuse({ code: 'SHIPMENT_NOT_UNDELIVERED', state: shipment.state });
    if (shipment.fate !== null) {
      return shipment.fate === fate
        ? ok({ isChanged: false })
        : refuse({ code: 'SHIPMENT_RECEIVED', fate: shipment.fate });
    }
    const { orderId } = order;
    await writeReceived(tx, { orderId, n, isScrapped: fate === 'scrapped', actor }, now);
    await noteShipment(tx, orderId, { kind: 'shipment_received', shipment: n, fate }, now);
    return ok({ isChanged: true });
  });
