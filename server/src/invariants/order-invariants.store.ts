import { type Invariant, invariant, ordersSince, type Reach, stuckBefore } from './invariant.ts';

/**
 * Returns the SQL for the first characters of a cart's ID. Findings do not contain the whole ID, because it opens the
 * cart (DEC-05).
 */
const cartMark = (cart: string): string => `left(${cart}::text, 8)`;

const moneyInvariants: readonly Invariant[] = [
  invariant(
    'order-total',
    'The total of an order equals subtotal (including the donation) plus warranties plus shipping, minus the discount (DEC-76)',
    ordersSince,
    `select id from orders where id >= $1 and subtotal + warranties + shipping - discount <> total`,
  ),
  invariant(
    'order-lines-total',
    'The lines and the donation of an order sum to its subtotal. The warranties of the lines sum to its warranties',
    ordersSince,
    `select o.id from orders o left join lateral (
       select coalesce(sum(unit_price * quantity), 0) as lines,
         coalesce(sum((warranty ->> 'amount')::bigint * quantity), 0) as warranties
       from order_lines where order_id = o.id) l on true
     where o.id >= $1 and (l.lines + o.donation <> o.subtotal or l.warranties <> o.warranties)`,
  ),
  invariant(
    'lines-of-order',
    'The discounts of the lines sum to the order’s discount to the centavo, for points and for all other discounts',
    ordersSince,
    `select o.id from orders o, lateral (
       select coalesce(sum(discount), 0) as discount, coalesce(sum(points_share), 0) as points
       from order_lines where order_id = o.id) l,
       lateral (select coalesce(sum((d ->> 'amount')::bigint), 0) as points
         from jsonb_array_elements(o.discounts) d where d ->> 'id' = 'DISCOUNT_POINTS') p
     where o.id >= $1 and (l.points <> p.points or l.discount + l.points <> o.discount)`,
  ),
  invariant(
    'order-discounts',
    'The discounts shown to the shopper sum to the order’s discount',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and o.discount <> (
       select coalesce(sum((d ->> 'amount')::bigint), 0) from jsonb_array_elements(o.discounts) d)`,
  ),
  invariant(
    'line-has-price',
    'Every line has a price above zero',
    ordersSince,
    'select distinct order_id as id from order_lines where order_id >= $1 and unit_price = 0',
  ),
  invariant(
    'delivery-paid',
    'A delivered order pays the delivery rate of its address. Any other order pays no shipping (DEC-102)',
    ordersSince,
    `select id from orders
     where id >= $1 and shipping <> case when shipping_method = 'delivery' then delivery_rate else 0 end`,
  ),
  invariant(
    'coupon-discount-of-coupon',
    'An order has a coupon discount if and only if it has a coupon (DEC-78)',
    ordersSince,
    `select id from orders
     where id >= $1 and (coupon_code is not null) <> (discounts @> '[{"id": "DISCOUNT_UNDEFINED"}]')`,
  ),
];

/** Maximum number of uses of one coupon that a frequent run counts. */
const maxUsesCounted = 5_000;

const couponInvariants: readonly Invariant[] = [
  invariant(
    'coupon-use-of-order',
    'A coupon has one recorded use for each live order with the coupon, and none for other orders',
    ordersSince,
    `select coalesce(u.order_id, o.id) as id
     from (select order_id, code from coupon_uses where order_id >= $1) u
     full join (select id, coupon_code from orders
       where id >= $1 and coupon_code is not null and status not in ('void', 'canceled', 'undelivered')) o on o.id = u.order_id
     where u.code is distinct from o.coupon_code`,
  ),
  invariant('coupon-count', 'A coupon’s count is the number of its uses', ordersSince, {
    // Only coupons that were used recently. If a coupon was used more often than this, only a full run counts its uses.
    recent: `select c.code as id from coupons c
        where c.code in (
            select code from coupon_uses where order_id >= $1
            union all select coupon_code from orders where id >= $1 and coupon_code is not null)
          and c.used_count <= ${maxUsesCounted}
          and c.used_count <> (select count(*) from (select from coupon_uses u where u.code = c.code limit c.used_count + 1) u)`,
    everything: `select c.code as id from coupons c
        where $1::uuid is not null and c.used_count <> (select count(*) from coupon_uses u where u.code = c.code)`,
  }),
  invariant(
    'coupon-limits',
    'No coupon is used more often than its limits allow, in total and per e-mail. A limit that was lowered below the uses also shows here (DEC-78)',
    ordersSince,
    {
      // Groups by the customers who used the coupon recently.
      recent: `select c.code as id from coupons c
        where c.code in (select code from coupon_uses where order_id >= $1)
          and (c.used_count > c.total_limit or c.customer_limit is not null and exists (
            select from coupon_uses late where late.code = c.code and late.order_id >= $1 and late.email <> ''
              and (select count(*) from coupon_uses u where u.code = c.code and u.email = late.email) > c.customer_limit))`,
      everything: `select c.code as id from coupons c
        where $1::uuid is not null and (c.used_count > c.total_limit or c.customer_limit is not null and exists (
          select from coupon_uses u where u.code = c.code and u.email <> '' group by u.email having count(*) > c.customer_limit))`,
    },
  ),
];

const orderOfCart = (isLookedAt: string): string => `
  select ${cartMark('c.id')} as id from carts c
  where c.status = 'placing' and not exists (select from orders o where o.cart_id = c.id and o.status in ('placing', 'voiding'))
  union all
  select ${cartMark('c.id')} from carts c
  where c.status = 'ordered' and ${isLookedAt}
    and (select count(*) from orders o where o.cart_id = c.id and o.status not in ('void', 'placing', 'voiding')) <> 1`;

const stateInvariants: readonly Invariant[] = [
  invariant(
    'order-not-stuck',
    'No order stays in placement for more than five minutes',
    (reach: Reach) => [stuckBefore(reach)] as const,
    `select id from orders where status in ('placing', 'voiding') and created_at < $1`,
  ),
  invariant(
    'order-confirmed-in-time',
    'An order is confirmed within five minutes after its confirmation is due',
    (reach: Reach) => [stuckBefore(reach)] as const,
    'select id from orders where confirmation_due < $1',
  ),
  invariant(
    'order-number',
    'An order has a number if and only if it was confirmed (DEC-136)',
    ordersSince,
    `select id from orders where id >= $1 and (number is null) <> (status in ('placing', 'voiding', 'void'))`,
  ),
  invariant(
    'cart-of-order',
    'The cart of an order in placement is in placement too. The cart of a confirmed order is ordered or closed',
    ordersSince,
    `select o.id from orders o join carts c on c.id = o.cart_id
     where o.id >= $1 and o.status <> 'void'
       and case when o.status in ('placing', 'voiding') then c.status <> 'placing' else c.status not in ('ordered', 'closed') end`,
  ),
  invariant(
    'order-of-cart',
    'A cart in placement has an order in placement. An ordered cart has exactly one live order',
    ordersSince,
    {
      recent: orderOfCart('c.id in (select cart_id from orders where id >= $1)'),
      everything: orderOfCart('$1::uuid is not null'),
    },
  ),
  invariant(
    'key-not-locked',
    'No idempotency key stays locked after its request can no longer finish (DEC-172)',
    ({ name, since, ...reach }: Reach) =>
      [name === 'everything' ? new Date(0) : since, stuckBefore({ name, since, ...reach })] as const,
    `select left(k.key, 8) as id from idempotency_keys k
     where k.created_at >= $1 and k.answer is null
       and (k.locked_until < $2 or k.locked_until > k.created_at + interval '1 hour')`,
  ),
];

const returnInvariants: readonly Invariant[] = [
  invariant(
    'returned-units',
    'The returned units of a line do not exceed the units bought (DEC-142)',
    (reach: Reach) => [reach.name === 'everything', reach.since] as const,
    `select r.order_id as id from returns r join order_lines l on l.order_id = r.order_id and l.position = r.position
     where r.rejected_at is null and r.canceled_at is null and ($1 or (r.order_id, r.position) in (select order_id, position from returns where requested_at >= $2))
     group by r.order_id, r.position, l.quantity, l.canceled having sum(r.quantity) > l.quantity - l.canceled`,
  ),
  invariant(
    'returned-after-delivery',
    'A returned line belongs to a shipment that was delivered (DEC-142)',
    (reach: Reach) => [reach.name === 'everything' ? new Date(0) : reach.since] as const,
    `select r.order_id as id from returns r join order_lines l on l.order_id = r.order_id and l.position = r.position
     where r.requested_at >= $1 and not exists (
       select from shipment_lines u join shipments s on s.order_id = u.order_id and s.n = u.n
       where u.order_id = r.order_id and u.position = r.position and s.state = 'delivered')`,
  ),
];

/**
 * Selects orders whose returns were decided, restocked or refunded recently. $1: all orders; $2: start of the period;
 * $3: number of latest stock movements.
 */
const decidedReach = ({ name, since, movements }: Reach) => [name === 'everything', since, movements] as const;
const decidedOrders = `decided_orders as materialized (
  select r.order_id from return_outcomes u join returns r on r.id = u.return_id where $1 or u.decided_at >= $2
  union select order_id from refunds where cause = 'return' and ($1 or created_at >= $2)
  union select order_id from stock_movements where reason = 'returned' and order_id is not null
    and id > case when $1 then 0 else (select max(id) - $3 from stock_movements) end)`;

const outcomeInvariants: readonly Invariant[] = [
  invariant(
    'outcomes-of-return',
    'Each unit of a return has at most one outcome, and has it only after the return arrived',
    (reach: Reach) => [reach.name === 'everything', reach.since] as const,
    `select r.order_id as id from returns r, lateral (
       select coalesce(sum(quantity), 0) as units from return_outcomes u where u.return_id = r.id) u
     where ($1 or r.id in (select return_id from return_outcomes where decided_at >= $2) or r.requested_at >= $2)
       and (u.units <> r.decided or r.decided > r.quantity or r.decided > 0 and r.received_at is null)`,
  ),
  invariant(
    'restocked-is-moved',
    'The stock movements of goods that came back match the return outcomes and the undelivered shipments: restocked, scrapped, or sent to the supplier. Only goods have such movements',
    decidedReach,
    `with ${decidedOrders},
     decided as (
       select r.order_id, l.product_id, u.store_code, u.fate, u.quantity, p.kind = 'goods' as is_goods
       from return_outcomes u join returns r on r.id = u.return_id
         join order_lines l on l.order_id = r.order_id and l.position = r.position join products p on p.id = l.product_id
       where u.fate <> 'reject' and r.order_id in (select order_id from decided_orders)),
     -- Units of an undelivered shipment come back without a return (\`shipment receive\`).
     received as (
       select c.order_id, c.product_id, c.store_code, case when s.is_scrapped then 'scrap' else 'restock' end as fate, c.quantity, true as is_goods
       from shipments s join stock_claims c on c.order_id = s.order_id and c.n = s.n and c.released_at = s.received_at
       where s.state = 'undelivered' and s.order_id in (select order_id from decided_orders)),
     kept as (
       select order_id, product_id, store_code, m.reason, sum(quantity * m.sign) as units, bool_and(is_goods) as are_goods
       from (select * from decided union all select * from received) back,
         (values ('restock', 'returned', 1), ('scrap', 'returned', 1), ('scrap', 'damaged', -1),
           ('toSupplier', 'returned', 1), ('toSupplier', 'to_supplier', -1)) as m (fate, reason, sign)
       where back.fate = m.fate and (is_goods or store_code is not null)
       group by order_id, product_id, store_code, m.reason),
     moved as (
       select order_id, product_id, store_code, reason, sum(delta) as units from stock_movements
       where reason in ('returned', 'damaged', 'to_supplier') and order_id in (select order_id from decided_orders)
       group by order_id, product_id, store_code, reason)
     select distinct order_id as id from kept k full join moved m using (order_id, product_id, store_code, reason)
     where k.units is distinct from m.units or not k.are_goods`,
  ),
  invariant(
    'scrapped-was-delivered',
    'The units that came back and were scrapped or sent to the supplier do not exceed the delivered units of the order, over all stores (WORK-20)',
    decidedReach,
    `with ${decidedOrders},
     kept as (
       select r.order_id, l.product_id, sum(u.quantity) as units
       from return_outcomes u join returns r on r.id = u.return_id join order_lines l on l.order_id = r.order_id and l.position = r.position
       where u.fate in ('scrap', 'toSupplier') and u.store_code is not null and r.order_id in (select order_id from decided_orders)
       group by r.order_id, l.product_id)
     select distinct k.order_id as id from kept k
     where k.units > (select coalesce(sum(c.quantity), 0) from stock_claims c
       join shipments s on s.order_id = c.order_id and s.n = c.n and s.state = 'delivered'
       where c.order_id = k.order_id and c.product_id = k.product_id and c.released_at is null)`,
  ),
  invariant(
    'refunded-is-returned',
    'The units refunded for returns equal the units that were not rejected. They may be fewer only if all delivered units of the line were already refunded',
    decidedReach,
    `with ${decidedOrders},
     kept as (
       select r.order_id, r.position, sum(u.quantity) as units, min(u.decided_at) as since from return_outcomes u join returns r on r.id = u.return_id
       where u.fate <> 'reject' and r.order_id in (select order_id from decided_orders) group by r.order_id, r.position),
     refunded as (
       select f.order_id, f.position, sum(f.quantity) as units from refund_lines f join refunds d on d.id = f.refund_id
       where d.cause = 'return' and d.order_id in (select order_id from decided_orders) group by f.order_id, f.position)
     select distinct order_id as id from kept k full join refunded f using (order_id, position)
       join order_lines l using (order_id, position)
     where k.units is distinct from f.units
       and (coalesce(f.units, 0) > coalesce(k.units, 0) or exists (
         select from shipment_lines u join shipments s on s.order_id = u.order_id and s.n = u.n
         where u.order_id = l.order_id and u.position = l.position and s.state = 'delivered' and s.ended_at <= k.since and u.refunded < u.quantity))`,
  ),
];

export const orderInvariants: readonly Invariant[] = [
  ...moneyInvariants,
  ...couponInvariants,
  ...stateInvariants,
  ...returnInvariants,
  ...outcomeInvariants,
];
