import { firstPartySellerId } from '@ceiba/domain/carts/cart-line';
import type { LoyaltyDocument } from '@ceiba/domain/loyalty/document';
import type { EarningLine } from '@ceiba/domain/points/earned-points';
import type { Tx } from '../platform/db/database.ts';
import type { OrderLineKind } from '../platform/db/line-kinds.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';
import { missingAtDoor, setOffOf } from '../refunds/order-to-refund.store.ts';

const selectDue = statement(
  'points.due-orders',
  'select order_id from points_due where due_at <= $1 order by due_at, order_id limit $2',
);

/** Lists orders whose entries must be checked now, longest wait first. */
export const listDueOrders = async (tx: Tx, now: Date, limit: number): Promise<string[]> =>
  (await selectDue(tx, [now, limit])).map(({ orderId }) => orderId);

/** A line with its entry. `entry`: null if the line has none yet. */
export interface JudgedLine extends EarningLine {
  position: number;
  deliveredAt: Date | null;
  entry: { state: 'none' | 'crediting' | 'credited' | 'refused'; points: number; takenBack: number } | null;
}

const lockOrder = statement(
  'points.lock-judged-order',
  `select o.status,
     -- A customer is a member if the program has answered the registration, or if their DPI is a member's.
     exists (select from customers c where c.id = o.customer_id and c.has_loyalty) as is_member,
     exists (select from shipments s where s.order_id = o.id and s.state = 'delivered' and ${missingAtDoor} > 0) as is_short,
     exists (select from shipments s where s.order_id = o.id and s.state = 'delivered' and s.cash_written_off > ${setOffOf}) as is_written_off,
     exists (select from points_due d where d.order_id = o.id) as is_due
   from orders o where o.id = $1 for update of o`,
);

/**
 * Locks an order and reads it. `isPaid`: all delivered goods are paid. `isWrittenOff`: missing cash was written off, and no refund has
 * offset it since (CASH-07).
 */
export async function lockJudgedOrder(
  tx: Tx,
  orderId: string,
): Promise<{ isPaid: boolean; isWrittenOff: boolean; isMember: boolean; isDue: boolean } | undefined> {
  const [row] = await lockOrder(tx, [orderId]);
  if (row === undefined) return undefined;
  const isPaid = ['processing', 'shipped', 'delivered'].includes(row.status) && !row.isShort;
  return { isPaid, isWrittenOff: row.isWrittenOff, isMember: row.isMember, isDue: row.isDue };
}

const selectLines = statement(
  'points.judged-lines',
  `select l.position, line_kind(l.kind) as kind, l.seller_id, l.quantity, l.refunded,
     greatest(0, l.unit_price * l.quantity - l.discount - (l.points_share - l.warranty_points)) as charged,
     coalesce(d.delivered, 0)::integer as delivered, d.delivered_at, e.state, coalesce(e.points, 0) as points,
     (select coalesce(sum(t.points), 0) from points_takebacks t
       where t.order_id = l.order_id and t.position = l.position)::integer as taken_back
   from order_lines l
     left join points_entries e on e.order_id = l.order_id and e.position = l.position
     left join lateral (
       select sum(sl.quantity - sl.canceled - sl.missing) as delivered, max(s.ended_at) as delivered_at
       from shipment_lines sl join shipments s on s.order_id = sl.order_id and s.n = sl.n
       where sl.order_id = l.order_id and sl.position = l.position and s.state = 'delivered') d on true
   where l.order_id = $1 order by l.position`,
  { kind: neverNull<OrderLineKind>() },
);

export const listJudgedLines = async (tx: Tx, orderId: string): Promise<JudgedLine[]> =>
  (await selectLines(tx, [orderId])).map((row) => ({
    position: row.position,
    isFirstPartyGoods: row.kind === 'goods' && row.sellerId === firstPartySellerId,
    quantity: row.quantity,
    refunded: row.refunded,
    delivered: row.delivered,
    deliveredAt: row.deliveredAt,
    chargedForGoods: row.charged,
    entry: row.state === null ? null : { state: row.state, points: row.points, takenBack: row.takenBack },
  }));

const insertEntry = statement(
  'points.insert-entry',
  `insert into points_entries (order_id, position, points, state, settle_after)
   values ($1, $2, $3, case when $3::integer = 0 then 'none' else 'crediting' end, case when $3::integer > 0 then clock_timestamp() end)
   on conflict do nothing`,
);

/** Writes the only entry of a line. If it has points, the program will be asked to credit them. */
export const writeEntry = async (tx: Tx, orderId: string, position: number, points: number): Promise<void> => {
  await insertEntry(tx, [orderId, position, points]);
};

const insertTakeback = statement(
  'points.insert-takeback',
  'insert into points_takebacks (order_id, position, points) values ($1, $2, $3)',
);

/** Writes how many points (1 or more) of a credit must be removed. */
export const writeTakeback = async (tx: Tx, orderId: string, position: number, points: number): Promise<void> => {
  await insertTakeback(tx, [orderId, position, points]);
};

const endDue = statement(
  'points.end-due',
  `with judged as (delete from points_due where order_id = $1 and $2::timestamptz is null)
   update points_due set due_at = $2 where order_id = $1 and $2::timestamptz is not null`,
);

/** Marks the order as checked. `again`: the time at which it must be checked again. */
export const endDueOrder = async (tx: Tx, orderId: string, again: Date | null): Promise<void> => {
  await endDue(tx, [orderId, again]);
};

/** A credit to request. `document`: null if the buyer is no longer a member. */
export interface CreditDue {
  orderId: string;
  position: number;
  key: string;
  points: number;
  document: LoyaltyDocument | null;
}

const leaseCredits = statement(
  'points.lease-credits',
  `with due as (
     select order_id, position from points_entries where settle_after <= $1 order by settle_after limit $3
     for update skip locked),
   leased as (
     update points_entries e set settle_after = greatest($1, clock_timestamp()) + $2::integer * interval '1 millisecond'
     from due where e.order_id = due.order_id and e.position = due.position
     returning e.order_id, e.position, e.key, e.points)
   select leased.*, coalesce(m.document_type, case when c.dpi is not null then 'DPI' end) as document_type,
     coalesce(m.document_id, c.dpi) as document_id
   from leased join orders o on o.id = leased.order_id
     left join customers c on c.id = o.customer_id and c.has_loyalty
     left join loyalty_members m on m.customer_id = c.id and m.registered_at is not null`,
  { documentType: column<LoyaltyDocument['documentType']>() },
);

/** Claims due credits for `leaseMs` milliseconds, so that no other node requests them during that time. */
export const leaseCreditsDue = async (tx: Tx, due: Date, leaseMs: number, limit: number): Promise<CreditDue[]> =>
  (await leaseCredits(tx, [due, leaseMs, limit])).map(({ orderId, documentType, documentId, ...row }) => ({
    ...row,
    orderId,
    document: documentType === null || documentId === null ? null : { documentType, documentId },
  }));

const endCredit = statement(
  'points.end-credit',
  `with ended as (
     update points_entries set state = $2, settle_after = null where key = $1 and state = 'crediting'
     returning order_id, position, key),
   -- Points that were never credited are not taken back.
   dropped as (delete from points_takebacks t using ended
     where $2 = 'refused' and t.order_id = ended.order_id and t.position = ended.position)
   select key from ended`,
);

/** Records the program's result. Returns false if a result was recorded before. */
export const endCreditDue = async (tx: Tx, key: string, state: 'credited' | 'refused'): Promise<boolean> =>
  (await endCredit(tx, [key, state])).length === 1;

/** A part of a credit that must be removed. */
export interface TakebackDue {
  key: string;
  creditKey: string;
  points: number;
}

const leaseTakebacks = statement(
  'points.lease-takebacks',
  `with due as (
     select t.key, e.key as credit_key from points_takebacks t
       join points_entries e on e.order_id = t.order_id and e.position = t.position
     where t.settle_after <= $1 and e.state = 'credited' order by t.settle_after limit $3
     for update of t skip locked)
   update points_takebacks t set settle_after = greatest($1, clock_timestamp()) + $2::integer * interval '1 millisecond'
   from due where t.key = due.key returning t.key, due.credit_key, t.points`,
);

/** Like `leaseCreditsDue`, for removals from credits that the program has made. */
export const leaseTakebacksDue = async (tx: Tx, due: Date, leaseMs: number, limit: number): Promise<TakebackDue[]> =>
  await leaseTakebacks(tx, [due, leaseMs, limit]);

const endTakeback = statement(
  'points.end-takeback',
  'update points_takebacks set settle_after = null where key = $1 and settle_after is not null returning key',
);

/** Records that the program has removed the points. Returns false if this was recorded before. */
export const endTakebackDue = async (tx: Tx, key: string): Promise<boolean> =>
  (await endTakeback(tx, [key])).length === 1;
