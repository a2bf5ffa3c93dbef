import type { Actor } from '@ceiba/domain/actors/actor';
import type { ReturnFate } from '@ceiba/domain/returns/return-outcome';
import type { ReturnReason } from '@ceiba/domain/returns/return-window';
import type { Tx } from '../platform/db/database.ts';
import { column, joinedWith, neverNull, type RowOf, statement } from '../platform/db/statement.ts';
import { refundAmountOf } from '../refunds/refund-figures.ts';

/** SQL about returnable units of an order line. Aliases: `l` of order_lines, `p` of products. */

/** SQL condition: the product can be returned. Gift cards cannot (DEC-142). */
export const isReturnable = `p.kind <> 'gift_card'`;

/** Units in return requests. Excludes rejected or canceled returns, whose units may be requested again. */
export const returnedUnits = `(select coalesce(sum(r.quantity), 0)::int from returns r
  where r.order_id = l.order_id and r.position = l.position and r.rejected_at is null and r.canceled_at is null)`;

/** A line of the customer's own order, with the fields that a return needs. */
export interface BoughtLine {
  orderId: string;
  position: number;
  title: string;
  isReturnable: boolean;
  bought: number;
  /** Units that were requested before. */
  returned: number;
  /** Time at which the line's shipment was handed over. Null before that. */
  deliveredAt: Date | null;
  email: string;
}

const selectLines = statement(
  'returns.lines-of-order',
  `select o.id as order_id, l.position, l.title, ${isReturnable} as is_returnable, coalesce(d.units, l.quantity - l.canceled)::int as bought,
     ${returnedUnits} as returned, d.delivered_at,
     o.email
   from orders o
   left join order_lines l on l.order_id = o.id and l.sku = $3
   left join products p on p.id = l.product_id
   -- A line may go with several shipments: the units that were handed over.
   left join lateral (select sum(u.quantity - u.canceled) as units, max(s.ended_at) as delivered_at
     from shipment_lines u join shipments s on s.order_id = u.order_id and s.n = u.n and s.state = 'delivered'
     where u.order_id = l.order_id and u.position = l.position) d on true
   where o.number = $1 and ($2::uuid is null or o.customer_id = $2)
   order by l.position`,
  { title: joinedWith('position'), isReturnable: joinedWith('position'), bought: joinedWith('position') },
);

/**
 * Returns the lines with this sku in the customer's own order, possibly none. Undefined if the customer has no such order.
 * `customerId` null: any order, for the desk.
 */
export async function findBoughtLines(
  tx: Tx,
  { orderNumber, customerId, sku }: { orderNumber: string; customerId: string | null; sku: string },
): Promise<BoughtLine[] | undefined> {
  const rows = await selectLines(tx, [orderNumber, customerId, sku]);
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ position, ...row }) => (position === null ? [] : [{ ...row, position }]));
}

/** The fields of a return that a repeated request must match. */
export type KnownReturn = RowOf<typeof selectByKey>;

const selectByKey = statement(
  'returns.by-request-key',
  `select r.number, l.sku, r.quantity, r.reason, r.description,
     (select count(*)::int from return_pictures p where p.return_id = r.id) as images
   from returns r join orders o on o.id = r.order_id
     join order_lines l on l.order_id = r.order_id and l.position = r.position
   where o.number = $1 and o.customer_id = $2 and r.request_key = $3`,
  { reason: column<ReturnReason>() },
);

/** Finds the return that was created with this key. */
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
  /** The person who requests the return for the buyer. Undefined if the buyer requests it. */
  askedBy?: Actor;
}

const insertRow = statement(
  'returns.insert',
  `insert into returns (id, order_id, position, quantity, reason, description, request_key, requested_at, asked_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb) returning number`,
);

/** Writes a return and returns its number. */
export async function insertReturn(tx: Tx, written: ReturnToWrite, now: Date): Promise<number> {
  const { id, orderId, position, quantity, reason, description, requestKey = null, askedBy = null } = written;
  const values = [id, orderId, position, quantity, reason, description, requestKey, now, askedBy] as const;
  const [row] = await insertRow(tx, [...values]);
  if (row === undefined) throw new Error('a return was not written');
  return row.number;
}

/** SQL: whether refund `d` was made for return `r`, by its cause key as `decideReturn` writes it. */
export const isRefundOf = `d.cause = 'return' and starts_with(d.cause_key, 'return D-' || r.number || ':')`;

/** A return as its customer sees it, by the columns of its statement. */
export interface OwnReturnRow {
  number: number;
  orderNumber: number;
  title: string;
  sku: string;
  pictureUrl: string;
  quantity: number;
  reason: ReturnReason;
  description: string;
  requestedAt: Date;
  receivedAt: Date | null;
  approvedAt: Date | null;
  rejectedAt: Date | null;
  canceledAt: Date | null;
  answer: string | null;
  sentBackAt: Date | null;
  sentBackHow: string | null;
  isKept: boolean;
  images: number;
  outcomes: { fate: ReturnFate; quantity: number; reason: string | null; decidedAt: string }[];
  /** In centavos, money and points together. */
  refunded: number;
}

const columns = `r.number, o.number as order_number, l.title, l.sku, l.picture_url, r.quantity, r.reason, r.description,
  r.requested_at, r.received_at, r.approved_at, r.rejected_at, r.canceled_at, r.answer, r.sent_back_at, r.sent_back_how, r.is_kept,
  (select count(*)::int from return_pictures p where p.return_id = r.id) as images,
  (select coalesce(json_agg(json_build_object('fate', u.fate, 'quantity', u.quantity, 'reason', u.reason, 'decidedAt', u.decided_at)
     order by u.id), '[]') from return_outcomes u where u.return_id = r.id) as outcomes,
  (select coalesce(sum(${refundAmountOf('d')}), 0)::bigint from refunds d
     where d.order_id = r.order_id and ${isRefundOf}) as refunded`;

const selectOwn = statement(
  'returns.of-customer',
  `select ${columns} from orders o
   join returns r on r.order_id = o.id
   join order_lines l on l.order_id = r.order_id and l.position = r.position
   where o.customer_id = $1 and r.number < coalesce($2::int, 2147483647)
   order by r.number desc limit $3`,
  {
    orderNumber: neverNull(),
    reason: column<ReturnReason>(),
    outcomes: column<{ fate: ReturnFate; quantity: number; reason: string | null; decidedAt: string }[]>(),
  },
);

/** Lists a customer's returns before that number, newest first, at most `most`. Null starts with the newest. */
export const listOwnReturns = (
  tx: Tx,
  customerId: string,
  before: number | null,
  most: number,
): Promise<OwnReturnRow[]> => selectOwn(tx, [customerId, before, most]);

const selectPicture = statement(
  'returns.own-picture',
  `select p.path from returns r join orders o on o.id = r.order_id join return_pictures p on p.return_id = r.id
   where r.number = $1 and p.n = $2 and o.customer_id = $3`,
);

/** Returns the path of a picture of the customer's own return. Undefined if the customer has no such return or picture. */
export const findOwnPicture = async (
  tx: Tx,
  { returnNumber, pictureNumber, customerId }: { returnNumber: number; pictureNumber: number; customerId: string },
): Promise<string | undefined> => (await selectPicture(tx, [returnNumber, pictureNumber, customerId]))[0]?.path;

const cancelOwnRow = statement(
  'returns.cancel-own',
  // Locks the order first, as everywhere, so that it waits for concurrent decisions.
  `with held as (
     select id from orders where id = (select order_id from returns where number = $1) and customer_id = $2 for update)
   update returns r set canceled_at = $4, answered_by = $3::jsonb from held
   where r.number = $1 and r.order_id = held.id
     and r.received_at is null and r.rejected_at is null and r.canceled_at is null returning r.number`,
);

/**
 * Cancels the customer's own return. Returns false if the return has ended or arrived, or does not exist. For the desk, `mayStep`
 * of domain/src/returns/return-state.ts applies the same rule.
 */
export const cancelOwnReturn = async (
  tx: Tx,
  { number, customerId, actor }: { number: number; customerId: string; actor: Actor },
  now: Date,
): Promise<boolean> => (await cancelOwnRow(tx, [number, customerId, actor, now])).length === 1;
