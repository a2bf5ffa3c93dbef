import type { Centavos } from '@ceiba/domain/money/money';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import type { RefundDestination } from '@ceiba/domain/refunds/refund';
import type { OrderConfirmation } from '../notifications/order-mails.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';
import { amountDueSql, type Refund, refundOf } from './refunds.store.ts';

/** The order of a refund, with the fields that mails about the refund show. */
interface RefundedOrder extends Pick<OrderConfirmation, 'number' | 'firstName' | 'payment' | 'total'> {
  status: OrderStatus;
  /** Empty if the buyer has closed the account. Then no mail is sent. */
  email: string;
  /** The store of the advisor who placed the order. Null if no advisor did. */
  payAt: string | null;
  /** The amount that the buyer still has to pay for the order. */
  owed: Centavos;
}

/** A refund as its mail to the buyer describes it. */
export interface MailedRefund extends Refund {
  order: RefundedOrder;
  /** The part of the units' worth that was set off against missing cash. */
  shortfall: Centavos;
  lines: { quantity: number; title: string }[];
  state: 'due' | 'sent' | 'done';
  /** The reason. Null if the refund has none. */
  reason: string | null;
  /** The acquirer account of the charge (`PaymentGateway.account`). Null if there was no acquirer. */
  acquirer: string | null;
  /** Points that go back to the buyer. `areGiven`: the program has confirmed this. Null if no points go back. */
  mailedPoints: { program: string; points: number; areGiven: boolean } | null;
}

/** SQL: the part of the worth of a refund's (r) units that was set off against missing cash, in centavos. */
export const mailedShortfall =
  '(select coalesce(sum(f.shortfall), 0)::bigint from refund_lines f where f.refund_id = r.id)';

/** SQL: the points of a refund (r) for mails. Null if no points go back. */
export const mailedPoints = `(select json_build_object('program', c.program, 'points', r.points, 'areGiven', r.points_given_at is not null)
  from points_certificates c where c.order_id = r.order_id and r.points > 0)`;

/** SQL: whether the buyer of the order (o) has confirmed its e-mail. */
export const isBuyerProven = `exists (
  select from customers c where c.id = o.customer_id and c.email = o.email and c.email_confirmed_at is not null)`;

/** SQL: the store of the advisor who placed the order (o). Null if no advisor did. */
export const advisorStore = `(select t.name from carts k join advisors a on a.hash = k.advisor_hash
  join stores t on t.store_code = a.store_code where k.id = o.cart_id)`;

const selectMailed = statement(
  'refunds.mailed',
  `select r.id, r.amount, refund_destination(r.destination) as destination, r.state, r.reason, r.points_amount, r.points, r.gift_card_amount,
     (select p.acquirer from payments p where p.id = r.payment_id) as acquirer,
     ${mailedShortfall} as shortfall, ${mailedPoints} as "mailedPoints",
     (select coalesce(json_agg(json_build_object('quantity', f.quantity, 'title', l.title) order by f.position), '[]')
        from (select position, sum(quantity)::integer as quantity from refund_lines where refund_id = r.id group by position) f
          join order_lines l on l.order_id = r.order_id and l.position = f.position) as lines,
     o.number, o.status, o.email, case when ${isBuyerProven} then o.contact ->> 'firstName' end as first_name, o.total,
     json_build_object('type', o.payment_type, 'plan', o.payment_plan, 'brand', p.card_brand, 'masked', p.card_masked) as payment,
     ${advisorStore} as pay_at, ${amountDueSql} as owed
   from refunds r join orders o on o.id = r.order_id join payments p on p.order_id = o.id
   where r.id = $1 and o.number is not null`,
  {
    destination: neverNull<RefundDestination>(),
    state: column<MailedRefund['state']>(),
    status: column<OrderStatus>(),
    mailedPoints: column<MailedRefund['mailedPoints']>(),
    lines: column<MailedRefund['lines']>(),
    number: neverNull(),
    payment: neverNull<OrderConfirmation['payment']>(),
  },
);

/** @throws if the refund does not exist */
export async function findMailedRefund(tx: Tx, refundId: string): Promise<MailedRefund> {
  const [found] = await selectMailed(tx, [refundId]);
  if (found === undefined) throw new Error(`refund ${refundId} does not exist`);
  const { number, status, email, firstName, total, payment, payAt, owed, ...refund } = found;
  const facts = { ...{ status, email, firstName, payment, payAt }, total, owed };
  return {
    ...refundOf(refund),
    shortfall: refund.shortfall,
    order: { number: String(number), ...facts },
  };
}
