import type { Centavos } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const oweLess = statement<object, [order: string, seller: number, bill: number]>(
  'orders.collect-less',
  `update shipments s set cash_due = s.cash_due - $3::bigint from orders o
   where o.id = $1 and s.order_id = $1 and s.seller_id = $2 and o.payment_type = 'Cash'`,
);

const carryOn = statement<object, [order: string]>(
  'orders.collect-with-next',
  `with lost as (
     select n, cash_due, brings_donation from shipments where order_id = $1 and state in ('undelivered', 'canceled') and cash_due > 0),
   emptied as (
     update shipments s set cash_due = 0, brings_donation = false from lost where s.order_id = $1 and s.n = lost.n
       and exists (select from shipments e where e.order_id = $1 and e.state not in ('delivered', 'undelivered', 'canceled')))
   update shipments s set cash_due = s.cash_due + (select sum(cash_due) from lost),
     brings_donation = s.brings_donation or (select bool_or(brings_donation) from lost)
   where s.order_id = $1 and exists (select from lost)
     and s.n = (select min(n) from shipments e where e.order_id = $1 and e.state not in ('delivered', 'undelivered', 'canceled'))`,
);

/**
 * So much less is collected with what a seller sends of a cash order, of which a part was given back. What else was to be collected with one
 * that is lost (delivery, a donation) is collected with the next that still comes. Its order is locked by the caller; nothing of an order
 * that is paid otherwise.
 */
export async function collectLess(tx: Tx, orderId: string, sellerId: number, bill: Centavos): Promise<void> {
  if (bill > 0) await oweLess(tx, [orderId, sellerId, bill]);
  await carryOn(tx, [orderId]);
}
