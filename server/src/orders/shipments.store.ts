import type { OrderStatus, TrackingStage } from '@ceiba/domain/orders/order';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** An order whose shipments are to go on. */
export interface HeldOrder {
  orderId: string;
  status: OrderStatus;
  /** It waits for the link in its mail (policy `cashConfirmation`). */
  isUnconfirmed: boolean;
  isPickup: boolean;
  isPaidAtDelivery: boolean;
}

const lockPlaced = statement<
  { id: string; status: OrderStatus; is_unconfirmed: boolean; is_pickup: boolean; is_cash: boolean },
  [number: string]
>(
  'orders.lock-placed',
  `select id, status, confirmation_due is not null as is_unconfirmed,
     coalesce(shipping_method = 'storepickup', false) as is_pickup, payment_type = 'Cash' as is_cash
   from orders where number = $1 for update`,
);

/** Locked until the transaction ends: what is read of its shipments afterwards stays true. Undefined: no placed order. */
export async function lockPlacedOrder(tx: Tx, orderNumber: string): Promise<HeldOrder | undefined> {
  const [row] = await lockPlaced(tx, [orderNumber]);
  if (row === undefined) return undefined;
  const { id: orderId, status, is_unconfirmed: isUnconfirmed, is_pickup: isPickup } = row;
  return { orderId, status, isUnconfirmed, isPickup, isPaidAtDelivery: row.is_cash };
}

/** What one seller sends of an order, and the stages it has reached beyond being paid. */
export interface ShipmentStages {
  sellerId: number;
  stages: readonly TrackingStage[];
}

const selectStages = statement<{ seller_id: number; stages: readonly TrackingStage[] }, [order: string]>(
  'orders.shipments',
  `select l.seller_id, array(
     select g.stage from shipment_stages g where g.order_id = $1 and g.seller_id = l.seller_id) as stages
   from order_lines l where l.order_id = $1
   group by l.seller_id having sum(l.quantity - l.canceled) > 0 order by min(l.position)`,
);

/** Every shipment of an order that anything is left of, in the order of its lines. */
export const listShipments = async (tx: Tx, orderId: string): Promise<ShipmentStages[]> =>
  (await selectStages(tx, [orderId])).map(({ seller_id: sellerId, stages }) => ({ sellerId, stages }));

const insertStageRow = statement<object, [order: string, seller: number, stage: string, now: Date]>(
  'orders.reach-stage',
  'insert into shipment_stages (order_id, seller_id, stage, reached_at) values ($1, $2, $3, $4)',
);

/** @throws when the shipment has reached this stage before, or its stage is one that the order itself tells */
export const insertStage = async (
  tx: Tx,
  shipment: { orderId: string; sellerId: number },
  stage: TrackingStage,
  now: Date,
): Promise<void> => {
  await insertStageRow(tx, [shipment.orderId, shipment.sellerId, stage, now]);
};
