import { type Invariant, invariant, ordersSince, type Reach, stuckBefore } from './invariant.ts';

export const pointsInvariants: readonly Invariant[] = [
  invariant(
    'certificate-of-order',
    'A live order has exactly the certificate taken for it. The points discount equals the certificate’s amount (DEC-114)',
    ordersSince,
    `select coalesce(o.id, c.order_id) as id
     from (select id, certificate_code, discounts from orders
       where id >= $1 and certificate_code is not null and status not in ('void', 'canceled', 'undelivered')) o
     full join (select order_id, code, amount from points_certificates
       where order_id >= $1 and status in ('claimed', 'capturing', 'captured', 'written_off')
         -- The certificate of a canceled or undelivered order was given back in parts, or written off.
         and not (order_id in (select id from orders where status in ('canceled', 'undelivered')) and (status = 'written_off'
           or status in ('capturing', 'captured') and amount = (select sum(points_amount) from refunds r where r.order_id = points_certificates.order_id)))) c on c.order_id = o.id
     where o.certificate_code is distinct from c.code::text or c.amount is distinct from (
       select sum((d ->> 'amount')::bigint) from jsonb_array_elements(o.discounts) d where d ->> 'id' = 'DISCOUNT_POINTS')`,
  ),
  invariant(
    'certificate-of-cart',
    'A certificate that is blocked without an order is applied in its cart, and the cart is open or in placement',
    (reach: Reach) => [reach.name === 'everything', reach.since] as const,
    `select left(p.code::text, 8) as id from points_certificates p left join carts c on c.id = p.cart_id
     where p.status = 'held' and ($1 or p.applied_at >= $2)
       and (c.certificate_code is distinct from p.code::text or c.status not in ('open', 'placing'))`,
  ),
  invariant(
    'certificate-follows-payment',
    'Points are taken if and only if their order is paid (cash: delivered). If a till took the money by mistake, the points may stay taken until the order is paid or void (DEC-114)',
    ordersSince,
    `select o.id from orders o join points_certificates c on c.order_id = o.id
     where o.id >= $1 and o.status not in ('void', 'canceled', 'undelivered')
       and (o.status = 'delivered' or o.payment_type <> 'Cash' and o.status in ('processing', 'shipped'))
         <> (c.status in ('capturing', 'captured', 'written_off'))
       and not (o.status = 'pending_payment' and exists (
         select from money_movements m where m.order_id = o.id and m.kind = 'till_payment'))`,
  ),
  invariant(
    'certificate-in-slot',
    'The certificate applied in an open cart belongs to that cart, is blocked at its program, and has the cart’s certificate amount',
    (reach: Reach) => [reach.name === 'everything', reach.since] as const,
    `select left(c.id::text, 8) as id from carts c left join points_certificates p on p.code = c.certificate_code::uuid
     where c.certificate_code is not null and c.status = 'open' and ($1 or c.updated_at >= $2)
       and (p.status is distinct from 'held' or p.cart_id <> c.id or p.amount <> c.certificate_amount)`,
  ),
  invariant(
    'points-settled',
    'A points program takes or gives back points within five minutes',
    (reach: Reach) => [stuckBefore(reach)] as const,
    `select left(code::text, 8) as id from points_certificates where settle_after is not null and unsettled_since < $1
     union all
     select left(order_id::text, 8) from refunds where points_settle_after is not null and created_at < $1`,
  ),
  invariant(
    'money-of-points',
    'The points in an order’s money movements match its certificate: the points taken, and the points given back',
    ordersSince,
    `select coalesce(m.order_id, c.order_id) as id
     from (select order_id, coalesce(sum(amount) filter (where kind = 'points_taken'), 0) as taken,
         coalesce(sum(amount) filter (where kind = 'points_given'), 0) as given
       from money_movements where order_id >= $1 and kind in ('points_taken', 'points_given') group by order_id) m
     full join (select p.order_id, p.status,
         -- Points that were given back before the program captured the certificate were never taken.
         p.amount - r.untaken as amount, r.given
       from points_certificates p, lateral (
         select coalesce(sum(points_amount) filter (where not points_taken), 0) as untaken,
           coalesce(sum(points_amount) filter (where points_taken and points_given_at is not null), 0) as given
         from refunds where refunds.order_id = p.order_id) r
       where p.order_id >= $1 and p.status in ('captured', 'given_back', 'giving_back', 'claimed', 'capturing', 'written_off')) c on c.order_id = m.order_id
     where case c.status
       when 'captured' then coalesce(m.taken, 0) <> c.amount or coalesce(m.given, 0) <> c.given
       -- A certificate that was never captured has nothing to give back.
       when 'given_back' then coalesce(m.taken, 0) not in (0, c.amount) or m.given is distinct from m.taken
       when 'giving_back' then coalesce(m.taken, 0) not in (0, c.amount) or coalesce(m.given, 0) <> c.given
       when 'written_off' then coalesce(m.given, 0) <> c.given
       else m.order_id is not null end`,
  ),
  invariant(
    'points-of-lines',
    'Once points were computed for an order, each delivered line has one entry. Credited points minus points taken back equal the points for the kept units (LOYAL-02)',
    ordersSince,
    // The amount charged for goods of the line that were not refunded, without the part paid with points. A customer
    // gets one point per Q10.
    `select l.order_id as id
     from order_lines l
       left join points_entries e on e.order_id = l.order_id and e.position = l.position,
       lateral (select case when l.kind in ('product', 'goods') and l.seller_id = 1 then
         greatest(0, l.unit_price * l.quantity + l.warranty_points - l.discount - l.points_share)
           * (l.quantity - l.refunded) / l.quantity / 1000
         else 0 end as points) earned,
       lateral (select coalesce(sum(t.points), 0) as points from points_takebacks t
         where t.order_id = l.order_id and t.position = l.position) back
     where l.order_id >= $1 and l.order_id in (select order_id from points_entries where order_id >= $1)
       and l.order_id not in (select order_id from points_due)
       and case e.state when 'crediting' then e.points - back.points <> earned.points
         when 'credited' then e.points - back.points <> earned.points
         when 'none' then back.points <> 0
         when 'refused' then back.points <> 0
         -- A line without an entry was never delivered, or all its units were refunded.
         else exists (select from shipment_lines sl join shipments s on s.order_id = sl.order_id and s.n = sl.n
           where sl.order_id = l.order_id and sl.position = l.position and s.state = 'delivered'
           having sum(sl.quantity - sl.canceled - sl.missing) >= l.quantity - l.refunded) end`,
  ),
  invariant(
    'points-credited',
    'A loyalty program credits points or takes them back within five minutes (LOYAL-02)',
    (reach: Reach) => [stuckBefore(reach)] as const,
    `select left(order_id::text, 8) as id from points_entries where settle_after is not null and created_at < $1
     union all
     select left(order_id::text, 8) from points_takebacks where settle_after is not null and created_at < $1`,
  ),
];
