import type { Actor } from '@ceiba/domain/actors/actor';
import { add, type Centavos, centavos, zero } from '@ceiba/domain/money/money';
import { subOrderNumber } from '@ceiba/domain/orders/order';
import { worthOfShipments } from '@ceiba/domain/orders/shipment-worth';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

interface WorthRow {
  besides: number;
  discount: number;
  lines: { seller_id: number; gross: number; is_mailed: boolean }[];
}

const selectWorth = statement<WorthRow, [order: string]>(
  'orders.worth-of-shipments',
  `select donation + shipping as besides, discount,
     (select json_agg(json_build_object('seller_id', l.seller_id,
        'gross', (l.unit_price + coalesce((l.warranty ->> 'amount')::bigint, 0)) * l.quantity,
        'is_mailed', l.gift_card is not null and coalesce(isfinite(l.gift_cards_sent_at), false)) order by l.position)
      from order_lines l where l.order_id = o.id) as lines
   from orders o where id = $1`,
);

/** What a shipment is worth, without gift cards that were mailed: those are kept. */
async function worthOf(tx: Tx, orderId: string, sellerId: number): Promise<Centavos> {
  const [row] = await selectWorth(tx, [orderId]);
  if (row === undefined) throw new Error(`order ${orderId} is not there`);
  const parts = new Map<number | 'mailed', Centavos>();
  for (const { seller_id, gross, is_mailed } of row.lines.toSorted(
    (a, b) => Number(a.is_mailed) - Number(b.is_mailed),
  )) {
    const part = is_mailed ? 'mailed' : seller_id;
    parts.set(part, add(parts.get(part) ?? zero, centavos(gross)));
  }
  const amounts = { besides: centavos(row.besides), discount: centavos(row.discount) };
  return worthOfShipments([...parts.values()], amounts)[[...parts.keys()].indexOf(sellerId)] ?? zero;
}

const insertDue = statement<
  object,
  [order: string, amount: number, reference: string, by: Actor, reason: string | null]
>(
  'orders.owe-shipment',
  `insert into money_movements (order_id, kind, amount, reference, actor, reason)
   select $1, 'refund_due', $2::bigint, $3, $4::jsonb, $5 where $2::bigint > 0`,
);

/** Owes its buyer what they paid for a shipment that they do not get: writes `refund_due`, and answers how much. */
export async function oweShipment(
  tx: Tx,
  { orderId, orderNumber, n, sellerId }: { orderId: string; orderNumber: string; n: number; sellerId: number },
  { actor, reason }: { actor: Actor; reason: string | null },
): Promise<Centavos> {
  const worth = await worthOf(tx, orderId, sellerId);
  await insertDue(tx, [orderId, worth, subOrderNumber(orderNumber, n), actor, reason]);
  return worth;
}
