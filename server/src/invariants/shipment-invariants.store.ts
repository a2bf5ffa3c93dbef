import { type Invariant, invariant, ordersSince } from './invariant.ts';

/** The id of a shipment (`s`) of its order (`o`), as movements name it. */
const idOf = `o.number || '-' || s.n`;

const moved = (kind: string): string =>
  `(select coalesce(sum(m.amount), 0) from money_movements m
    where m.order_id = o.id and m.kind = '${kind}' and m.reference = ${idOf})`;

const fromShipments = `from shipments s join orders o on o.id = s.order_id where s.order_id >= $1`;

export const shipmentInvariants: readonly Invariant[] = [
  invariant(
    'order-follows-shipments',
    'An order that has a number has the status that its shipments give it (WORK-02)',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and o.number is not null and o.status is distinct from status_of_shipments(
       array(select s.state from shipments s where s.order_id = o.id and s.sent_again_as is null), o.payment_type = 'StorePayment')`,
  ),
  invariant(
    'units-of-line',
    'Of each line the units of its shipments, delivered, on their way, undelivered or canceled, are those that were ordered, each once; each shipment holds some, of its own seller, unless they left again as another (WORK-10)',
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
    'Units that are packed or have left were scanned one by one, where they were prepared in a wave; none that is missing has left (WORK-07)',
    ordersSince,
    `select o.id ${fromShipments} and s.state in ('packed', 'sent', 'at_store', 'undelivered', 'delivered') and exists (
       select from shipment_lines u where u.order_id = s.order_id and u.n = s.n
         and (u.missing > 0 or s.pick_id is not null and u.picked < u.quantity - u.canceled and exists (
           select from order_lines l join products p on p.id = l.product_id
           where l.order_id = u.order_id and l.position = u.position and p.kind = 'goods')))`,
  ),
  invariant(
    'refunded-not-sent',
    'Units that were refunded before they were sent are canceled, or a courtesy with its reason: nobody prepares the others (`order cancel --line`)',
    ordersSince,
    // The second part compares the shipments' counters with the refunds, because the first part and preparation trust the counters.
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
    'A shipment waits exactly while its order waits for a till’s money, or for its confirmation (DEC-140)',
    ordersSince,
    `select o.id ${fromShipments} and s.state not in ('canceled', 'undelivered', 'delivered')
       and (s.state = 'waiting') <> (o.status = 'pending_payment' or o.confirmation_due is not null)`,
  ),
  invariant(
    'cash-due-of-order',
    'What is collected with the shipments of a cash order sums to what its payment asks for; of any other nothing is',
    ordersSince,
    `select o.id from orders o join shipments s on s.order_id = o.id
     where o.id >= $1 and o.status not in ('canceled', 'undelivered') group by o.id
     having sum(s.cash_due) <> (select coalesce(sum(p.amount), 0) from payments p where p.order_id = o.id and p.kind = 'Cash')`,
  ),
  invariant(
    'cash-of-shipment',
    'What a delivered cash shipment collected, and what was written off of it, is the sum of its movements; any other has none',
    ordersSince,
    `select o.id ${fromShipments}
       and ((s.cash_collected is not null) <> (s.state = 'delivered' and s.cash_due > 0)
         or coalesce(s.cash_collected, 0) <> ${moved('cash_collected')} - ${moved('cash_uncollected')}
         or s.cash_written_off <> ${moved('cash_written_off')})`,
  ),
  invariant(
    'cash-as-due',
    'What was collected at the door, written off and taken from refunds covers what was due there, and no more was collected and written off ("Efectivo con mensajeros", `ceiba shipment cash`)',
    ordersSince,
    `select o.id ${fromShipments} and (s.cash_collected + s.cash_written_off > s.cash_due
       or s.cash_collected + s.cash_written_off + (select coalesce(sum(f.shortfall), 0) from refund_lines f
         where f.order_id = s.order_id and f.n = s.n) < s.cash_due)`,
  ),
  invariant(
    'shortfall-of-shipment',
    'What was missing of the cash of a shipment is set off against what comes back of it, first and once; nothing else is (WORK-12)',
    ordersSince,
    `select o.id from shipments s join orders o on o.id = s.order_id,
       lateral (select coalesce(sum(f.shortfall), 0) as shortfall, coalesce(sum(f.amount) filter (where r.destination not in ('bill', 'owed_less')), 0) as worth
         from refund_lines f join refunds r on r.id = f.refund_id where f.order_id = s.order_id and f.n = s.n) f
     where s.order_id >= $1 and f.shortfall <> least(f.worth, greatest(s.cash_due - s.cash_collected, 0))`,
  ),
  invariant(
    'cash-of-return',
    'What is given back while others of its order are to be paid at the door is taken from what was collected with its own shipments, of none more than that and never its donation (DEC-199)',
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
    'What was paid, or is to be, for a shipment that its buyer does not get is given back, unless the whole order is; gift cards that were mailed are kept',
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
