import { type Invariant, invariant, ordersSince, type Reach, stuckBefore } from './invariant.ts';

/** Confirmed and not canceled. */
const stands = `o.status in ('processing', 'shipped', 'delivered')`;

const payments = (condition: string): string =>
  `(select count(*) from payments p where p.order_id = o.id and ${condition})`;

export const paymentInvariants: readonly Invariant[] = [
  invariant(
    'card-order-paid-once',
    'A confirmed card order has exactly one approved payment, of its total',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and ${stands} and o.payment_type in ('Card', 'CardInstallments')
       and (${payments(`p.status = 'approved'`)} <> 1
         or ${payments(`p.status = 'approved' and p.amount = o.total`)} <> 1)`,
  ),
  invariant(
    'cash-order-recorded-once',
    'A confirmed cash order has exactly one payment, in cash and of its total',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and ${stands} and o.payment_type = 'Cash'
       and (${payments('true')} <> 1
         or ${payments(`p.kind = 'Cash' and p.status in ('pending', 'approved') and p.amount = o.total`)} <> 1)`,
  ),
  invariant(
    'placing-order-pending-once',
    'An order being placed has exactly one payment, pending and of its total',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and o.status in ('placing', 'voiding')
       and (${payments('true')} <> 1 or ${payments(`p.status = 'pending' and p.amount = o.total`)} <> 1)`,
  ),
  invariant(
    'void-order-unpaid',
    'An order that came to nothing has no payment that is approved or pending',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and o.status = 'void' and ${payments(`p.status in ('approved', 'pending')`)} > 0`,
  ),
  invariant(
    'canceled-order-unpaid',
    'A canceled order has no payment that is approved or pending: it was refused, or is given back',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and o.status = 'canceled' and ${payments(`p.status in ('approved', 'pending')`)} > 0`,
  ),
  invariant(
    'reversal-of-void-order',
    'A charge is being reversed, or was, only when its order came to nothing',
    ordersSince,
    `select o.id from orders o
     where o.id >= $1 and o.status not in ('void', 'canceled') and ${payments(`p.status in ('reversing', 'reversed')`)} > 0`,
  ),
  invariant(
    'reversal-not-stuck',
    'No reversal is due for more than five minutes',
    (reach: Reach) => [stuckBefore(reach)] as const,
    `select order_id as id from payments where status = 'reversing' and reversing_since < $1`,
  ),
];
