import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos, sum } from '@ceiba/domain/money/money';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';

/** The receipt for money that a till pays out. `till`: null if unknown. */
export interface TillPaper {
  till: string | null;
  receipt: string;
}

const lock = statement('refunds.lock-order-at-till', 'select id from orders where number = $1 for update');

/** Locks an order until the transaction ends, and returns its id. Undefined if the order does not exist. */
export const lockOrder = async (tx: Tx, orderNumber: string): Promise<string | undefined> =>
  (await lock(tx, [orderNumber]))[0]?.id;

const selectDue = statement(
  'refunds.till-due',
  `select id, amount from refunds where order_id = $1 and destination in ('till', 'transfer') and state = 'due' for update`,
);

/** The amount that a till has to return for an order. */
export interface TillDue {
  orderId: string;
  due: Centavos;
  /** The refunds in this amount. */
  refundIds: readonly string[];
}

/** Locks an order, and returns the amount that a till has to return. Undefined if the order does not exist. */
export async function lockTillDue(tx: Tx, orderNumber: string): Promise<TillDue | undefined> {
  // Locks the order before it reads the due refunds, as everywhere (record 0034).
  const orderId = await lockOrder(tx, orderNumber);
  if (orderId === undefined) return undefined;
  const refunds = await selectDue(tx, [orderId]);
  return {
    orderId,
    due: sum(refunds.map(({ amount }) => amount)),
    refundIds: refunds.map(({ id }) => id),
  };
}

const selectPaper = statement(
  'refunds.till-paper',
  `select p.order_id, o.number::text as number, p.amount from till_papers p join orders o on o.id = p.order_id
   where p.till is not distinct from $1 and p.key = receipt_key($2)`,
  { number: neverNull() },
);

/** Finds the amount that a till paid out with a receipt, and its order. Undefined if the receipt was not used yet. */
export async function findTillPaper(
  tx: Tx,
  { till, receipt }: TillPaper,
): Promise<{ orderId: string; orderNumber: string; amount: Centavos } | undefined> {
  const [row] = await selectPaper(tx, [till, receipt]);
  return row && { orderId: row.orderId, orderNumber: row.number, amount: row.amount };
}

const insertPaper = statement(
  'refunds.keep-till-paper',
  `insert into till_papers (order_id, till, receipt, amount) values ($1, $2, $3, $4)
   on conflict (till, key) do nothing returning order_id`,
);

const giveOut = statement(
  'refunds.give-out',
  // The receipt that paid a canceled order can be used again once all of it is refunded.
  `with done as (
     update refunds set state = 'done', reference = concat_ws('/', $2::text, $3::text), done_by = $4::jsonb, done_at = clock_timestamp()
     where id = any ($5::uuid[]) and state = 'due' returning order_id, amount),
   freed as (
     update till_receipts t set freed_at = clock_timestamp() from orders o
     where o.id = $1 and t.order_id = o.id and o.status = 'canceled' and t.freed_at is null),
   event as (
     insert into order_events (order_id, kind, detail, created_at)
     select order_id, 'till_refunded', jsonb_build_object('amount', sum(amount), 'receipt', $3::text), clock_timestamp() from done group by order_id)
   select count(*)::integer as given from done`,
);

/**
 * Records that a till has paid out the refunds that were due when the caller locked the order (`lockTillDue`). A refund that
 * becomes due later needs another receipt. Returns false and writes nothing if the receipt was used before. @throws if one of the
 * refunds is no longer due
 */
export async function giveOutDue(
  tx: Tx,
  { orderId, due, refundIds }: TillDue,
  { till, receipt, actor }: TillPaper & { actor: Actor },
): Promise<boolean> {
  if ((await insertPaper(tx, [orderId, till, receipt, due])).length === 0) return false;
  const [done] = await giveOut(tx, [orderId, till, receipt, actor, refundIds]);
  if (done?.given !== refundIds.length) throw new Error(`a refund of order ${orderId} is no longer due`);
  return true;
}

const selectGiven = statement(
  'refunds.given-out',
  `select concat_ws('/', till, receipt) as reference, amount from till_papers where order_id = $1 order by given_at desc, key limit 1`,
  { reference: neverNull() },
);

/** Finds the last amount that a till paid out for an order, and its receipt. */
export async function findGivenOut(
  tx: Tx,
  orderId: string,
): Promise<{ reference: string; amount: Centavos } | undefined> {
  const [row] = await selectGiven(tx, [orderId]);
  return row && { reference: row.reference, amount: row.amount };
}

const handOver = statement(
  'refunds.hand-over-by-word',
  // Locks the order first, as everywhere (record 0034). Skips refunds with a running lease, because the bank is being called for
  // them.
  `with held as (select id from orders where number = $1 for update),
   handed as (
     update refunds r set destination = 'till', state = 'due', send_after = null,
       reason = left(concat_ws('; ', r.reason, $3 || ' (' || $2 || ')'), 300)
     from held where r.order_id = held.id and r.destination = 'origin'
       and (r.state = 'due' or r.state = 'sent' and r.send_after <= clock_timestamp())
     returning r.order_id, r.amount),
   event as (
     insert into order_events (order_id, kind, detail, created_at)
     select order_id, 'refund_due', jsonb_build_object('amount', sum(amount)), clock_timestamp() from handed group by order_id)
   select amount from handed`,
);

/** Moves refunds from the bank to a till, as a person decided. Returns their amount. Zero if no refund was due at the bank. */
export const handOverRefunds = async (
  tx: Tx,
  { orderNumber, by, reason }: { orderNumber: string; by: string | null; reason: string },
): Promise<Centavos> =>
  centavos((await handOver(tx, [orderNumber, by, reason])).reduce((all, { amount }) => all + amount, 0));

const selectAsked = statement(
  'refunds.being-asked',
  `select exists (select from refunds r join orders o on o.id = r.order_id
     where o.number = $1 and r.destination = 'origin' and r.state = 'sent') as is_asked`,
);

/** Returns whether a bank is being called for a refund of an order. */
export const isBankAsked = async (tx: Tx, orderNumber: string): Promise<boolean> =>
  (await selectAsked(tx, [orderNumber]))[0]?.isAsked ?? false;
