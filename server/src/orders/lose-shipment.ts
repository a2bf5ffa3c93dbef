import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, zero } from '@ceiba/domain/money/money';
import { subOrderNumber } from '@ceiba/domain/orders/order';
import { enqueue } from '../jobs/job-queue.ts';
import type { Tx } from '../platform/database.ts';
import { oweShipment } from './owed-shipment.ts';
import { type HeldOrder, type HeldShipment, noteShipment, releaseShipment, stopGiftCards } from './shipments.store.ts';

interface LostShipment {
  order: HeldOrder;
  shipment: HeldShipment;
  to: 'undelivered' | 'canceled';
  reason: string | null;
  actor: Actor;
}

/**
 * What follows where a shipment does not reach its buyer: what they paid for it is owed, its gift cards never go out, they are told. Of one
 * that is canceled the stock is free again; that of an undelivered one has to come back first. Answers what is owed.
 */
export async function loseShipment(
  tx: Tx,
  { order, shipment: { n, sellerId }, to, reason, actor }: LostShipment,
  now: Date,
): Promise<Centavos> {
  const { orderId, orderNumber } = order;
  if (to === 'canceled') await releaseShipment(tx, orderId, n, now);
  const owed = order.isPaid ? await oweShipment(tx, { orderId, orderNumber, n, sellerId }, { actor, reason }) : zero;
  await stopGiftCards(tx, orderId, sellerId);
  await noteShipment(tx, orderId, { kind: `shipment_${to}`, shipment: n, reason }, now);
  await enqueue(tx, { task: 'shipment-lost', payload: { shipment: subOrderNumber(orderNumber, n) } });
  return owed;
}
