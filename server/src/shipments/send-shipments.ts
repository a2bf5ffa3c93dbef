import type { Actor } from '@ceiba/domain/actors/actor';
import { subOrderNumber } from '@ceiba/domain/orders/order';
import { statusOfShipments } from '@ceiba/domain/orders/shipment';
import type { Tx } from '../platform/db/database.ts';
import { decideMove } from './move-shipment.ts';
import { followShipments, listShipmentsOf, lockPlacedOrders, type Moving, writeMoves } from './shipment-moves.store.ts';

interface StuckShipment {
  /** The shipment's sub-order number. */
  id: string;
  /** True if the shipment is packed, and its order is held. False if the shipment is no longer packed. */
  isHeld: boolean;
}

/**
 * Sends packed shipments of many orders together, each as `moveShipment` does with this courier, with as many statements as for
 * one shipment. If some shipments may not leave, writes nothing and returns these. Locks the orders by their ids.
 */
export async function sendShipments(
  tx: Tx,
  {
    shipments,
    courier,
    actor,
  }: { shipments: readonly { number: string; shipmentNumber: number }[]; courier: string; actor: Actor },
  now: Date,
): Promise<StuckShipment[]> {
  const orders = await lockPlacedOrders(tx, [...new Set(shipments.map(({ number }) => number))]);
  const standing = Map.groupBy(
    await listShipmentsOf(
      tx,
      orders.map(({ orderId }) => orderId),
    ),
    ({ orderId }) => orderId,
  );
  const leaving = Map.groupBy(shipments, ({ number }) => number);
  const moving: Moving[] = [];
  const followed: string[] = [];
  const stuck: StuckShipment[] = [];
  for (const order of orders) {
    const { orderId, orderNumber } = order;
    const own = standing.get(orderId) ?? [];
    const states = new Map(own.map(({ shipmentNumber, state }) => [shipmentNumber, state]));
    for (const { shipmentNumber } of leaving.get(orderNumber) ?? []) {
      const shipment = own.find((each) => each.shipmentNumber === shipmentNumber);
      const action = { kind: 'step', to: 'sent', unitsLeft: 0 } as const;
      const decided = shipment && decideMove(order, shipment, action);
      if (shipment === undefined || !decided?.ok || decided.value === null) {
        stuck.push({
          id: subOrderNumber(orderNumber, shipmentNumber),
          isHeld: order.isHeld && shipment?.state === 'packed',
        });
      } else moving.push({ orderId, shipment, attempts: decided.value.attempts });
      states.set(shipmentNumber, 'sent');
    }
    if (statusOfShipments([...states.values()], order.isPaidAtStore) === 'shipped' && order.status !== 'shipped') {
      followed.push(orderId);
    }
  }
  if (stuck.length > 0) return stuck.sort((a, b) => (a.id < b.id ? -1 : 1));
  const move = { to: 'sent', cashCollected: null, reason: null } as const;
  await writeMoves(tx, moving, { move, carried: { courier }, actor }, now);
  if (followed.length > 0) await followShipments(tx, followed, { status: 'shipped', actor, reason: null }, now);
  return [];
}
