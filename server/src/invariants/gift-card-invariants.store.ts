import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { type Invariant, invariant, ordersSince, type Reach } from './invariant.ts';

const hourMs = 3_600_000;

/** Codes are sent each minute. If they are not sent after this time, the rule is violated. */
const unsentAfterMs = hourMs;

/** A mail is retried for about two days. After one day, an operator should read the answer of the mail server. */
const refusedAfterMs = 24 * hourMs;

/** SQL condition: the order is paid. The bank has charged it or, for cash, it was delivered (DEC-83). */
const isPaid = `(o.status = 'delivered' or o.status in ('processing', 'shipped')
  and exists (select from payments p where p.order_id = o.id and p.status = 'approved'))`;

export const giftCardInvariants: readonly Invariant[] = [
  invariant(
    'gift-card-of-live-order',
    'A void or canceled order has no valid gift card code',
    ordersSince,
    `select distinct o.id from orders o join gift_cards g on g.order_id = o.id
     where o.id >= $1 and o.status in ('void', 'canceled') and g.voided_at is null`,
  ),
  invariant(
    'gift-card-sent-in-time',
    'A gift card that is paid and due is sent within one hour (GIFT-04)',
    ({ now }: Reach) => {
      const before = new Date(now.getTime() - unsentAfterMs);
      return [guatemalaDate(before), before] as const;
    },
    `select distinct o.id from order_lines l join orders o on o.id = l.order_id
     where l.gift_card is not null and l.gift_cards_sent_at is null and l.unit_price > 0
       and l.gift_card ->> 'giftcardDeliveryDate' <= $1 and o.updated_at < $2 and ${isPaid}`,
  ),
  invariant(
    'gift-card-mail-sent',
    'A mail with a gift card is sent within one day (see `last_error` of table `mails`; retry with `ceiba gift-card resend`)',
    ({ now }: Reach) => [new Date(now.getTime() - refusedAfterMs)] as const,
    `select coalesce(r.order_id::text, split_part(m.dedupe_key, ':', 2)) as id from mails m left join refunds r on m.dedupe_key = 'refund-gift-card:' || r.id
     where m.is_secret and m.sent_at is null and m.last_error is not null and m.created_at < $1 and m.dedupe_key similar to '(refund-)?gift-card:%'`,
  ),
  invariant(
    'gift-card-codes',
    'A line whose gift cards were sent has one valid code of its price for each unit that was not refunded, and no other valid code',
    ordersSince,
    // Counts the refunds themselves, because the job that sends codes reads the line's counters.
    `select distinct o.id from orders o join order_lines l on l.order_id = o.id,
       lateral (select count(*) as all, count(*) filter (where g.amount = l.unit_price) as of_price from gift_cards g
         where g.order_id = l.order_id and g.position = l.position and g.voided_at is null) g,
       lateral (select l.quantity - coalesce(sum(f.quantity), 0) as units from refund_lines f
         where f.order_id = l.order_id and f.position = l.position) kept
     where o.id >= $1 and o.status not in ('void', 'canceled') and (l.kind in ('giftCard', 'gift_card') or l.gift_card is not null)
       and (g.all <> g.of_price or g.all <> case when isfinite(l.gift_cards_sent_at) then kept.units else 0 end)`,
  ),
  invariant(
    'gift-card-backed',
    'The amount paid or owed for an order, minus refunds, covers the gift cards that the order sold and whose codes are valid',
    ordersSince,
    `select o.id from orders o,
       lateral (select coalesce(sum(l.net * g.codes / l.quantity), 0) as worth from order_lines l, lateral (
           select count(*) as codes from gift_cards g where g.order_id = l.order_id and g.position = l.position and g.voided_at is null) g
         where l.order_id = o.id and g.codes > 0) sold,
       lateral (select coalesce(sum(p.amount), 0) as amount from payments p where p.order_id = o.id and p.status in ('pending', 'approved')) p,
       lateral (select coalesce(sum(c.amount), 0) as amount from points_certificates c where c.order_id = o.id) c,
       lateral (select coalesce(sum(r.amount) filter (where r.destination not in ('bill', 'owed_less')), 0) + coalesce(sum(r.points_amount + r.gift_card_amount), 0) as amount
         from refunds r where r.order_id = o.id) back
     where o.id >= $1 and o.status not in ('void', 'canceled') and sold.worth > 0 and p.amount + c.amount + o.gift_cards - back.amount < floor(sold.worth)`,
  ),
  invariant(
    'gift-card-balance',
    'The balance of a gift card equals the sum of its movements. Its original amount equals its first movement (DEC-199)',
    (reach: Reach) => [reach.name === 'everything', reach.since] as const,
    `select o.number::text || '/' || g.last_four as id from gift_cards g left join refunds f on f.id = g.refund_id join orders o on o.id = coalesce(g.order_id, f.order_id),
       lateral (select coalesce(sum(amount), 0) as left_on, coalesce(sum(amount) filter (where kind = 'issued'), 0) as issued
         from gift_card_movements m where m.card_id = g.id) m
     where ($1 or g.issued_at >= $2 or g.id in (select card_id from gift_card_movements where at >= $2))
       and (g.balance, g.amount) <> (m.left_on, m.issued)`,
  ),
  invariant(
    'gift-card-of-refund',
    'A refund to a gift card is done and has exactly one card of its amount. Other refunds have no card (WORK-20)',
    ordersSince,
    `select coalesce(r.order_id, g.order_id, g.refund_id) as id
     from (select id, order_id, amount, state from refunds where order_id >= $1 and destination = 'giftCard' and amount > 0) r
     full join (select g.refund_id, f.order_id, sum(g.amount) as amount, count(*) as cards from gift_cards g left join refunds f on f.id = g.refund_id
       where g.refund_id is not null and g.voided_at is null and (f.order_id is null or f.order_id >= $1) group by 1, 2) g on g.refund_id = r.id
     where (r.state, g.cards, r.amount) is distinct from ('done'::refund_state, 1::bigint, g.amount)`,
  ),
  invariant(
    'gift-cards-of-order',
    'The gift card movements of an order match its gift card amount and its refunds. A void or canceled order returned the whole amount (DEC-199)',
    ordersSince,
    `select o.id from orders o,
       lateral (select coalesce(-sum(amount) filter (where kind = 'taken'), 0) as taken, coalesce(-sum(amount), 0) as kept
         from gift_card_movements m where m.order_id = o.id) m
     where o.id >= $1 and (m.taken <> o.gift_cards or m.kept <> case when o.status in ('void', 'canceled') then 0 else
       o.gift_cards - (select coalesce(sum(r.gift_card_amount), 0) from refunds r where r.order_id = o.id) end)`,
  ),
  invariant(
    'money-of-gift-cards',
    'The amounts that gift cards paid and got back are the same in the order’s money movements and in the gift card movements',
    ordersSince,
    `select coalesce(m.order_id, g.order_id) as id
     from (select order_id, sum(amount) filter (where kind = 'gift_card_taken') as taken, sum(amount) filter (where kind = 'gift_card_given') as given
       from money_movements where order_id >= $1 and kind in ('gift_card_taken', 'gift_card_given') group by order_id) m
     full join (select order_id, -sum(amount) filter (where kind = 'taken') as taken, sum(amount) filter (where kind = 'given') as given
       from gift_card_movements where order_id >= $1 group by order_id) g on g.order_id = m.order_id
     where (m.taken, m.given) is distinct from (g.taken, g.given)`,
  ),
];
