import type { Actor } from '@ceiba/domain/actors/actor';
import type { ReturnFate } from '@ceiba/domain/returns/return-outcome';
import type { ReturnReason } from '@ceiba/domain/returns/return-window';
import { statement, type Tx } from '../platform/db/database.ts';
import { refundAmountOf } from '../refunds/refund-figures.ts';

/** SQL of what may be returned of a line of an order, by the aliases `l` of order_lines and `p` of products. */

/** Whether it can be at all: gift cards cannot (DEC-142). */
export const isReturnable = `p.kind <> 'gift_card'`;

/** Units that were asked to be returned; those of a return that was rejected or canceled may be asked for again. */
export const returnedUnits = `(select coalesce(sum(r.quantity), 0)::int from returns r
  where r.order_id = l.order_id and r.position = l.position and r.rejected_at is null and r.canceled_at is null)`;

/** A line of an own order, as far as a return asks about it. */
export interface BoughtLine {
  orderId: string;
  position: number;
  title: string;
  isReturnable: boolean;
  bought: number;
  /** Units of it that were asked for before. */
  returned: number;
  /** When its shipment was handed over; null while it was not. */
  deliveredAt: Date | null;
  email: string;
}

interface LineRow {
  order_id: string;
  position: number;
  title: string;
  is_returnable: boolean;
  bought: number;
  returned: number;
  delivered_at: Date | null;
  email: string;
}

const selectLines = statement<LineRow, [number: string, customer: string | null, sku: string]>(
  'returns.lines-of-order',
  `select o.id as order_id, l.position, l.title, ${isReturnable} as is_returnable, coalesce(d.units, l.quantity - l.canceled)::int as bought,
     ${returnedUnits} as returned, d.delivered_at,
     o.email
   from orders o
   left join order_lines l on l.order_id = o.id and l.sku = $3
   left join products p on p.id = l.product_id
   -- Of a line that goes with several shipments what was handed over.
   left join lateral (select sum(u.quantity - u.canceled) as units, max(s.ended_at) as delivered_at
     from shipment_lines u join shipments s on s.order_id = u.order_id and s.n = u.n and s.state = 'delivered'
     where u.order_id = l.order_id and u.position = l.position) d on true
   where o.number = $1 and ($2::uuid is null or o.customer_id = $2)
   order by l.position`,
);

/**
 * The lines of an own order with this sku, which may be none; undefined when the customer has no such order. `customerId` null: whoever's it is,
 * for somebody of the desk.
 */
export async function findBoughtLines(
  tx: Tx,
  { orderNumber, customerId, sku }: { orderNumber: string; customerId: string | null; sku: string },
): Promise<BoughtLine[] | undefined> {
  const rows = await selectLines(tx, [orderNumber, customerId, sku]);
  if (rows.length === 0) return undefined;
  return rows
    .filter(({ position }) => position !== null)
    .map((row) => ({
      orderId: row.order_id,
      position: row.position,
      title: row.title,
      isReturnable: row.is_returnable,
      bought: row.bought,
      returned: row.returned,
      deliveredAt: row.delivered_at,
      email: row.email,
    }));
}

/** A return as far as a request that comes again must be like it. */
export interface KnownReturn {
  number: number;
  sku: string;
  quantity: number;
  reason: ReturnReason;
  description: string;
  images: number;
}

const selectByKey = statement<KnownReturn, [number: string, customer: string, key: string]>(
  'returns.by-request-key',
  `select r.number, l.sku, r.quantity, r.reason, r.description,
     (select count(*)::int from return_pictures p where p.return_id = r.id) as images
   from returns r join orders o on o.id = r.order_id
     join order_lines l on l.order_id = r.order_id and l.position = r.position
   where o.number = $1 and o.customer_id = $2 and r.request_key = $3`,
);

/** The return that was made with this key before. */
export const findReturnByKey = async (
  tx: Tx,
  { orderNumber, customerId, requestKey }: { orderNumber: string; customerId: string; requestKey: string },
): Promise<KnownReturn | undefined> => (await selectByKey(tx, [orderNumber, customerId, requestKey]))[0];

interface ReturnToWrite {
  id: string;
  orderId: string;
  position: number;
  quantity: number;
  reason: ReturnReason;
  description: string;
  requestKey: string | undefined;
  /** Who asks in its buyer's name; undefined: its buyer does. */
  askedBy?: Actor;
}

const insertRow = statement<
  { number: number },
  [
    id: string,
    order: string,
    position: number,
    quantity: number,
    reason: string,
    description: string,
    key: string | null,
    now: Date,
    askedBy: Actor | null,
  ]
>(
  'returns.insert',
  `insert into returns (id, order_id, position, quantity, reason, description, request_key, requested_at, asked_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb) returning number`,
);

/** Answers the number it was given. */
export async function insertReturn(tx: Tx, written: ReturnToWrite, now: Date): Promise<number> {
  const { id, orderId, position, quantity, reason, description, requestKey = null, askedBy = null } = written;
  const values = [id, orderId, position, quantity, reason, description, requestKey, now, askedBy] as const;
  const [row] = await insertRow(tx, [...values]);
  if (row === undefined) throw new Error('a return was not written');
  return row.number;
}

/** Whether refund `d` was made for return `r`: by its cause key, as `decideReturn` writes it. */
export const isRefundOf = `d.cause = 'return' and starts_with(d.cause_key, 'return D-' || r.number || ':')`;

/** A return as its customer is shown it, by the columns of its statement. */
export interface OwnReturnRow {
  number: number;
  order_number: number;
  title: string;
  sku: string;
  picture_url: string;
  quantity: number;
  reason: ReturnReason;
  description: string;
  requested_at: Date;
  received_at: Date | null;
  approved_at: Date | null;
  rejected_at: Date | null;
  canceled_at: Date | null;
  answer: string | null;
  sent_back_at: Date | null;
  sent_back_how: string | null;
  is_kept: boolean;
  images: number;
  outcomes: { fate: ReturnFate; quantity: number; reason: string | null; decidedAt: string }[];
  /** Centavos, of money and points. */
  refunded: number;
}

const columns = `r.number, o.number as order_number, l.title, l.sku, l.picture_url, r.quantity, r.reason, r.description,
  r.requested_at, r.received_at, r.approved_at, r.rejected_at, r.canceled_at, r.answer, r.sent_back_at, r.sent_back_how, r.is_kept,
  (select count(*)::int from return_pictures p where p.return_id = r.id) as images,
  (select coalesce(json_agg(json_build_object('fate', u.fate, 'quantity', u.quantity, 'reason', u.reason, 'decidedAt', u.decided_at)
     order by u.id), '[]') from return_outcomes u where u.return_id = r.id) as outcomes,
  (select coalesce(sum(${refundAmountOf('d')}), 0)::bigint from refunds d
     where d.order_id = r.order_id and ${isRefundOf}) as refunded`;

const selectOwn = statement<OwnReturnRow, [customer: string, before: number | null, most: number]>(
  'returns.of-customer',
  `select ${columns} from orders o
   join returns r on r.order_id = o.id
   join order_lines l on l.order_id = r.order_id and l.position = r.position
   where o.customer_id = $1 and r.number < coalesce($2::int, 2147483647)
   order by r.number desc limit $3`,
);

/** A customer's returns, newest first; those before that number, null = from the newest on. At most `most`. */
export const listOwnReturns = (
  tx: Tx,
  customerId: string,
  before: number | null,
  most: number,
): Promise<OwnReturnRow[]> => selectOwn(tx, [customerId, before, most]);

const selectPicture = statement<{ path: string }, [number: number, n: number, customer: string]>(
  'returns.own-picture',
  `select p.path from returns r join orders o on o.id = r.order_id join return_pictures p on p.return_id = r.id
   where r.number = $1 and p.n = $2 and o.customer_id = $3`,
);

/** Where an own return's picture is kept; undefined when the customer has no such return, or it no such picture. */
export const findOwnPicture = async (
  tx: Tx,
  { number, n, customerId }: { number: number; n: number; customerId: string },
): Promise<string | undefined> => (await selectPicture(tx, [number, n, customerId]))[0]?.path;

const cancelOwnRow = statement<{ number: number }, [number: number, customer: string, by: Actor, now: Date]>(
  'returns.cancel-own',
  // Behind whoever decides of it meanwhile: its order first, as everywhere.
  `with held as (
     select id from orders where id = (select order_id from returns where number = $1) and customer_id = $2 for update)
   update returns r set canceled_at = $4, answered_by = $3::jsonb from held
   where r.number = $1 and r.order_id = held.id
     and r.received_at is null and r.rejected_at is null and r.canceled_at is null returning r.number`,
);

/** A customer takes an own return back; false: there is none of theirs that has not ended or arrived (as `mayStep` of domain/src/returns/return-state.ts allows the desk). */
export const cancelOwnReturn = async (
  tx: Tx,
  { number, customerId, actor }: { number: number; customerId: string; actor: Actor },
  now: Date,
): Promise<boolean> => (await cancelOwnRow(tx, [number, customerId, actor, now])).length === 1;
