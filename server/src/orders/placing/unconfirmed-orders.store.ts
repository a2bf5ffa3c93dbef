import { buyer } from '@ceiba/domain/actors/actor';
import type { OrderNotPlaced } from '../../notifications/cancellation-mails.ts';
import type { Tx } from '../../platform/db/database.ts';
import { neverNull, statement } from '../../platform/db/statement.ts';

const confirmWaiting = statement(
  'orders.confirm-cash',
  `with confirmed as (
     update orders set confirmation_due = null, contact_confirmed = true, updated_at = $2 where id = $1 and confirmation_due > $2 returning id),
   shipments as (
     update shipments s set state = 'ready', version = version + 1, decided_by = $3::jsonb from confirmed
     where s.order_id = confirmed.id and s.state = 'waiting'),
   event as (insert into order_events (order_id, kind, created_at) select id, 'confirmed', $2 from confirmed)
   select id from confirmed`,
);

/** Confirms an order that waits for its mailed link. Returns false if the order no longer waits, or its time has passed. */
export const confirmWaitingOrder = async (tx: Tx, orderId: string, now: Date): Promise<boolean> =>
  (await confirmWaiting(tx, [orderId, now, buyer])).length === 1;

const cancelWaiting = statement('orders.cancel-unconfirmed', 'select cancel_unconfirmed_order($1, $2) as canceled', {
  canceled: neverNull(),
});

/**
 * Cancels an order whose time for confirmation has passed, and gives back everything that the order took. Returns false if the time has not
 * passed, or if the order has already ended.
 */
export const cancelUnconfirmedOrder = async (tx: Tx, orderId: string, now: Date): Promise<boolean> =>
  (await cancelWaiting(tx, [orderId, now]))[0]?.canceled ?? false;

const selectDue = statement(
  'orders.unconfirmed-due',
  'select id from orders where confirmation_due <= $1 and id > $2 order by id limit $3',
);

/** An id that sorts before the id of every order. */
export const beforeAllOrders = '00000000-0000-0000-0000-000000000000';

/** Lists orders with an id after `after` whose time for confirmation has passed, sorted by id. */
export const findUnconfirmedDue = async (tx: Tx, now: Date, after: string, most = 200): Promise<string[]> =>
  (await selectDue(tx, [now, after, most])).map(({ id }) => id);

const selectStanding = statement(
  'orders.standing',
  'select number, status from orders where id = $1 and number is not null',
  { number: neverNull() },
);

/** Returns the state of a placed order. Undefined if the order does not exist. */
export async function findPlacedState(
  tx: Tx,
  orderId: string,
): Promise<{ orderNumber: string; isCanceled: boolean } | undefined> {
  const [row] = await selectStanding(tx, [orderId]);
  return row && { orderNumber: String(row.number), isCanceled: row.status === 'canceled' };
}

const selectUnplaced = statement(
  'orders.unplaced',
  `select o.email, o.total,
     exists (select from payments p
       where p.order_id = o.id and p.refusal_code not in ('NOT_CHARGED', 'PAY_TIMEOUT')) as is_refused,
     exists (select from payments p where p.order_id = o.id and p.status in ('reversing', 'reversed')) as is_charged
   from orders o
   where o.id = $1 and o.status = 'void' and o.email <> ''
     and not exists (select from orders other where other.cart_id = o.cart_id and other.status <> 'void')`,
);

/** Finds a void order. Undefined if its cart was ordered in the meantime, or if the buyer's data were erased. */
export async function findUnplaced(tx: Tx, orderId: string): Promise<OrderNotPlaced | undefined> {
  const [row] = await selectUnplaced(tx, [orderId]);
  return row;
}
