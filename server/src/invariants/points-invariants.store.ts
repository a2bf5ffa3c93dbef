import { type Invariant, invariant, ordersSince, type Reach, stuckBefore } from './invariant.ts';

export const pointsInvariants: readonly Invariant[] = [
  invariant(
    'certificate-of-order',
    'A live order carries exactly the certificate that is taken for it, with its whole amount as the discount (DEC-114)',
    ordersSince,
    `select coalesce(o.id, c.order_id) as id
     from (select id, certificate_code, discounts from orders
       where id >= $1 and certificate_code is not null and status not in ('void', 'canceled')) o
     full join (select order_id, code, amount from points_certificates
       where order_id >= $1 and status in ('claimed', 'capturing', 'captured')) c on c.order_id = o.id
     where o.certificate_code is distinct from c.code::text or c.amount is distinct from (
       select sum((d ->> 'amount')::bigint) from jsonb_array_elements(o.discounts) d where d ->> 'id' = 'DISCOUNT_POINTS')`,
  ),
  invariant(
    'certificate-of-cart',
    'A certificate whose points are blocked for no order stands in the slot of its cart, which is open or being ordered',
    (reach: Reach) => [reach.name === 'everything', reach.since] as const,
    `select left(p.code::text, 8) as id from points_certificates p left join carts c on c.id = p.cart_id
     where p.status = 'held' and ($1 or p.applied_at >= $2)
       and (c.certificate_code is distinct from p.code::text or c.status not in ('open', 'placing'))`,
  ),
  invariant(
    'points-settled',
    'No program is waited for, to take or to give back points, for more than five minutes',
    (reach: Reach) => [stuckBefore(reach)] as const,
    `select left(code::text, 8) as id from points_certificates where settle_after is not null and unsettled_since < $1`,
  ),
];
