import { refundList } from '@ceiba/contract/desk/lists/refunds';
import { readNumberPart } from '@ceiba/domain/orders/order';
import type { RefundDestination } from '@ceiba/domain/refunds/refund';
import type { refundStateLabels } from '@ceiba/domain/refunds/refund-labels';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { refundAmountOf, unitsWorthOf } from './refund-figures.ts';
import { wireRefundDestinations } from './refund-words.ts';

const whole = refundAmountOf('r');
const author = `case r.actor ->> 'kind' when 'staff' then coalesce((select name from staff_members where id::text = r.actor ->> 'id'), '')
  when 'customer' then 'Cliente' when 'job' then 'Sistema' else coalesce(r.actor ->> 'id', '') end`;

/** SQL: compares the state as an enum. A comparison as text could use no index. */
const stateIs = (states: unknown) => (p: (value: unknown) => string) =>
  `r.state = any (${p(states)}::text[]::refund_state[])`;

const listed =
  'id, order_id, created_at, amount, points_amount, gift_card_amount, destination, state, reason, actor, done_at, courtesy_reason';

/** SQL: refunds, and requests that wait for approval or were rejected. Both tables have indexes for the list: newest first, and by state. */
const refundsAndRequests = `(select ${listed} from refunds
  union all select id, order_id, created_at, amount, 0::bigint, 0::bigint, destination, state, reason, actor, null::timestamptz, asked ->> 'courtesyReason'
    from refund_requests where state <> 'done')`;

/** SQL: the name of the person who decided a refund (r) that waited for approval. */
const decider = '(select m.name from refund_requests q join staff_members m on m.id = q.decided_by where q.id = r.id)';

/** SQL: the documented word of a refund's (r) destination, which the list shows and filters by. */
const wireDestination = `case when is_owed_less(r.destination) then '${wireRefundDestinations.owed_less}' else r.destination end`;

/** The source of the desk's list of refunds. */
export const refundSource: ListSource<typeof refundList> = {
  list: refundList,
  from: `from ${refundsAndRequests} r left join orders o on o.id = r.order_id left join order_rows w on w.number = o.number`,
  key: { sql: 'r.id', type: 'uuid' },
  columns: {
    orderNumber: 'o.number::text',
    createdAt: 'r.created_at',
    amount: whole,
    money: 'r.amount',
    points: 'r.points_amount',
    giftCards: 'r.gift_card_amount',
    to: wireDestination,
    state: 'r.state::text',
    reason: 'r.reason',
    by: author,
    doneAt: 'r.done_at',
    decidedBy: decider,
    courtesyReason: 'r.courtesy_reason',
  },
  filters: { state: stateIs, to: wireDestination, created: 'r.created_at', amount: whole },
  search: (words) => (p) =>
    `r.order_id in (select id from orders where number in (select orders_ending(${p(readNumberPart(words)?.digits ?? null)}::text)))`,
  stores: 'w.stores',
};

/** A refund with its lines. Amounts in centavos, moments of the database. */
export interface DeskRefundRow {
  id: string;
  number: number;
  stores: string[];
  amount: number;
  pointsAmount: number;
  giftCardAmount: number;
  shipping: number;
  donation: number;
  goodwill: number;
  destination: RefundDestination;
  state: keyof typeof refundStateLabels;
  reason: string | null;
  by: string;
  createdAt: Date;
  doneAt: Date | null;
  reference: string | null;
  refusalCode: string | null;
  courtesyReason: string | null;
  /** Id of the staff member who requested the refund. Null if none did. */
  staffId: string | null;
  /** The decision about a refund that waited for approval: the person, the moment, and the reason of a rejection. */
  decidedBy: string | null;
  decidedAt: Date | null;
  rejection: string | null;
  lines: { line: number; sku: string; title: string; quantity: number; amount: number }[];
}

const select = statement(
  'refunds.desk-refund',
  `select r.id, o.number, w.stores, r.amount, r.points_amount, r.gift_card_amount, r.shipping, r.donation, r.goodwill, refund_destination(r.destination) as destination, r.state, r.reason,
     ${author} as by, r.created_at, r.done_at, r.reference, r.refusal_code, r.courtesy_reason, r.actor ->> 'id' as staff_id,
     ${decider} as decided_by, (select decided_at from refund_requests q where q.id = r.id) as decided_at, null::text as rejection,
     (select coalesce(json_agg(json_build_object('line', f.position, 'sku', l.sku, 'title', l.title, 'quantity', f.quantity, 'amount', f.amount)
        order by f.position), '[]')
        from (select position, sum(quantity)::integer as quantity, sum(${unitsWorthOf('u')})::bigint as amount from refund_lines u where u.refund_id = r.id group by position) f
          join order_lines l on l.order_id = r.order_id and l.position = f.position) as lines
   from refunds r join orders o on o.id = r.order_id join order_rows w on w.number = o.number where r.id::text = $1
   union all
   select r.id, o.number, w.stores, (t.money)::bigint, t."pointsAmount", t."giftCardAmount", t.shipping, t.donation, t.goodwill, refund_destination(r.destination), r.state, r.reason,
     ${author}, r.created_at, null, null, null, r.asked ->> 'courtesyReason', r.actor ->> 'id', ${decider}, r.decided_at, r.rejection,
     (select coalesce(json_agg(json_build_object('line', f.position, 'sku', l.sku, 'title', l.title, 'quantity', f.quantity, 'amount', f.amount)
        order by f.position), '[]')
        from (select position, sum(quantity)::integer as quantity, sum(${unitsWorthOf('x')})::bigint as amount
          from jsonb_to_recordset(t.lines) as x (position integer, quantity integer, amount bigint, shortfall bigint) group by position) f
          join order_lines l on l.order_id = r.order_id and l.position = f.position)
   from refund_requests r join orders o on o.id = r.order_id join order_rows w on w.number = o.number,
     jsonb_to_record(r.asked -> 'told') as t (money bigint, "pointsAmount" bigint, "giftCardAmount" bigint, shipping bigint, donation bigint,
       goodwill bigint, lines jsonb)
   where r.id::text = $1 and r.state <> 'done'`,
  {
    number: neverNull(),
    amount: neverNull(),
    pointsAmount: neverNull(),
    giftCardAmount: neverNull(),
    shipping: neverNull(),
    donation: neverNull(),
    goodwill: neverNull(),
    destination: neverNull<RefundDestination>(),
    lines: column<{ line: number; sku: string; title: string; quantity: number; amount: number }[]>(),
  },
);

export const findDeskRefund = async (tx: Tx, id: string): Promise<DeskRefundRow | undefined> =>
  (await select(tx, [id]))[0];
