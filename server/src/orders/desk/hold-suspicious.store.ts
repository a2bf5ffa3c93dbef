import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { Tx } from '../../platform/db/database.ts';
import { statement } from '../../platform/db/statement.ts';

type HoldPolicy = Pick<
  ShopPolicy,
  'holdDeclines' | 'holdCards' | 'holdGuestAbove' | 'holdPhoneEmails' | 'holdOtherDepartment'
>;

// Counts charges that a bank decided in the hour before the order, including charges of void orders. Orders with the same phone number are
// found by search terms. Charges with the buyer's e-mail always count. Thousands of people may share a mobile operator's address. So
// charges from an address count only for first-time buyers, and only if more charges were declined than approved (record 0075). Addresses
// are stored for one day.
const hold = statement(
  'orders.hold-suspicious',
  `with fresh as (
     select o.* from orders o where o.id = any ($1) and o.held_at is null and o.status in ('processing', 'pending_payment') and o.email <> ''),
   charges as (
     select f.id, p.card_key, t.email = f.email as is_own,
       coalesce(t.client_key = f.client_key or t.network_key = f.network_key, false) as is_near,
       p.status = 'refused' and p.refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR') as is_declined,
       p.status in ('approved', 'reversing', 'reversed') as is_charged
     from fresh f
       join orders t on (t.email = f.email or t.client_key = f.client_key or t.network_key = f.network_key)
         and t.created_at between f.created_at - interval '1 hour' and f.created_at + interval '1 minute'
       join payments p on p.order_id = t.id and p.kind in ('Card', 'CardInstallments')
     where f.payment_type in ('Card', 'CardInstallments')),
   tried as (
     select id, count(*) filter (where is_own and is_declined) as own_declines, count(distinct card_key) filter (where is_own) as own_cards,
       count(*) filter (where is_near and is_declined) as near_declines, count(*) filter (where is_near and is_charged) as near_charged,
       count(distinct card_key) filter (where is_near) as near_cards
     from charges group by id),
   judged as (
     select f.id, array_remove(array[
       case when t.own_declines >= $3 or n.is_tested and t.near_declines >= $3 then 'declines' end,
       case when t.own_cards >= $4 or n.is_tested and t.near_cards >= $4 then 'cards' end,
       case when f.customer_id is null and f.total > $5 and not exists (
         select from orders e where e.email = f.email and e.number < f.number) then 'guestAmount' end,
       case when phone_key_of(f.contact ->> 'phone') is not null and (
         select count(distinct lower(e.email)) from order_rows w join orders e on e.id = w.order_id
         where w.terms @@ quote_literal('p:' || phone_key_of(f.contact ->> 'phone'))::tsquery and w.placed_at > $2::timestamptz - interval '1 day'
           and e.email <> '') >= $6 then 'phoneEmails' end,
       case when $7 and not f.contact_confirmed and f.shipping_method = 'delivery'
         and f.shipping_address -> 'region' ->> 'regionId' <> f.billing_address -> 'region' ->> 'regionId' then 'otherDepartment' end], null) as reasons
     from fresh f left join tried t on t.id = f.id,
       -- A buyer is known if an order of theirs is at least a day old and was not canceled.
       lateral (select t.near_declines > t.near_charged and not exists (
         select from orders e where e.email = f.email and e.placed_at < f.placed_at - interval '1 day'
           and e.status in ('processing', 'shipped', 'delivered')) as is_tested) n),
   held as (
     update orders o set held_at = $2, hold_reasons = j.reasons, version = version + 1 from judged j
     where o.id = j.id and cardinality(j.reasons) > 0 returning o.id),
   event as (insert into order_events (order_id, kind, created_at) select id, 'held', $2 from held)
   select id from held`,
);

/** Holds those newly placed orders that a rule finds suspicious (WORK-24). Returns their ids. */
export const holdSuspicious = async (
  tx: Tx,
  orderIds: readonly string[],
  policy: HoldPolicy,
  now: Date,
): Promise<string[]> => {
  const { holdDeclines, holdCards, holdGuestAbove, holdPhoneEmails, holdOtherDepartment } = policy;
  const rules = [holdDeclines, holdCards, holdGuestAbove, holdPhoneEmails, holdOtherDepartment] as const;
  return (await hold(tx, [orderIds, now, ...rules])).map(({ id }) => id);
};
