import type { Actor } from '@ceiba/domain/actors/actor';
import type { Centavos } from '@ceiba/domain/money/money';
import { isOrderNumber } from '@ceiba/domain/orders/order';
import { statesBefore } from '@ceiba/domain/orders/shipment';
import type { Tx } from '../../platform/db/database.ts';
import { neverNull, statement } from '../../platform/db/statement.ts';

/** The till's receipt number for a payment (at most 60 characters), and the name of the person who took the money (at most 100). */
export interface TillReceipt {
  receipt: string;
  clerk: string | null;
}

/** SQL: the store at whose till the order with this alias is paid in this transaction (`store_of_till_money`). Null if unknown. */
const tillOf = (order: string): string => `store_of_till_money(${order}.id)`;

const insertReceipt = statement(
  'till-receipts.keep',
  `insert into till_receipts (order_id, till, receipt, clerk, kept_at)
   select id, ${tillOf('o')}, $2, $3, $4 from orders o
   where number = $1 and payment_type = 'StorePayment' and status not in ('pending_payment', 'canceled')
   on conflict do nothing returning order_id`,
);

/**
 * Stores the receipt of an order that was paid without a receipt. Returns false if the order has a receipt, or if this receipt paid another
 * order of its till.
 */
export const addReceipt = async (
  tx: Tx,
  orderNumber: string,
  { receipt, clerk }: TillReceipt,
  now: Date,
): Promise<boolean> => (await insertReceipt(tx, [orderNumber, receipt, clerk, now])).length === 1;

const fillClerk = statement(
  'till-receipts.fill-clerk',
  `with kept as (
     select r.order_id from till_receipts r join orders o on o.id = r.order_id
     where o.number = $1 and r.key = receipt_key($2) and r.freed_at is null),
   filled as (
     update till_receipts r set clerk = $3 from kept
     where r.order_id = kept.order_id and r.clerk is null and $3::text is not null returning r.clerk)
   select clerk from filled`,
  { clerk: neverNull() },
);

/** Adds the name of the person who took the money to a stored receipt without a name. An existing name stays. */
export const addClerkToReceipt = async (
  tx: Tx,
  orderNumber: string,
  { receipt, clerk }: TillReceipt,
): Promise<void> => {
  await fillClerk(tx, [orderNumber, receipt, clerk]);
};

const selectOwner = statement(
  'till-receipts.owner',
  `select o.number::text as number from till_receipts r join orders o on o.id = r.order_id
   where r.key = receipt_key($2) and r.freed_at is null
     and r.till is not distinct from (select ${tillOf('asked')} from orders asked where asked.number = $1)`,
  { number: neverNull() },
);

/** Returns the number of the order that a receipt of this order's till has paid. Undefined if the receipt paid no order. */
export const findOrderOfReceipt = async (tx: Tx, orderNumber: string, receipt: string): Promise<string | undefined> =>
  (await selectOwner(tx, [orderNumber, receipt]))[0]?.number;

const selectTill = statement('till-receipts.till', `select ${tillOf('o')} as till from orders o where number = $1`);

/** Returns the store at whose till an order's money moves in this transaction. Null if the store is unknown, or if the money goes by transfer. */
export const findTill = async (tx: Tx, orderNumber: string): Promise<string | null> =>
  (await selectTill(tx, [orderNumber]))[0]?.till ?? null;

const setTill = statement(
  'orders.use-till',
  // `move_till` reads this setting: payments in this transaction count for this till.
  `select set_config('ceiba.till', json_build_object('session', s.id)::text, true)
   from orders o, tills t join till_sessions s on s.till_id = t.id and s.closed_at is null
   where o.number = $1 and t.store_code = store_of_till_money(o.id) and lower(t.name) = lower($2)`,
);

/**
 * Counts payments in this transaction for the till of this name at the order's store. Returns false if there is no such till, or if the
 * till is closed.
 */
export const countPaymentsAtTill = async (tx: Tx, orderNumber: string, till: string): Promise<boolean> =>
  (await setTill(tx, [orderNumber, till])).length === 1;

const setPayingOutTill = statement(
  'orders.use-giving-till',
  `with open as (
     select s.id, s.float from orders o, tills t join till_sessions s on s.till_id = t.id and s.closed_at is null
     where o.number = $1 and lower(t.name) = lower($2) and t.store_code = coalesce($3, store_of_till_money(o.id), t.store_code)),
   said as (
     select set_config('ceiba.till', json_build_object('session', id, 'means', 'cash')::text, true) from open where (select count(*) from open) = 1)
   select (open.float + coalesce((select sum(m.amount) from till_movements m where m.session_id = open.id and m.means = 'cash'), 0))::bigint as cash
   from open, said`,
);

/**
 * Takes money that this transaction gives out from the open till of this name: at the given store, otherwise at the order's store. Returns
 * the cash in the till. Undefined if no open till has this name, or if several have it.
 */
export async function payOutOfTill(
  tx: Tx,
  orderNumber: string,
  { till, store }: { till: string; store: string | null },
): Promise<Centavos | undefined> {
  const [open] = await setPayingOutTill(tx, [orderNumber, till, store]);
  return open?.cash;
}

const noTill = statement('orders.use-no-till', `select set_config('ceiba.till', '{"means": "transfer"}', true)`);

/** Marks the money that this transaction gives out as a transfer, so it counts for no till. */
export const leaveNoTill = async (tx: Tx): Promise<void> => {
  await noTill(tx, []);
};

const selectByVoucher = statement(
  'orders.paid-by-voucher',
  `select m.means = 'card' and m.kind <> 'unpaid' as "isVoucher" from till_movements m join orders o on o.id = m.order_id
   where o.number = $1 and m.kind in ('payment', 'unpaid', 'collected') order by m.id desc limit 1`,
);

/** Returns whether an order was paid at a till by card terminal, and the payment was not reversed. */
export const isPaidByVoucher = async (tx: Tx, orderNumber: string): Promise<boolean> =>
  (await selectByVoucher(tx, [orderNumber]))[0]?.isVoucher ?? false;

const selectCanTakeBack = statement(
  'orders.can-take-back',
  `select store_of_till_money(o.id) is null or open_general_till(store_of_till_money(o.id)) is not null or exists (
     select from till_movements m join till_sessions s on s.id = m.session_id and s.closed_at is null
     where m.id = (select max(p.id) from till_movements p where p.order_id = o.id and p.kind = 'payment')) as "canTakeBack"
   from orders o where o.number = $1`,
);

/** Returns whether a till is open that can give an order's payment back: the till that took the payment, or the store's "Caja general". */
export const hasTakingTill = async (tx: Tx, orderNumber: string): Promise<boolean> =>
  (await selectCanTakeBack(tx, [orderNumber]))[0]?.canTakeBack ?? true;

const payOrder = statement(
  'orders.pay',
  // The order is locked before its receipt is written. So order and receipt are stored together or not at all.
  `with due as (
     select id, cart_id from orders where number = $1 and status = 'pending_payment' and placed_at > $2 for update),
   receipt as (
     insert into till_receipts (order_id, till, receipt, clerk, kept_at)
     select id, ${tillOf('due')}, $4, $5, $3 from due where $4::text is not null on conflict do nothing returning order_id),
   paid as (
     update orders o set status = 'processing', updated_at = $3 from due
     where o.id = due.id and ($4::text is null or exists (select from receipt)) returning o.id),
   payment as (
     update payments p set status = 'approved', decided_at = $3, decided_by = $6::jsonb from paid where p.order_id = paid.id and p.status = 'pending'),
   shipments as (
     update shipments s set state = 'ready', version = version + 1, decided_by = $6::jsonb from paid
     where s.order_id = paid.id and s.state = 'waiting'),
   event as (insert into order_events (order_id, kind, created_at) select id, 'paid', $3 from paid),
   -- An order paid before its first mail was written gets the mail that confirms it.
   mailed as (insert into order_mail_outbox (order_id) select id from paid on conflict do nothing)
   select id from paid`,
);

/**
 * Records that the store has received the money, with the till's receipt if there is one. Also records that the buyer has to be notified.
 * Returns false if the order does not wait for a payment, or if the receipt has paid another order at the same till.
 */
export const payAtStore = async (
  tx: Tx,
  { number, placedAfter, till, actor }: { number: string; placedAfter: Date; till: TillReceipt | null; actor: Actor },
  now: Date,
): Promise<boolean> => {
  const [receipt, clerk] = [till?.receipt ?? null, till?.clerk ?? null];
  return (await payOrder(tx, [number, placedAfter, now, receipt, clerk, actor])).length === 1;
};

const callUnpay = statement(
  'orders.unpay',
  'select unpay_order($1, $2::shipment_state[], $3, $4, $5::jsonb) as status',
);

/** Undoes the record that the store has received the money. Returns false if no payment is recorded, or if a part of the order was sent. */
export const takeBackPayment = async (
  tx: Tx,
  { number, placedAfter, actor }: { number: string; placedAfter: Date; actor: Actor },
  now: Date,
): Promise<boolean> =>
  Boolean((await callUnpay(tx, [number, statesBefore('waiting'), placedAfter, now, actor]))[0]?.status);

/** Till, payment method and receipt of an order's last money movement at a till. Amounts in centavos. */
interface TillMoney {
  tillId: string;
  kind: string;
  amount: Centavos;
  receipt: string | null;
}

const selectMoney = statement(
  'orders.last-till-money',
  `select s.till_id as "tillId", m.means as kind, m.amount, r.receipt
   from orders o join till_movements m on m.order_id = o.id join till_sessions s on s.id = m.session_id
     left join till_receipts r on r.order_id = o.id and r.freed_at is null
   where o.number = $1 order by m.id desc limit 1`,
);

/** Finds the last movement of an order's money at a till. Undefined if no till has moved money of the order. */
export async function findTillMoney(tx: Tx, orderNumber: string): Promise<TillMoney | undefined> {
  const [row] = await selectMoney(tx, [orderNumber]);
  return row && { ...row, amount: row.amount };
}

const selectAccount = statement(
  'orders.noted-account',
  `select t.bank || ' ' || t.account_mask as account from refund_transfers t join orders o on o.id = t.order_id
   where o.number = $1 and t.paid_at is null`,
);

/** Returns the masked account to which a refund of the order is to be transferred. Null if no account is noted. */
export const findNotedAccount = async (tx: Tx, orderNumber: string): Promise<string | null> =>
  isOrderNumber(orderNumber) ? ((await selectAccount(tx, [orderNumber]))[0]?.account ?? null) : null;

const selectUnpaid = statement(
  'orders.unpaid',
  `select id from orders where status = 'pending_payment' and placed_at <= $1 and id > $2 order by id limit $3`,
);

/** Lists orders with an id after `after` whose time to pay has passed, sorted by id. */
export const findUnpaidDue = async (tx: Tx, placedUntil: Date, after: string, most = 200): Promise<string[]> =>
  (await selectUnpaid(tx, [placedUntil, after, most])).map(({ id }) => id);

const cancelUnpaid = statement('orders.cancel-unpaid', 'select cancel_unpaid_order($1, $2, $3) as canceled', {
  canceled: neverNull(),
});

/** Cancels an order that was not paid in time, and gives back everything that it took. Returns false if the order was paid or ended before. */
export const cancelUnpaidOrder = async (tx: Tx, orderId: string, placedUntil: Date, now: Date): Promise<boolean> =>
  (await cancelUnpaid(tx, [orderId, placedUntil, now]))[0]?.canceled ?? false;
