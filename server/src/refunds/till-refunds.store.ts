import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos, sum } from '@ceiba/domain/money/money';
import { statement, type Tx } from '../platform/db/database.ts';

/** What a till gives out money on; its store null where it is not known. */
export interface TillPaper {
  till: string | null;
  receipt: string;
}

const lock = statement<{ id: string }, [number: string]>(
  'refunds.hold-order',
  'select id from orders where number = $1 for update',
);

/** Holds an order until the transaction ends; its id, undefined where there is none. */
export const lockOrder = async (tx: Tx, orderNumber: string): Promise<string | undefined> =>
  (await lock(tx, [orderNumber]))[0]?.id;

const selectDue = statement<{ id: string; amount: number }, [order: string]>(
  'refunds.till-due',
  `select id, amount from refunds where order_id = $1 and destination in ('till', 'transfer') and state = 'due' for update`,
);

/** What a till is to give back of an order. */
export interface TillDue {
  orderId: string;
  due: Centavos;
  /** The refunds that it is the sum of. */
  refundIds: readonly string[];
}

/** Holds an order, and answers what a till is to give back of it; undefined where there is no such order. */
export async function lockTillDue(tx: Tx, orderNumber: string): Promise<TillDue | undefined> {
  // The order first, as everywhere; what is due of it is read once it is held.
  const orderId = await lockOrder(tx, orderNumber);
  if (orderId === undefined) return undefined;
  const refunds = await selectDue(tx, [orderId]);
  return {
    orderId,
    due: sum(refunds.map(({ amount }) => centavos(amount))),
    refundIds: refunds.map(({ id }) => id),
  };
}

const selectPaper = statement<
  { order_id: string; number: string; amount: number },
  [till: string | null, receipt: string]
>(
  'refunds.till-paper',
  `select p.order_id, o.number::text as number, p.amount from till_papers p join orders o on o.id = p.order_id
   where p.till is not distinct from $1 and p.key = receipt_key($2)`,
);

/** What a till gave out on a paper, and of which order; undefined: nothing yet. */
export async function findTillPaper(
  tx: Tx,
  { till, receipt }: TillPaper,
): Promise<{ orderId: string; orderNumber: string; amount: Centavos } | undefined> {
  const [row] = await selectPaper(tx, [till, receipt]);
  return row && { orderId: row.order_id, orderNumber: row.number, amount: centavos(row.amount) };
}

const insertPaper = statement<
  { order_id: string },
  [order: string, till: string | null, receipt: string, amount: number]
>(
  'refunds.keep-till-paper',
  `insert into till_papers (order_id, till, receipt, amount) values ($1, $2, $3, $4)
   on conflict (till, key) do nothing returning order_id`,
);

const giveOut = statement<
  { given: number },
  [order: string, till: string | null, receipt: string, by: Actor, refunds: readonly string[]]
>(
  'refunds.give-out',
  // What has paid a canceled order is free once all is given back.
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
 * Writes that a till has given out what was due of an order when the caller took hold of it (`lockTillDue`): what its bank refuses meanwhile takes
 * another paper. False, and nothing written, where the paper has given out something before.
 *
 * @throws where one of its refunds is due no more
 */
export async function giveOutDue(
  tx: Tx,
  { orderId, due, refundIds }: TillDue,
  { till, receipt, actor }: TillPaper & { actor: Actor },
): Promise<boolean> {
  if ((await insertPaper(tx, [orderId, till, receipt, due])).length === 0) return false;
  const [done] = await giveOut(tx, [orderId, till, receipt, actor, refundIds]);
  if (done?.given !== refundIds.length) throw new Error(`a refund of order ${orderId} is due no more`);
  return true;
}

const selectGiven = statement<{ reference: string; amount: number }, [order: string]>(
  'refunds.given-out',
  `select concat_ws('/', till, receipt) as reference, amount from till_papers where order_id = $1 order by given_at desc, key limit 1`,
);

/** What a till gave out last of an order, and its paper. */
export async function findGivenOut(
  tx: Tx,
  orderId: string,
): Promise<{ reference: string; amount: Centavos } | undefined> {
  const [row] = await selectGiven(tx, [orderId]);
  return row && { reference: row.reference, amount: centavos(row.amount) };
}

const handOver = statement<{ amount: number }, [number: string, by: string | null, reason: string]>(
  'refunds.hand-over-by-word',
  // The order first, as everywhere. One whose lease is held is being asked for; the others are asked for no more from here on.
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

/** A till gives back what was due of an order at its bank, as somebody says; answers what that is, zero = nothing was due there. */
export const handOverRefunds = async (
  tx: Tx,
  { orderNumber, by, reason }: { orderNumber: string; by: string | null; reason: string },
): Promise<Centavos> =>
  centavos((await handOver(tx, [orderNumber, by, reason])).reduce((all, { amount }) => all + amount, 0));

const selectAsked = statement<{ is_asked: boolean }, [number: string]>(
  'refunds.being-asked',
  `select exists (select from refunds r join orders o on o.id = r.order_id
     where o.number = $1 and r.destination = 'origin' and r.state = 'sent') as is_asked`,
);

/** Whether a bank is being asked for something of an order. */
export const isBankAsked = async (tx: Tx, orderNumber: string): Promise<boolean> =>
  (await selectAsked(tx, [orderNumber]))[0]?.is_asked ?? false;
