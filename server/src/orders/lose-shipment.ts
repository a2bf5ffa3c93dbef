import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, zero } from '@ceiba/domain/money/money';
import { subOrderNumber } from '@ceiba/domain/orders/order';
import { enqueue } from '../jobs/job-queue.ts';
import type { Tx } from '../platform/database.ts';
import { makeRefund } from '../refunds/make-refund.ts';
import { lockOrderToRefund } from '../refunds/refunds.store.ts';
import { collectLess } from './cash-due.store.ts';
import { type HeldOrder, type HeldShipment, noteShipment, releaseShipment, stopGiftCards } from './shipments.store.ts';

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
export async function loseShipment(
  tx: Tx,
  { order, shipment: { n, sellerId }, to, isLast, comesNoMore, reason, actor }: LostShipment,
  now: Date,
): Promise<Centavos> {
  const { orderId, orderNumber } = order;
  const owed = await giveBackWorth(tx, { orderNumber, n, sellerId, isLast, comesNoMore }, { actor, reason });
  // The stock after the gift cards (record 0052).
  if (to === 'canceled') await releaseShipment(tx, orderId, n, now);
  await stopGiftCards(tx, orderId, sellerId);
  await noteShipment(tx, orderId, { kind: `shipment_${to}`, shipment: n, reason }, now);
  await enqueue(tx, { task: 'shipment-lost', payload: { shipment: subOrderNumber(orderNumber, n) } });
  return owed;
}

/** Gives back what is left of the worth of a shipment, without gift cards that were mailed: those are kept. Answers the money of it that was paid. */
async function giveBackWorth(
  tx: Tx,
  {
    orderNumber,
    n,
    sellerId,
    isLast,
    comesNoMore,
  }: { orderNumber: string; n: number; sellerId: number; isLast: boolean; comesNoMore: boolean },
  { actor, reason }: { actor: Actor; reason: string | null },
): Promise<Centavos> {
  const order = await lockOrderToRefund(tx, orderNumber);
  if (order === undefined) throw new Error(`order ${orderNumber} vanished under its lock`);
  const lines = order.lines
    .filter((line) => line.sellerId === sellerId && !line.areCardsSent && line.refunded < line.quantity)
    .map(({ position, quantity, refunded }) => ({ position, units: quantity - refunded }));
  const rest = isLast ? { shipping: order.shippingLeft, donation: order.donationLeft } : {};
  const causeKey = `shipment ${n}`;
  const asked = { cause: 'shipment', causeKey, lines, ...rest, comesNoMore, isSetOff: true, actor, reason } as const;
  const refund = await makeRefund(tx, order, asked);
  if (!refund.ok) throw new Error(`shipment ${n} of order ${orderNumber} is not given back: ${refund.error.code}`);
  const { amount, destination } = refund.value;
  await collectLess(tx, order.orderId, sellerId, destination === 'bill' ? amount : zero);
  return destination === 'bill' ? zero : amount;
}
