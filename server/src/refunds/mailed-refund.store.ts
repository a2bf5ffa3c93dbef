import { type Centavos, centavos } from '@ceiba/domain/money/money';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import type { OrderConfirmation } from '../notifications/order-mails.ts';
import { statement, type Tx } from '../platform/db/database.ts';
import { type Refund, type RefundRow, refundOf, stillToPay } from './refunds.store.ts';

/** The order of a refund, as far as mails about the refund tell it. */
interface RefundedOrder extends Pick<OrderConfirmation, 'number' | 'firstName' | 'payment' | 'total'> {
  status: OrderStatus;
  /** Empty: the buyer has closed the account, and no mail is sent. */
  email: string;
  /** The store of the advisor who placed it; null: none did. */
  payAt: string | null;
  /** The part of it that is still to be paid. */
  owed: Centavos;
}

/** A refund as its mail to the buyer describes it. */
export interface MailedRefund extends Refund {
  order: RefundedOrder;
  /** What of the worth of its units was set off. */
  shortfall: Centavos;
  lines: { quantity: number; title: string }[];
  state: 'due' | 'sent' | 'done';
  /** Why, where somebody said it. */
  reason: string | null;
  /** Whom the charge was asked of that it is taken from (`PaymentGateway.account`); null = nobody was. */
  acquirer: string | null;
  /** Points that go back; `areGiven`: their program has them back. Null where none do. */
  toldPoints: { program: string; points: number; areGiven: boolean } | null;
}

/** SQL: what of the worth of the units of a refund (r) was set off, in centavos. */
export const toldShortfall =
  '(select coalesce(sum(f.shortfall), 0)::bigint from refund_lines f where f.refund_id = r.id)';

/** SQL: the points of a refund (r) as its buyer is told of them; null: none go back. */
export const toldPoints = `(select json_build_object('program', c.program, 'points', r.points, 'areGiven', r.points_given_at is not null)
  from points_certificates c where c.order_id = r.order_id and r.points > 0)`;

/** SQL: whether the buyer of the order (o) has shown that its e-mail is theirs. */
export const isBuyerProven = `exists (
  select from customers c where c.id = o.customer_id and c.email = o.email and c.email_confirmed_at is not null)`;

/** SQL: the store of the advisor who placed the order (o); null: none did. */
export const advisorStore = `(select t.name from carts k join advisors a on a.hash = k.advisor_hash
  join stores t on t.store_code = a.store_code where k.id = o.cart_id)`;

const selectTold = statement<
  RefundRow & {
    state: MailedRefund['state'];
    reason: string | null;
    acquirer: string | null;
    shortfall: number;
    toldPoints: MailedRefund['toldPoints'];
    lines: MailedRefund['lines'];
    number: number;
    status: OrderStatus;
    email: string;
    first_name: string | null;
    total: number;
    payment: OrderConfirmation['payment'];
    pay_at: string | null;
    owed: number;
  },
  [refund: string]
>(
  'refunds.told',
  `select r.id, r.amount, r.destination, r.state, r.reason, r.points_amount, r.points, r.gift_card_amount,
     (select p.acquirer from payments p where p.id = r.payment_id) as acquirer,
     ${toldShortfall} as shortfall, ${toldPoints} as "toldPoints",
     (select coalesce(json_agg(json_build_object('quantity', f.quantity, 'title', l.title) order by f.position), '[]')
        from (select position, sum(quantity)::integer as quantity from refund_lines where refund_id = r.id group by position) f
          join order_lines l on l.order_id = r.order_id and l.position = f.position) as lines,
     o.number, o.status, o.email, case when ${isBuyerProven} then o.contact ->> 'firstName' end as first_name, o.total,
     json_build_object('type', o.payment_type, 'plan', o.payment_plan, 'brand', p.card_brand, 'masked', p.card_masked) as payment,
     ${advisorStore} as pay_at, ${stillToPay} as owed
   from refunds r join orders o on o.id = r.order_id join payments p on p.order_id = o.id
   where r.id = $1 and o.number is not null`,
);

/** @throws where there is no such refund */
export async function findMailedRefund(tx: Tx, refundId: string): Promise<MailedRefund> {
  const [found] = await selectTold(tx, [refundId]);
  if (found === undefined) throw new Error(`refund ${refundId} is not there`);
  const { number, status, email, first_name: firstName, total, payment, pay_at: payAt, owed, ...refund } = found;
  const told = { ...{ status, email, firstName, payment, payAt }, total: centavos(total), owed: centavos(owed) };
  return {
    ...refundOf(refund),
    shortfall: centavos(refund.shortfall),
    order: { number: String(number), ...told },
  };
}
