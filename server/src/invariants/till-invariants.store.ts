import { type Invariant, invariant, ordersSince, type Reach } from './invariant.ts';

export const tillInvariants: readonly Invariant[] = [
  invariant(
    'till-adds-up',
    'The counted cash of a till session equals its float plus its cash movements plus the reported difference. The card vouchers match in the same way (CASH-01)',
    ({ since }: Reach) => [since] as const,
    `select s.id from till_sessions s,
       lateral (select coalesce(sum(amount) filter (where means = 'cash'), 0) as cash,
           coalesce(sum(amount) filter (where means = 'card'), 0) as cards
         from till_movements m where m.session_id = s.id) m
     where s.closed_at >= $1
       and (s.counted <> s.float + m.cash + s.difference or s.counted_cards <> m.cards + s.cards_difference)`,
  ),
  invariant(
    'count-of-session',
    'The float and the counts of a till session equal the last counts recorded for it (CASH-05)',
    ({ since }: Reach) => [since] as const,
    `select s.id from till_sessions s cross join lateral (
       select (array_agg(c.counted order by c.id desc) filter (where c.kind = 'opening'))[1] as float,
         (array_agg(c.counted order by c.id desc) filter (where c.kind = 'closing'))[1] as counted,
         (array_agg(c.counted_cards order by c.id desc) filter (where c.kind = 'closing'))[1] as cards
       from till_counts c where c.session_id = s.id) c
     where s.opened_at >= $1
       and (c.float <> s.float or c.counted is distinct from s.counted and c.counted is not null or c.cards <> s.counted_cards)`,
  ),
  invariant(
    'money-on-till',
    'Money of an order that a store took or paid out has exactly one till movement, of that order and with that amount',
    ordersSince,
    `select t.order_id as id from till_movements t left join money_movements m on m.id = t.money_id
     where t.order_id >= $1 and (m.order_id, m.amount) is distinct from (t.order_id, abs(t.amount))
     union all
     select m.order_id as id from money_movements m join orders o on o.id = m.order_id
     where m.order_id >= $1 and (
         m.kind = 'till_payment' and exists (
           select from carts c join advisors a on a.hash = c.advisor_hash where c.id = o.cart_id and a.store_code is not null)
         -- Money given out at a till: its paper names the till's store. If there is no paper, the place of the payment counts.
         or m.kind = 'till_refund' and coalesce((
           select bool_or(p.till is not null) from till_papers p where p.order_id = o.id and m.reference = concat_ws('/', p.till, p.receipt)), exists (
           select from carts c join advisors a on a.hash = c.advisor_hash where c.id = o.cart_id and a.store_code is not null))
         or m.kind = 'cash_collected' and exists (
           select from shipments s where s.order_id = o.id and s.store_code is not null and m.reference = o.number || '-' || s.n))
       and not exists (select from till_movements t where t.money_id = m.id)`,
  ),
  invariant(
    'voucher-of-session',
    'A voucher is voided in the session that took it, and after it was taken (CASH-05)',
    ordersSince,
    `select t.order_id as id from till_movements t
     where t.order_id >= $1 and t.kind = 'unpaid' and t.means = 'card' and not exists (
       select from till_movements p where p.session_id = t.session_id and p.order_id = t.order_id and p.kind = 'payment' and p.means = 'card' and p.id < t.id)`,
  ),
  invariant(
    'account-of-due-refund',
    'Until its transfer is made, a buyer’s bank account is kept only while a refund that can be transferred to it is due (CASH-10)',
    ordersSince,
    `select t.order_id as id from refund_transfers t
     where t.order_id >= $1 and t.paid_at is null and not exists (
       select from refunds r where r.order_id = t.order_id and r.destination in ('till', 'transfer', 'giftCard') and r.state = 'due')`,
  ),
];
