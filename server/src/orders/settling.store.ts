import { errorStatus } from '@ceiba/contract/errors';
import type { PayErrorCode } from '@ceiba/domain/payments/payment-errors';
import type { Approval } from '../payments/gateway.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import type { KeptAnswer } from './idempotency.store.ts';

// The parts of a statement run in no given order. The key's part reads the cart's, so that the cart is locked first, as
// everywhere: else a second call with the same key, which locks the cart and then the key, and this one block each other.
const confirmPlacing = statement<
  { number: number; jobs: number },
  [order: string, payment: string, gatewayId: string, authorization: string, now: Date]
>(
  'orders.confirm',
  `with confirmed as (
     update orders set status = 'processing', number = nextval('order_numbers'), settle_after = null, placed_at = $5,
       updated_at = $5
     where id = $1 and status = 'placing'
     returning id, number, cart_id, idempotency_key),
   paid as (
     update payments p set status = 'approved', gateway_id = $3, authorization_code = $4, decided_at = $5
     from confirmed where p.id = $2 and p.order_id = confirmed.id),
   cart as (update carts c set status = 'ordered' from confirmed where c.id = confirmed.cart_id returning c.id),
   event as (insert into order_events (order_id, kind, created_at) select id, 'paid', $5 from confirmed),
   kept as (
     update idempotency_keys k set status = 200, answer = jsonb_build_object('orderNumber', confirmed.number::text)
     from confirmed join cart on cart.id = confirmed.cart_id
     where k.scope = 'placeOrder' and k.key = confirmed.idempotency_key),
   job as (
     select graphile_worker.add_job('order-confirmation', json_build_object('orderId', id)) from confirmed)
   select number, (select count(*) from job) as jobs from confirmed`,
);

/** Makes a charged placement an order, all at once; undefined when it is no longer placing. Answers the number. */
export async function confirmOrder(
  tx: Tx,
  placement: { orderId: string; paymentId: string },
  approval: Approval,
  now: Date,
): Promise<string | undefined> {
  const { gatewayId, authorization } = approval;
  const [row] = await confirmPlacing(tx, [placement.orderId, placement.paymentId, gatewayId, authorization, now]);
  return row && String(row.number);
}

const callVoid = statement<
  { voided: boolean },
  [order: string, now: Date, refusal: string, status: number | null, answer: string | null]
>('orders.void', 'select void_order($1, $2, $3, $4, $5::jsonb) as voided');

/**
 * Gives everything back that a placement took; false when it is no longer placing. A refusal of the bank is the answer
 * kept for the call's key; without one (the call died, nothing was charged) the key may be used again.
 */
export async function voidOrder(tx: Tx, orderId: string, refusal: PayErrorCode | null, now: Date): Promise<boolean> {
  const answer: KeptAnswer | null = refusal === null ? null : { code: refusal };
  const [row] = await callVoid(tx, [
    orderId,
    now,
    refusal ?? 'NOT_CHARGED',
    refusal === null ? null : errorStatus[refusal],
    answer === null ? null : JSON.stringify(answer),
  ]);
  return row?.voided ?? false;
}

export interface UnsettledOrder {
  orderId: string;
  paymentId: string;
}

const leaseUnsettled = statement<
  { order_id: string; payment_id: string },
  [due: Date, leasedUntil: Date, limit: number]
>(
  'orders.lease-unsettled',
  `with due as (
     select id from orders where status = 'placing' and settle_after <= $1
     order by settle_after limit $3
     for update skip locked),
   leased as (update orders o set settle_after = $2 from due where o.id = due.id returning o.id)
   select p.order_id, p.id as payment_id from payments p join leased on p.order_id = leased.id`,
);

/** Takes overdue placements for oneself until `leasedUntil`: no other node asks the gateway about them meanwhile. */
export async function leaseOverdueOrders(
  tx: Tx,
  due: Date,
  leasedUntil: Date,
  limit: number,
): Promise<UnsettledOrder[]> {
  const rows = await leaseUnsettled(tx, [due, leasedUntil, limit]);
  return rows.map((row) => ({ orderId: row.order_id, paymentId: row.payment_id }));
}

const hasten = statement<{ jobs: number }, [order: string, now: Date]>(
  'orders.hasten',
  `with hastened as (
     update orders set settle_after = $2 where id = $1 and status = 'placing' returning id),
   job as (
     select graphile_worker.add_job('reconcile-orders', '{}', job_key => 'reconcile-orders') from hastened)
   select count(*) as jobs from job`,
);

/** The call gave up on the bank's answer: the reconciler may ask at once. */
export const hastenSettling = async (tx: Tx, orderId: string, now: Date): Promise<void> => {
  await hasten(tx, [orderId, now]);
};

const selectNumber = statement<{ number: number | null }, [order: string]>(
  'orders.number',
  'select number from orders where id = $1',
);

/** The number of an order, null while (or since) it has none. */
export async function findOrderNumber(tx: Tx, orderId: string): Promise<string | null> {
  const [row] = await selectNumber(tx, [orderId]);
  return row?.number == null ? null : String(row.number);
}
