import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { cashOfShipments } from '@ceiba/domain/orders/shipment-worth';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const selectDue = statement<
  { unpaid: number; besides: number; shipments: { n: number; worth: number }[] },
  [order: string]
>(
  'orders.cash-to-collect',
  // With what was delivered its due was collected, or why it was another amount is written with it.
  `select p.amount - c.collected as unpaid, o.shipping + o.donation - r.besides as besides,
     coalesce((select json_agg(json_build_object('n', s.n, 'worth', w.worth) order by s.n)
       from shipments s, lateral (
         select coalesce(sum(l.net - (select coalesce(sum(f.amount), 0) from refund_lines f
           where f.order_id = l.order_id and f.position = l.position)), 0)::bigint as worth
         from order_lines l where l.order_id = s.order_id and l.seller_id = s.seller_id) w
       where s.order_id = o.id and s.state not in ('delivered', 'undelivered', 'canceled')), '[]') as shipments
   from orders o join payments p on p.order_id = o.id and p.kind = 'Cash' and p.status = 'pending',
     lateral (select coalesce(sum(cash_due) filter (where state = 'delivered'), 0)::bigint as collected from shipments where order_id = o.id) c,
     lateral (select coalesce(sum(shipping + donation + goodwill), 0)::bigint as besides from refunds where order_id = o.id) r
   where o.id = $1`,
);

const writeDue = statement<object, [order: string, numbers: readonly number[], cash: readonly number[]]>(
  'orders.collect-otherwise',
  `update shipments s set cash_due = coalesce(d.cash, 0)
   from shipments old left join unnest($2::integer[], $3::bigint[]) as d (n, cash) on d.n = old.n
   where s.order_id = $1 and old.order_id = $1 and old.n = s.n and s.state <> 'delivered' and s.cash_due <> coalesce(d.cash, 0)`,
);

/**
 * What is still to be collected of a cash order, of which a part was given back, is collected with the shipments that still come. Its row is
 * locked by the caller; nothing of an order that is paid otherwise.
 */
export async function spreadCash(tx: Tx, orderId: string): Promise<void> {
  const [due] = await selectDue(tx, [orderId]);
  if (due === undefined) return;
  const worth: Centavos[] = due.shipments.map((each) => centavos(each.worth));
  const amounts = { besides: centavos(due.besides), unpaid: centavos(due.unpaid) };
  const cash = worth.length === 0 ? [] : cashOfShipments(worth, amounts);
  await writeDue(tx, [orderId, due.shipments.map(({ n }) => n), cash]);
}
