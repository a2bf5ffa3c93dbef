import { type Invariant, invariant, ordersSince } from './invariant.ts';

/** SQL for the ID of a shipment (`s`) of an order (`o`), as money movements contain it. */
const idOf = `o.number || '-' || s.n`;

const moved = (kind: string): string =>
  `(select coalesce(sum(m.amount), 0) from money_movements m
    where m.order_id = o.id and m.kind = '${kind}' and m.reference = ${idOf})`;

const fromShipments = `from shipments s join orders o on o.id = s.order_id where s.order_id >= $1`;

export const shipmentInvariants: readonly Invariant[] = [
  invariant(
    'order-follows-shipments',
    'The status of an order with a number follows from the states of its shipments (WORK-02)',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and o.number is not null and o.status is distinct from status_of_shipments(
       array(select s.state from shipments s where s.order_id = o.id and s.sent_again_as is null), o.payment_type = 'StorePayment')`,
  ),
  invariant(
    'units-of-line',
    'Each ordered unit of a line is in exactly one shipment, of the line’s seller. Each shipment has units, unless they were sent again in another shipment (WORK-10)',
    ordersSince,
    `select coalesce(l.order_id, u.order_id) as id
     from (select l.order_id, l.position, l.quantity, l.canceled, l.refunded from order_lines l join orders o on o.id = l.order_id
       where l.order_id >= $1 and o.number is not null) l
     full join (select u.order_id, u.position, sum(u.quantity) as quantity, sum(u.canceled) as canceled, sum(u.refunded) as refunded,
         bool_and(u.canceled <= u.refunded) as are_canceled_refunded, range_agg(int4range(u.first_unit, u.first_unit + u.quantity)) as units
       from shipment_lines u join shipments s on s.order_id = u.order_id and s.n = u.n
         join order_lines l on l.order_id = u.order_id and l.position = u.position and l.seller_id = s.seller_id
       where u.order_id >= $1 group by u.order_id, u.position) u using (order_id, position)
     where (l.quantity, l.canceled, l.refunded, true, int4multirange(int4range(0, l.quantity)))
       is distinct from (u.quantity, u.canceled, u.refunded, u.are_canceled_refunded, u.units)
     union select s.order_id from shipments s
     where s.order_id >= $1 and s.sent_again_as is null and not exists (select from shipment_lines u where u.order_id = s.order_id and u.n = s.n)`,
  ),
  invariant(
    'units-picked',
    'Packed and sent units of a wave were scanned one by one. A shipment with missing units is not packed or sent (WORK-07)',
    ordersSince,
    `select o.id ${fromShipments} and s.state in ('packed', 'sent', 'at_store', 'undelivered', 'delivered') and exists (
       select from shipment_lines u where u.order_id = s.order_id and u.n = s.n
         and (u.missing > 0 or s.pick_id is not null and u.picked < u.quantity - u.canceled and exists (
           select from order_lines l join products p on p.id = l.product_id
           where l.order_id = u.order_id and l.position = u.position and p.kind = 'goods')))`,
  ),
  invariant(
    'refunded-not-sent',
    'Units refunded before they were sent are canceled, so nobody prepares them, or are a courtesy with a reason (`order cancel --line`)',
    ordersSince,
    // The second part compares the shipments' counters with the refunds, because the first part and the preparation
    // trust the counters.
    `select o.id ${fromShipments} and s.state in ('ready', 'picking', 'packed') and exists (
       select from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position and l.kind not in ('giftCard', 'gift_card')
       where u.order_id = s.order_id and u.n = s.n and u.refunded - u.courtesy > u.canceled)
     union
     select l.order_id from order_lines l,
       lateral (select coalesce(sum(f.quantity) filter (where f.is_courtesy), 0) as courtesy, bool_or(f.is_courtesy and r.courtesy_reason is null) as is_unexplained
         from refund_lines f join refunds r on r.id = f.refund_id where f.order_id = l.order_id and f.position = l.position) f,
       lateral (select coalesce(sum(u.courtesy), 0) as courtesy from shipment_lines u where u.order_id = l.order_id and u.position = l.position) u
     where l.order_id in (select order_id from refunds where order_id >= $1) and (f.courtesy <> u.courtesy or f.is_unexplained)`,
  ),
  invariant(
    'shipment-waits-with-order',
    'A shipment waits if and only if its order waits for payment at a till, or for confirmation (DEC-140)',
    ordersSince,
    `select o.id ${fromShipments} and s.state not in ('canceled', 'undelivered', 'delivered')
       and (s.state = 'waiting') <> (o.status = 'pending_payment' or o.confirmation_due is not null)`,
  ),
  invariant(
    'cash-due-of-order',
    'The cash due for the shipments of an order sums to its cash payment. Shipments of other orders have no cash due',
    ordersSince,
    `select o.id from orders o join shipments s on s.order_id = o.id
     where o.id >= $1 and o.status not in ('canceled', 'undelivered') group by o.id
     having sum(s.cash_due) <> (select coalesce(sum(p.amount), 0) from payments p where p.order_id = o.id and p.kind = 'Cash')`,
  ),
  invariant(
    'cash-of-shipment',
    'The cash collected and written off for a delivered cash shipment equals its money movements. Other shipments have none',
    ordersSince,
    `select o.id ${fromShipments}
       and ((s.cash_collected is not null) <> (s.state = 'delivered' and s.cash_due > 0)
         or coalesce(s.cash_collected, 0) <> ${moved('cash_collected')} - ${moved('cash_uncollected')}
         or s.cash_written_off <> ${moved('cash_written_off')})`,
  ),
  invariant(
    'cash-as-due',
    'The cash collected, written off and set off against refunds covers the cash due of a shipment. Cash collected plus cash written off does not exceed it ("Efectivo con mensajeros", `ceiba shipment cash`)',
    ordersSince,
    `select o.id ${fromShipments} and (s.cash_collected + s.cash_written_off > s.cash_due
       or s.cash_collected + s.cash_written_off + (select coalesce(sum(f.shortfall), 0) from refund_lines f
         where f.order_id = s.order_id and f.n = s.n) < s.cash_due)`,
  ),
  invariant(
    'shortfall-of-shipment',
    'The cash missing for a shipment is set off, first and once, against the refunds of that shipment, and against nothing else (WORK-12)',
    ordersSince,
    `select o.id from shipments s join orders o on o.id = s.order_id,
       lateral (select coalesce(sum(f.shortfall), 0) as shortfall, coalesce(sum(f.amount) filter (where r.destination not in ('bill', 'owed_less')), 0) as worth
         from refund_lines f join refunds r on r.id = f.refund_id where f.order_id = s.order_id and f.n = s.n) f
     where s.order_id >= $1 and f.shortfall <> least(f.worth, greatest(s.cash_due - s.cash_collected, 0))`,
  ),
  invariant(
    'cash-of-return',
    'A refund made while other shipments are still unpaid comes from cash collected with its own shipments. It never exceeds that cash and never includes the donation (DEC-199)',
    ordersSince,
    `select o.id from orders o
       join (select order_id, n, sum(cash) as cash from refund_lines where order_id >= $1 and cash > 0 group by order_id, n) f on f.order_id = o.id
       join shipments s on s.order_id = f.order_id and s.n = f.n
     where f.cash > coalesce(s.cash_collected, 0) - case when s.brings_donation then o.donation else 0 end
     union
     select r.order_id from refunds r join payments p on p.id = r.payment_id and p.kind = 'Cash' and p.status = 'pending'
     where r.order_id >= $1 and r.destination not in ('bill', 'owed_less')
       and r.amount <> (select coalesce(sum(f.cash), 0) from refund_lines f where f.refund_id = r.id)`,
  ),
  invariant(
    'refund-of-lost-shipment',
    'The units of an undelivered or canceled shipment are refunded if a payment is pending or approved. Gift cards that were already mailed are excepted',
    ordersSince,
    `select o.id ${fromShipments} and s.state in ('undelivered', 'canceled')
       and (select count(*) from payments p where p.order_id = o.id and p.status in ('pending', 'approved')) > 0
       and (select count(*) from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
         where u.order_id = o.id and u.n = s.n
           and l.refunded < l.canceled + (select sum(w.quantity - w.canceled) from shipment_lines w join shipments t on t.order_id = w.order_id and t.n = w.n
             where w.order_id = o.id and w.position = l.position and t.state in ('undelivered', 'canceled'))
           and not (l.gift_card is not null and coalesce(isfinite(l.gift_cards_sent_at), false))) > 0`,
  ),
];
