import { readShipmentId } from '@ceiba/domain/orders/shipment';
import type { LostShipment } from '../notifications/shipment-lost-mail.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** A shipment that its buyer does not get, with its order and what is given back for it. */
interface FoundLost extends Pick<LostShipment, 'how' | 'isPickup' | 'isSplit'> {
  orderId: string;
  refundId: string;
}

const select = statement<FoundLost, [number: string, n: number]>(
  'orders.lost-shipment',
  `select o.id as "orderId", r.id as "refundId", s.state as how, coalesce(o.shipping_method = 'storepickup', false) as "isPickup",
     exists (select from shipments t where t.order_id = o.id and t.n <> s.n) as "isSplit"
   from orders o join shipments s on s.order_id = o.id and s.n = $2
     join refunds r on r.order_id = o.id and r.cause_key = 'shipment ' || s.n
   where o.number = $1 and s.state in ('undelivered', 'canceled')`,
);

/** A shipment that its buyer does not get, by its sub-order number; undefined where there is none such. */
export async function findLostShipment(tx: Tx, id: string): Promise<FoundLost | undefined> {
  const named = readShipmentId(id);
  return named && (await select(tx, [named.orderNumber, named.n]))[0];
}
