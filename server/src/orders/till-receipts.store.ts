import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** What a till gave for a payment, at most 60 characters, and who took the money, at most 100. */
export interface TillReceipt {
  receipt: string;
  clerk: string | null;
}

/** SQL: the store at whose till an order of that alias is paid, its advisor's (record 0039); null where it is not known. */
export const tillOf = (order: string): string =>
  `(select a.store_code from carts c join advisors a on a.hash = c.advisor_hash where c.id = ${order}.cart_id)`;

const insertReceipt = statement<
  { order_id: string },
  [number: string, receipt: string, clerk: string | null, now: Date]
>(
  'till-receipts.keep',
  `insert into till_receipts (order_id, till, receipt, clerk, kept_at)
   select id, ${tillOf('o')}, $2, $3, $4 from orders o
   where number = $1 and payment_type = 'StorePayment' and status not in ('pending_payment', 'canceled')
   on conflict do nothing returning order_id`,
);

/** Keeps the receipt of an order that was paid without one; false when it has one, or the receipt is another's of its till. */
export const keepReceipt = async (
  tx: Tx,
  orderNumber: string,
  { receipt, clerk }: TillReceipt,
  now: Date,
): Promise<boolean> => (await insertReceipt(tx, [orderNumber, receipt, clerk, now])).length === 1;

const fillClerk = statement<{ clerk: string }, [number: string, receipt: string, clerk: string | null]>(
  'till-receipts.fill-clerk',
  `with kept as (
     select r.order_id from till_receipts r join orders o on o.id = r.order_id
     where o.number = $1 and r.key = receipt_key($2) and r.freed_at is null),
   filled as (
     update till_receipts r set clerk = $3 from kept
     where r.order_id = kept.order_id and r.clerk is null and $3::text is not null returning r.clerk)
   select clerk from filled`,
);

/** Adds who took the money to a receipt that was kept without; a name that stands stays. */
export const keepClerk = async (tx: Tx, orderNumber: string, { receipt, clerk }: TillReceipt): Promise<void> => {
  await fillClerk(tx, [orderNumber, receipt, clerk]);
};

const selectOwner = statement<{ number: string }, [number: string, receipt: string]>(
  'till-receipts.owner',
  `select o.number::text as number from till_receipts r join orders o on o.id = r.order_id
   where r.key = receipt_key($2) and r.freed_at is null
     and r.till is not distinct from (select ${tillOf('asked')} from orders asked where asked.number = $1)`,
);

/** The number of the order that a receipt of this order's till has paid; undefined where it paid none. */
export const findOrderOfReceipt = async (tx: Tx, orderNumber: string, receipt: string): Promise<string | undefined> =>
  (await selectOwner(tx, [orderNumber, receipt]))[0]?.number;

const selectTill = statement<{ till: string | null }, [number: string]>(
  'till-receipts.till',
  `select ${tillOf('o')} as till from orders o where number = $1`,
);

/** The store whose till an order is paid at; null where it is not known. */
export const findTill = async (tx: Tx, orderNumber: string): Promise<string | null> =>
  (await selectTill(tx, [orderNumber]))[0]?.till ?? null;
