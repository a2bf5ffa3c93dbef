import { centavos } from '@ceiba/domain/money/money';
import { hasComeToNothing, type OrderStatus } from '@ceiba/domain/orders/order';
import { readShipmentId } from '@ceiba/domain/orders/shipment';
import type { LostShipment } from '../notifications/shipment-lost-mail.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

interface Row extends Pick<LostShipment, 'email' | 'lines' | 'points'> {
  how: LostShipment['how'];
  status: OrderStatus;
  is_pickup: boolean;
  is_split: boolean;
  owed: number;
  on_cards: number;
}

const select = statement<Row, [number: string, n: number, id: string]>(
  'orders.lost-shipment',
  `select o.email, o.status, s.state as how, coalesce(o.shipping_method = 'storepickup', false) as is_pickup,
     exists (select from shipments t where t.order_id = o.id and t.n <> s.n) as is_split,
     (select coalesce(sum(m.amount), 0)::bigint from money_movements m
        where m.order_id = o.id and m.kind = 'refund_due' and m.reference = $3) as owed,
     (select json_build_object('program', c.program, 'points', r.points) from points_certificates c, refunds r
        where c.order_id = o.id and r.order_id = o.id and r.cause_key = 'shipment ' || s.n and r.points > 0) as points,
     coalesce((select r.gift_card_amount from refunds r where r.order_id = o.id and r.cause_key = 'shipment ' || s.n), 0) as on_cards,
     (select json_agg(json_build_object('title', l.title, 'quantity', l.quantity) order by l.position)
        from order_lines l where l.order_id = o.id and l.seller_id = s.seller_id) as lines
   from orders o join shipments s on s.order_id = o.id and s.n = $2
   where o.number = $1 and s.state in ('undelivered', 'canceled')`,
);

/** A shipment that its buyer does not get, by its sub-order number; undefined where there is none such. */
export async function findLostShipment(tx: Tx, id: string): Promise<LostShipment | undefined> {
  const named = readShipmentId(id);
  const [row] = named === undefined ? [] : await select(tx, [named.orderNumber, named.n, id]);
  if (row === undefined || named === undefined) return undefined;
  const { email, how, is_pickup: isPickup, is_split: isSplit, owed, on_cards: onCards, points, lines, status } = row;
  const isRestKept = !hasComeToNothing(status);
  return {
    orderNumber: named.orderNumber,
    email,
    how,
    isPickup,
    isSplit,
    isRestKept,
    owed: centavos(owed),
    onCards: centavos(onCards),
    points,
    lines,
  };
}
