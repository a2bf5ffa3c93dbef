import { type Invariant, invariant, ordersSince, type Reach, stuckBefore } from './invariant.ts';

// The guard has its own copies of these lists. A rule that shares code with the shop would share the mistakes of that code
// (checks/src/guard-independence.test.ts).

/** Payment types of points programs (CONST-52). */
const pointsTypes: readonly string[] = ['MaxpointsPoints', 'VisanetPoints', 'BiPoints', 'BacPoints', 'PromericaPoints'];

/** Payment types of an order (DEC-104). A Coupon entry only repeats the order's discount. */
const orderTypes: readonly string[] = ['Card', 'CardInstallments', 'Cash', 'StorePayment', 'GiftCard', ...pointsTypes];

/** Possible first parts of the name of an acquirer's account. */
const acquirers: readonly string[] = ['bank', 'cybersource'];

/**
 * Maximum time that an order may wait for its payment at the store: 48 hours, and one hour more for the job that
 * cancels it (DEC-140).
 */
const longestUnpaidMs = 49 * 3_600_000;

/** SQL condition: the order is confirmed and not canceled. */
const stands = `o.status in ('processing', 'shipped', 'delivered')`;

/** The part of the total that an order's only payment covers (DEC-199). */
const rest = 'o.total - o.gift_cards';

const isCard = `kind in ('Card', 'CardInstallments')`;

/** The amount that was canceled before payment. The payment is lower by this amount. */
const owedLess = `(select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.destination in ('bill', 'owed_less'))`;

/**
 * The amount received by a payment (p). For cash, the amount that couriers and tills actually collected, even if it
 * differs from the amount due.
 */
const brought = `case when p.kind = 'Cash' then (
  select coalesce(sum(s.cash_collected), 0) from shipments s where s.order_id = p.order_id) else p.amount end`;

const payments = (condition: string): string =>
  `(select count(*) from payments p where p.order_id = o.id and (${condition}))`;

export const paymentInvariants: readonly Invariant[] = [
  invariant(
    'card-order-paid-once',
    'A confirmed card order has exactly one approved payment. It equals the total minus gift cards',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and (${stands} or o.status = 'undelivered') and o.payment_type in ('Card', 'CardInstallments')
       and (${payments(`p.status = 'approved'`)} <> 1
         or ${payments(`p.status = 'approved' and p.amount = ${rest}`)} <> 1)`,
  ),
  invariant(
    'cash-order-recorded-once',
    'A confirmed cash order has exactly one payment, in cash. It equals the total minus gift cards and minus the amount canceled before payment',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and ${stands} and o.payment_type = 'Cash'
       and (${payments('true')} <> 1
         or ${payments(`p.kind = 'Cash' and p.status in ('pending', 'approved') and p.amount = ${rest} - ${owedLess}`)} <> 1)`,
  ),
  invariant(
    'payment-as-ordered',
    'The payments of an order have the payment type and the plan of the order',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and o.status <> 'void' and ${payments('p.kind <> o.payment_type or p.plan <> o.payment_plan')} > 0`,
  ),
  invariant(
    'cash-paid-at-door',
    'The cash payment of an order is approved if and only if the order is delivered. It is refused if the order is undelivered (DEC-137)',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and ${stands} and o.payment_type = 'Cash'
       and (o.status = 'delivered') <> (${payments(`p.status = 'approved'`)} > 0)
     union all
     select o.id from orders o
     where o.id >= $1 and o.status = 'undelivered' and o.payment_type = 'Cash' and ${payments(`p.status <> 'refused'`)} > 0`,
  ),
  invariant(
    'money-of-payments',
    'The money movements of an order match its payments, shipments and refunds: the amounts received, paid out and due. Points and gift cards have separate rules',
    ordersSince,
    `select o.id from orders o,
       lateral (select
         coalesce(sum(amount) filter (where destination = 'origin' and state = 'done'), 0) as by_bank,
         coalesce(sum(amount) filter (where destination in ('till', 'transfer', 'giftCard') and state = 'done'), 0) as by_till,
         coalesce(sum(amount) filter (where destination not in ('bill', 'owed_less') and state <> 'done'), 0) as due,
         -- If true, the rest of a canceled order's charge is refunded. Its charge is not reversed.
         coalesce(bool_or(amount > 0 and destination not in ('bill', 'owed_less')), false) as is_refunded
         from refunds r where r.order_id = o.id) r,
       lateral (select
         coalesce(sum(amount) filter (where ${isCard} and status in ('approved', 'reversing', 'reversed')), 0) as captured,
         coalesce(sum(amount) filter (where ${isCard} and status = 'reversed' and not r.is_refunded), 0) as reversed,
         coalesce(sum(amount) filter (where kind = 'StorePayment' and status in ('approved', 'reversed')), 0) as at_till,
         coalesce(sum(amount) filter (where status = 'reversing'), 0) as due,
         (select coalesce(sum(s.cash_collected), 0) from shipments s where s.order_id = o.id) as in_cash,
         0 as otherwise
         from payments p where p.order_id = o.id) p,
       lateral (select
         coalesce(sum(amount) filter (where kind = 'capture'), 0) as captured,
         coalesce(sum(amount) filter (where kind = 'reversal'), 0) as reversed,
         coalesce(sum(amount) filter (where kind = 'refund'), 0) as by_bank,
         coalesce(sum(case kind when 'till_payment' then amount when 'till_refund' then -amount else 0 end), 0) as at_till,
         coalesce(sum(case kind when 'refund_due' then amount when 'reversal' then -amount when 'refund' then -amount when 'till_refund' then -amount else 0 end), 0) as due,
         coalesce(sum(case kind when 'cash_collected' then amount when 'cash_uncollected' then -amount else 0 end), 0) as in_cash,
         count(*) filter (where kind not in ('capture', 'reversal', 'refund', 'till_payment', 'till_refund', 'refund_due', 'cash_collected', 'cash_uncollected',
           'cash_written_off',
           'points_taken', 'points_given', 'gift_card_taken', 'gift_card_given')) as otherwise
         from money_movements m where m.order_id = o.id) m
     where o.id >= $1 and (p.captured, p.reversed, r.by_bank, p.at_till - r.by_till, p.due + r.due, p.in_cash, p.otherwise)
       <> (m.captured, m.reversed, m.by_bank, m.at_till, m.due, m.in_cash, m.otherwise)`,
  ),
  invariant(
    'money-of-order',
    'Each money movement of an order belongs to an order that exists',
    ordersSince,
    `select distinct order_id as id from money_movements m
     where order_id >= $1 and not exists (select from orders o where o.id = m.order_id)`,
  ),
  invariant(
    'charge-of-acquirer',
    'A charged card payment names the acquirer that charged it, so it can be found in the acquirer’s list',
    (reach: Reach) => [...ordersSince(reach), acquirers] as const,
    `select distinct order_id as id from payments
     where order_id >= $1 and ${isCard} and status in ('approved', 'reversing', 'reversed') and amount > 0
       and coalesce(split_part(acquirer, '/', 1) <> all ($2), true)`,
  ),
  invariant(
    'points-order-paid-once',
    'A confirmed order paid with points has a total of zero, one approved payment of zero, and a certificate of that program',
    (reach: Reach) => [...ordersSince(reach), pointsTypes] as const,
    `select o.id from orders o left join points_certificates c on c.order_id = o.id
     where o.id >= $1 and ${stands} and o.payment_type = any ($2)
       and (o.total <> 0 or c.program is distinct from o.payment_type or ${payments('true')} <> 1
         or ${payments(`p.status = 'approved' and p.amount = 0`)} <> 1)`,
  ),
  invariant(
    'gift-card-order-paid-once',
    'An order paid only with gift cards is paid in full by them, and has one approved payment of zero (DEC-199)',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and ${stands} and o.payment_type = 'GiftCard'
       and (o.total <> o.gift_cards or ${payments('true')} <> 1 or ${payments(`p.status = 'approved' and p.amount = 0`)} <> 1)`,
  ),
  invariant(
    'payment-type-known',
    'The payment type of an order is one that the shop accepts (DEC-104)',
    (reach: Reach) => [...ordersSince(reach), orderTypes] as const,
    'select id from orders where id >= $1 and payment_type <> all ($2)',
  ),
  invariant(
    'store-order-recorded-once',
    'An order paid at the store has exactly one payment: the total minus gift cards and amounts canceled before payment. It is pending until paid, then approved',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and o.payment_type = 'StorePayment' and (o.status = 'pending_payment' or ${stands})
       and (${payments('true')} <> 1 or ${payments(`p.kind = 'StorePayment' and p.amount = ${rest} - ${owedLess}
         and p.status = (case o.status when 'pending_payment' then 'pending' else 'approved' end)::payment_status`)} <> 1)`,
  ),
  invariant(
    'unpaid-order-not-stuck',
    'An order that waits for its payment at the store is paid or canceled within 49 hours',
    // An index finds all these orders, however old they are. The reach of `recent` is shorter than the time that an
    // order may wait.
    ({ now }: Reach) => [new Date(now.getTime() - longestUnpaidMs)] as const,
    `select o.id from orders o
     where o.status = 'pending_payment' and (o.placed_at < $1 or o.payment_type <> 'StorePayment')`,
  ),
  invariant(
    'placing-order-pending-once',
    'An order in placement has exactly one payment. It is pending and equals the total minus gift cards',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and o.status in ('placing', 'voiding')
       and (${payments('true')} <> 1 or ${payments(`p.status = 'pending' and p.amount = ${rest}`)} <> 1)`,
  ),
  invariant(
    'void-order-unpaid',
    'A void order has no approved or pending payment',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and o.status = 'void' and ${payments(`p.status in ('approved', 'pending')`)} > 0`,
  ),
  invariant(
    'canceled-order-unpaid',
    'A canceled order has no pending payment. An approved payment is allowed only if it is completely refunded, or its refund is due',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and o.status = 'canceled' and ${payments(`p.status = 'pending' or p.status = 'approved' and p.amount > (
       select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.destination not in ('bill', 'owed_less'))`)} > 0`,
  ),
  invariant(
    'reversal-of-void-order',
    'A charge is reversed only if its order is void or canceled',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and o.status not in ('void', 'canceled') and ${payments(`p.status in ('reversing', 'reversed')`)} > 0`,
  ),
  invariant(
    'till-money-not-reversed',
    'The bank is asked to reverse card charges only. Money that a till took is refunded at a till',
    ordersSince,
    `select p.order_id as id from payments p
     where p.order_id >= $1 and p.kind = 'StorePayment' and (p.status = 'reversing' or exists (
       select from order_events e where e.order_id = p.order_id and e.kind = 'charge_reversed'))`,
  ),
  invariant(
    'receipt-of-paid-order',
    'A till receipt belongs to an order that was paid at its store. A canceled order keeps its receipt only while a refund at a till is due',
    ordersSince,
    `select r.order_id as id from till_receipts r join orders o on o.id = r.order_id
     where r.order_id >= $1 and (o.payment_type <> 'StorePayment' or o.status not in ('processing', 'shipped', 'delivered', 'undelivered', 'canceled')
       or (o.status = 'canceled' and (r.freed_at is null) <> exists (
         select from refunds d where d.order_id = o.id and d.destination in ('till', 'transfer', 'giftCard') and d.state = 'due')) or ${payments(`p.status in ('approved', 'reversed')`)} = 0)`,
  ),
  invariant(
    'reversal-not-stuck',
    'A due reversal is done within five minutes',
    (reach: Reach) => [stuckBefore(reach)] as const,
    `select order_id as id from payments where status = 'reversing' and reversing_since < $1`,
  ),
  invariant(
    'card-removed',
    'The acquirer deletes a saved card within one day after the customer removed it (PROF-22)',
    ({ now }: Reach) => [new Date(now.getTime() - 24 * 3_600_000)] as const,
    'select id from saved_cards where removed_at < $1',
  ),
  invariant(
    'stray-money-returned',
    'A charge without an order that was to be reversed was reversed within five minutes (`ceiba payment reverse`)',
    (reach: Reach) => [stuckBefore(reach)] as const,
    `select c.reference as id from money_movements c
     where c.order_id is null and c.kind = 'capture' and c.at < $1
       and not exists (select from money_movements r where r.order_id is null and r.kind = 'reversal' and r.reference = c.reference)`,
  ),
  invariant(
    'kept-is-paid',
    'The amount paid or owed for an order, minus refunds, equals the value of the kept units, the delivery and the donation (WORK-18)',
    ordersSince,
    `select o.id from orders o,
       lateral (select coalesce(sum(net), 0) as worth from order_lines l where l.order_id = o.id) l,
       lateral (select coalesce(sum(f.amount), 0) as worth, coalesce(sum(f.shortfall), 0) as shortfall from refund_lines f where f.order_id = o.id) f,
       lateral (select coalesce(sum(amount), 0) as amount from points_certificates c where c.order_id = o.id) c,
       lateral (select coalesce(sum(amount) filter (where destination not in ('bill', 'owed_less')), 0) as amount,
           coalesce(sum(points_amount), 0) as points, coalesce(sum(gift_card_amount), 0) as gift_cards, coalesce(sum(shipping), 0) as shipping,
           coalesce(sum(donation), 0) as donation, coalesce(sum(goodwill), 0) as goodwill
         from refunds r where r.order_id = o.id) r,
       lateral (select coalesce(sum(amount), 0) as amount from payments p where p.order_id = o.id and p.status in ('pending', 'approved')) p
     -- For all other orders, the invariant on the totals covers this.
     where o.id in (select order_id from refunds where order_id >= $1) and (${stands} or o.status in ('pending_payment', 'undelivered'))
       and p.amount - r.amount + c.amount - r.points + o.gift_cards - r.gift_cards <> l.worth - f.worth + o.shipping - r.shipping + o.donation - r.donation - r.goodwill + f.shortfall`,
  ),
  invariant(
    'refund-within-payment',
    'Refunds do not exceed the amount paid: by a payment, by gift cards, by a points certificate, and per line',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and (
       ${payments(`${brought} < (select sum(r.amount) from refunds r where r.payment_id = p.id and r.destination not in ('bill', 'owed_less'))`)} > 0
       or (select coalesce(sum(r.gift_card_amount), 0) from refunds r where r.order_id = o.id) > o.gift_cards
       or (select coalesce(sum(r.points_amount), 0) from refunds r where r.order_id = o.id)
         > (select coalesce(sum(c.amount), 0) from points_certificates c where c.order_id = o.id)
       or (select count(*) from order_lines l, lateral (
           select coalesce(sum(quantity), 0) as units, coalesce(sum(amount), 0) as worth from refund_lines f
           where f.order_id = l.order_id and f.position = l.position) f
         where l.order_id = o.id and (f.units <> l.refunded or f.worth > l.net)) > 0)`,
  ),
  invariant(
    'refund-of-units',
    'A refund equals the value of its units, delivery, donation and goodwill. The refund of a canceled order’s rest completes the refund of the payment',
    ordersSince,
    `select r.order_id as id from refunds r
     where r.order_id >= $1 and case when r.cause_key = 'order'
       then exists (select from refund_lines f where f.refund_id = r.id) or r.destination not in ('bill', 'owed_less') and (
         select p.amount from payments p where p.id = r.payment_id) <> (
         select sum(other.amount) from refunds other where other.payment_id = r.payment_id and other.destination not in ('bill', 'owed_less'))
       else r.amount + r.points_amount + r.gift_card_amount <> r.shipping + r.donation + r.goodwill + (
         select coalesce(sum(f.amount - f.shortfall), 0) from refund_lines f where f.refund_id = r.id) end`,
  ),
  invariant(
    'refund-of-undelivered',
    'For an undelivered order, the delivery and the donation are also refunded, or taken off the amount owed',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and o.status = 'undelivered' and (o.shipping, o.donation) <> (
       select coalesce(sum(r.shipping), 0), coalesce(sum(r.donation), 0) from refunds r where r.order_id = o.id)`,
  ),
  invariant(
    'refund-on-paper',
    'The amounts that tills paid out for an order equal the amounts on their papers',
    ordersSince,
    `select coalesce(r.order_id, p.order_id) as id
     from (select order_id, sum(amount) as amount from refunds
       where order_id >= $1 and destination in ('till', 'transfer', 'giftCard') and state = 'done' and amount > 0 group by order_id) r
     full join (select order_id, sum(amount) as amount from till_papers where order_id >= $1 group by order_id) p using (order_id)
     where r.amount is distinct from p.amount`,
  ),
  invariant(
    'goodwill-of-order',
    'No more goodwill is set off than was given. Goodwill is set off only after everything else was refunded, except kept gift cards and a kept donation',
    ordersSince,
    `select order_id as id from refunds where order_id >= $1 group by order_id having sum(goodwill) < 0
     union
     select p.order_id from payments p,
       lateral (select sum(amount) as amount, bool_or(goodwill < 0) as is_set_off
         from refunds r where r.payment_id = p.id and r.destination not in ('bill', 'owed_less')) r,
       lateral (select coalesce(sum(ceil(l.net::numeric * (l.quantity - f.units) / l.quantity)), 0) as on_cards from order_lines l, lateral (
           select coalesce(sum(f.quantity), 0) as units from refund_lines f where f.order_id = l.order_id and f.position = l.position) f
         where l.order_id = p.order_id and (l.kind in ('giftCard', 'gift_card') or l.gift_card is not null)) kept,
       lateral (select o.donation - coalesce((select sum(d.donation) from refunds d where d.order_id = o.id), 0) as donation
         from orders o where o.id = p.order_id) given
     where p.order_id >= $1 and p.status = 'approved' and r.is_set_off and r.amount + kept.on_cards + given.donation < ${brought}`,
  ),
  invariant(
    'refund-not-stuck',
    'A refund to a card is sent within five minutes, and was not refused by the bank (a person must handle refused refunds)',
    (reach: Reach) => [stuckBefore(reach)] as const,
    `select order_id as id from refunds
     where created_at < $1 and (send_after is not null or refusal_code is not null and state = 'due')`,
  ),
];
