import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { statement, type Tx } from '../platform/db/database.ts';
import { type Refund, type RefundRow, refundOf } from './refunds.store.ts';

/** What a refund is told its buyer by. */
export interface MailedRefund extends Refund {
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

const selectTold = statement<
  RefundRow & {
    state: MailedRefund['state'];
    reason: string | null;
    acquirer: string | null;
    shortfall: number;
    toldPoints: MailedRefund['toldPoints'];
    lines: MailedRefund['lines'];
  },
  [refund: string]
>(
  'refunds.told',
  `select r.id, r.amount, r.destination, r.state, r.reason, r.points_amount, r.points, r.gift_card_amount,
     (select p.acquirer from payments p where p.id = r.payment_id) as acquirer,
     ${toldShortfall} as shortfall, ${toldPoints} as "toldPoints",
     (select coalesce(json_agg(json_build_object('quantity', f.quantity, 'title', l.title) order by f.position), '[]')
        from (select position, sum(quantity)::integer as quantity from refund_lines where refund_id = r.id group by position) f
          join order_lines l on l.order_id = r.order_id and l.position = f.position) as lines
   from refunds r where r.id = $1`,
);

export async function findMailedRefund(tx: Tx, refundId: string): Promise<MailedRefund | undefined> {
  const [row] = await selectTold(tx, [refundId]);
  if (row === undefined) return undefined;
  return { ...refundOf(row), shortfall: centavos(row.shortfall) };
}
