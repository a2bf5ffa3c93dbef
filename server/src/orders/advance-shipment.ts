import type { Actor } from '@ceiba/domain/actors/actor';
import {
  furthestStage,
  isOrderNumber,
  nextStage,
  type OrderStatus,
  statusesBefore,
  statusOfShipments,
  type TrackingStage,
  trackingTitle,
} from '@ceiba/domain/orders/order';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/database.ts';
import { moveOrderOn } from './order-states.store.ts';
import { type HeldOrder, insertStage, listShipments, lockPlacedOrder } from './shipments.store.ts';

/** Where a shipment stands after it was advanced, and its order with it. */
export interface AdvancedShipment {
  /** Name of the tracking step it has reached (DEC-138). */
  step: string;
  orderStatus: OrderStatus;
}

export type AdvanceRefusal =
  | { code: 'ORDER_UNKNOWN' }
  /** No line of the order is this seller's; those whose shipments it has. */
  | { code: 'SHIPMENT_UNKNOWN'; sellers: number[] }
  /** The order's status, or its waiting for a confirmation, keeps its shipments where they are. */
  | { code: 'SHIPMENT_STANDS'; status: OrderStatus; isUnconfirmed: boolean }
  | { code: 'SHIPMENT_DELIVERED' };

/**
 * Brings one seller's shipment to its next tracking step (DEC-138, DEC-163). The order follows its slowest shipment. Its row
 * is locked first, so that of two at once the second goes on from where the first has come.
 */
export const advanceShipment = (
  db: Pick<Database, 'transaction'>,
  { orderNumber, sellerId, actor }: { orderNumber: string; sellerId: number; actor: Actor },
  now: Date,
): Promise<Result<AdvancedShipment, AdvanceRefusal>> =>
  db.transaction(async (tx) => {
    const order = isOrderNumber(orderNumber) ? await lockPlacedOrder(tx, orderNumber) : undefined;
    if (order === undefined) return refuse({ code: 'ORDER_UNKNOWN' });
    const { status, isUnconfirmed, isPickup } = order;
    const shipments = await listShipments(tx, order.orderId);
    const shipment = shipments.find((each) => each.sellerId === sellerId);
    if (shipment === undefined) {
      return refuse({ code: 'SHIPMENT_UNKNOWN', sellers: shipments.map((each) => each.sellerId) });
    }
    const stage = nextStage(shipmentStages(shipment.stages, order), order.isPaidAtDelivery);
    if (stage === null) return refuse({ code: 'SHIPMENT_DELIVERED' });
    if (isUnconfirmed || !movingStatuses.includes(status)) {
      return refuse({ code: 'SHIPMENT_STANDS', status, isUnconfirmed });
    }
    await insertStage(tx, { orderId: order.orderId, sellerId }, stage, now);
    const stages = shipments.map((each) =>
      each.sellerId === sellerId ? stage : furthestStage(shipmentStages(each.stages, order)),
    );
    const orderStatus = statusOfShipments(stages);
    if (orderStatus !== status) await follow(tx, { orderNumber, to: orderStatus, actor }, now);
    return ok({ step: trackingTitle(stage, isPickup), orderStatus });
  });

/** An order that is paid for and neither canceled nor at its buyer's. */
const movingStatuses: readonly OrderStatus[] = ['processing', 'shipped'];

const shipmentStages = (stages: readonly TrackingStage[], { isPaidAtDelivery }: HeldOrder): TrackingStage[] => [
  'received',
  ...(isPaidAtDelivery ? [] : ['paid' as const]),
  ...stages,
];

async function follow(
  tx: Tx,
  { orderNumber, to, actor }: { orderNumber: string; to: OrderStatus; actor: Actor },
  now: Date,
): Promise<void> {
  if (to !== 'shipped' && to !== 'delivered') throw new Error(`shipments never make an order ${to}`);
  const hasMoved = await moveOrderOn(tx, orderNumber, { to, from: statusesBefore(to), actor }, now);
  if (!hasMoved) throw new Error(`order ${orderNumber} does not follow its shipments to ${to}`);
}

/** An order whose shipments are all further than itself follows them, as when the slowest was canceled. Its row is locked by the caller. */
export async function followShipments(
  tx: Tx,
  { orderNumber, actor }: { orderNumber: string; actor: Actor },
  now: Date,
): Promise<void> {
  const order = await lockPlacedOrder(tx, orderNumber);
  if (order === undefined || !movingStatuses.includes(order.status)) return;
  const shipments = await listShipments(tx, order.orderId);
  const to = statusOfShipments(shipments.map(({ stages }) => furthestStage(shipmentStages(stages, order))));
  if (to === order.status || to === 'processing') return;
  if (to === 'delivered' && order.status === 'processing') await follow(tx, { orderNumber, to: 'shipped', actor }, now);
  await follow(tx, { orderNumber, to, actor }, now);
}
