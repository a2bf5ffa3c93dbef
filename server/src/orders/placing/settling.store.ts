import { errorStatus } from '@ceiba/contract/errors';
import { jobActor } from '@ceiba/domain/actors/actor';
import { firstOrderStatus } from '@ceiba/domain/orders/order';
import { firstShipmentState } from '@ceiba/domain/orders/shipment';
import type { PayErrorCode } from '@ceiba/domain/payments/payment-errors';
import type { Approval } from '../../payments/gateway.ts';
import type { Tx } from '../../platform/db/database.ts';
import { column, neverNull, statement } from '../../platform/db/statement.ts';
import type { StoredAnswer, UnsettledOrder } from './placement.ts';

// The parts of a statement (CTEs) run in no fixed order. The part that updates the key reads from the part that updates the cart,
// so that the cart is locked first, as everywhere. A second call with the same key locks cart and key in that order, and any
// other order could deadlock. For the same reason the cart's part reads the part that locks its payment link, because a link is
// locked before its copies (record 0034).
const confirmPlacing = statement(
  'orders.confirm',
  `with confirmed as (
     update orders set status = $6::order_status, number = nextval('order_numbers'), settle_after = null, placed_at = $5,
       updated_at = $5
     where id = $1 and status = 'placing'
     returning id, number, cart_id, idempotency_key, delivery_promise, case when shipping_method = 'storepickup' then shipping_address ->> 'storeCode' end as store),
   -- One shipment per seller, in the order of their lines. The same rule as worthOfSellers in domain/src/orders/shipment-worth.ts.
   sellers as (
     select l.seller_id, row_number() over (order by min(l.position))::integer as n from order_lines l where l.order_id = $1 group by l.seller_id),
   shipments as (
     insert into shipments (order_id, n, seller_id, store_code, place, promised_on, state, decided_by)
     select c.id, n, seller_id, c.store, coalesce(c.store, place_of_claims(c.id, n)), promised_day(c.delivery_promise, seller_id), $9::shipment_state,
       $7::jsonb
     from confirmed c, sellers),
   units as (
     insert into shipment_lines (order_id, n, position, quantity)
     select confirmed.id, n, l.position, l.quantity from confirmed join order_lines l on l.order_id = confirmed.id join sellers using (seller_id)),
   paid as (
     update payments p set status = 'approved', gateway_id = $3, authorization_code = $4, decided_at = $5, decided_by = $7::jsonb,
       reason = $8
     from confirmed where p.id = $2 and p.order_id = confirmed.id),
   link as materialized (
     select l.id from carts l
     where l.id = (select c.link_id from orders o join carts c on c.id = o.cart_id where o.id = $1) for update),
   cart as (
     update carts c set status = 'ordered' from confirmed, (select count(*) as links from link) l
     where c.id = confirmed.cart_id and l.links >= 0 returning c.id),
   event as (insert into order_events (order_id, kind, created_at) select id, 'paid', $5 from confirmed),
   kept as (
     update idempotency_keys k set status = 200, answer = jsonb_build_object('orderNumber', confirmed.number::text)
     from confirmed join cart on cart.id = confirmed.cart_id
     where k.scope = 'placeOrder' and k.key = confirmed.idempotency_key
       and coalesce(k.order_id, confirmed.id) = confirmed.id),
   mailed as (insert into order_mail_outbox (order_id) select id from confirmed)
   select number from confirmed`,
  { number: neverNull() },
);

/** An approval that an operator learned from the bank's staff. `gatewayId`: the bank's reference. Null if it is not known. */
interface ReportedApproval {
  gatewayId: string | null;
  authorization: null;
  reason: string;
}

/** Confirms a charged placement in one statement. Returns the order's number. Undefined if the order is no longer `placing`. */
export async function confirmOrder(
  tx: Tx,
  placement: Pick<UnsettledOrder, 'orderId' | 'paymentId' | 'actor'>,
  approval: Approval | ReportedApproval,
  now: Date,
): Promise<string | undefined> {
  const { gatewayId, authorization } = approval;
  const status = firstOrderStatus('Card');
  const [row] = await confirmPlacing(tx, [
    placement.orderId,
    placement.paymentId,
    gatewayId,
    authorization,
    now,
    status,
    placement.actor,
    'reason' in approval ? approval.reason : null,
    firstShipmentState(status, false),
  ]);
  return row && String(row.number);
}

const callVoid = statement(
  'orders.void',
  `with ended as materialized (select void_order($1, $2, $3, $4, $5::jsonb) as voided),
   job as (
     select graphile_worker.add_job('order-not-placed', json_build_object('orderId', $1::uuid)) from ended
     where voided and $6::boolean)
   select voided, (select count(*) from job) as jobs from ended`,
  { voided: neverNull() },
);

/**
 * Releases everything that a placement reserved. Returns false if the placement had ended before. If the bank refused, the
 * refusal is stored as the answer for the call's key. If the call died and nothing was charged, the key may be used again.
 * `notifiesBuyer`: sends the buyer a mail, because the call no longer gets an answer.
 */
export async function voidOrder(
  tx: Tx,
  { orderId, refusal, notifiesBuyer }: { orderId: string; refusal: PayErrorCode | null; notifiesBuyer: boolean },
  now: Date,
): Promise<boolean> {
  const answer: StoredAnswer | null = refusal === null ? null : { code: refusal };
  const [row] = await callVoid(tx, [
    orderId,
    now,
    refusal ?? 'NOT_CHARGED',
    refusal === null ? null : errorStatus[refusal],
    answer === null ? null : JSON.stringify(answer),
    notifiesBuyer,
  ]);
  return row?.voided ?? false;
}

/** A placement that the reconciler has to settle. `reversing`: the order is void, and its charge has to be reversed. */
export type UnsettledPlacement = UnsettledOrder & {
  state: 'placing' | 'voiding' | 'reversing';
  /** True if the acquirer has confirmed the charge. */
  isApproved: boolean;
};

const selectClock = statement(
  'orders.settle-clock',
  `select clock_timestamp() + $1::integer * interval '1 millisecond' as due`,
  { due: neverNull() },
);

/** Returns the current time plus `aheadMs`, by the database's clock, which all nodes share. */
export async function settleDue(tx: Tx, aheadMs: number): Promise<Date> {
  const [row] = await selectClock(tx, [aheadMs]);
  if (row === undefined) throw new Error('orders.settle-clock returned no row');
  return row.due;
}

/** SQL for the milliseconds since a time. */
const ageMs = (moment: string): string =>
  `(extract(epoch from clock_timestamp() - ${moment}) * 1000)::double precision`;

const leaseUnsettled = statement(
  'orders.lease-unsettled',
  `with due as (
     select id from orders where status in ('placing', 'voiding') and settle_after <= $1
     order by settle_after limit $3
     for update skip locked),
   due_reversals as (
     select id from payments where status = 'reversing' and reverse_after <= $1
     order by reverse_after limit $3
     for update skip locked),
   leased as (
     update orders o set settle_after = greatest($1, clock_timestamp()) + $2::integer * interval '1 millisecond'
     from due where o.id = due.id returning o.id, o.status),
   leased_reversals as (
     update payments p set reverse_after = greatest($1, clock_timestamp()) + $2::integer * interval '1 millisecond'
     from due_reversals d where p.id = d.id returning p.order_id, p.id, p.created_at, p.amount, p.acquirer)
   select p.order_id, p.id as payment_id, ${ageMs('p.created_at')} as age_ms, p.amount, p.acquirer, p.gateway_id is not null as is_approved, leased.status::text as state
   from payments p join leased on p.order_id = leased.id
   union all select order_id, id, ${ageMs('created_at')}, amount, acquirer, true, 'reversing' from leased_reversals`,
  { state: column<UnsettledPlacement['state']>() },
);

/**
 * Claims overdue placements and reversals for `leaseMs` milliseconds, so that no other node asks the gateway about them during that time.
 * Claims at most `limit` of each.
 */
export async function leaseDue(tx: Tx, due: Date, leaseMs: number, limit: number): Promise<UnsettledPlacement[]> {
  const rows = await leaseUnsettled(tx, [due, leaseMs, limit]);
  return rows.map((row) => ({
    orderId: row.orderId,
    paymentId: row.paymentId,
    // The database's clock computes the age, because this process's clock may be wrong by minutes. `askedAt` is a time of the
    // process's clock, because the gateway compares it with that clock. The gateway must not release a key whose charge may still
    // arrive.
    askedAt: new Date(Date.now() - row.ageMs),
    amount: row.amount,
    acquirer: row.acquirer,
    isApproved: row.isApproved,
    actor: jobActor('reconcile-orders'),
    state: row.state,
  }));
}

const makeDueNow = statement(
  'orders.request-reconciliation',
  `with updated as (
     update orders set settle_after = clock_timestamp() where id = $1 and status in ('placing', 'voiding')
     returning id),
   job as (
     select graphile_worker.add_job('reconcile-orders', '{}', job_key => 'reconcile-orders') from updated)
   select count(*) as jobs from job`,
);

/** Makes the order due immediately and queues the reconciler, because the call no longer waits for the bank's answer. */
export const requestReconciliation = async (tx: Tx, orderId: string): Promise<void> => {
  await makeDueNow(tx, [orderId]);
};

const startVoiding = statement(
  'orders.begin-voiding',
  `update orders set status = 'voiding', updated_at = $2 where id = $1 and status = 'placing' returning id`,
);

/**
 * Marks the order before the bank is asked to bar its charge, so that the order can no longer be confirmed. Returns false if the order is
 * no longer `placing`.
 */
export const beginVoiding = async (tx: Tx, orderId: string, now: Date): Promise<boolean> =>
  (await startVoiding(tx, [orderId, now])).length === 1;

const selectEnd = statement(
  'orders.end',
  `with due as (
     update payments p set gateway_id = $3, authorization_code = $4, decided_by = $6::jsonb, decided_at = clock_timestamp(),
       -- If the order is still being voided, void_order reverses the charge.
       status = case o.status when 'void' then 'reversing' else p.status end,
       reverse_after = case o.status when 'void' then clock_timestamp() + $5::integer * interval '1 millisecond' end
     from orders o
     where $3::text is not null and p.id = $2 and o.id = p.order_id
       and (o.status = 'void' and p.status in ('pending', 'refused') or o.status = 'voiding' and p.status = 'pending')
     returning p.id)
   select status, number from orders where id = $1`,
);

/** The state of a placement that the caller could not end. */
export type PlacementEnd = { kind: 'confirmed'; orderNumber: string } | { kind: 'voiding' } | { kind: 'void' };

/**
 * Stores an approval that came too late to confirm its order, and returns how the order ended. If the order is void, the same statement
 * makes the charge due for reversal. The reversal is then retried until it succeeds. No other process tries for `leaseMs` milliseconds.
 */
export async function endOfApproved(
  tx: Tx,
  { orderId, paymentId, actor }: UnsettledOrder,
  { gatewayId, authorization }: Approval,
  leaseMs: number,
): Promise<PlacementEnd> {
  return endOf(await selectEnd(tx, [orderId, paymentId, gatewayId, authorization, leaseMs, actor]));
}

/** Returns the state of a placement that the caller could not end. */
export const findEnd = async (tx: Tx, { orderId, paymentId, actor }: UnsettledOrder): Promise<PlacementEnd> =>
  endOf(await selectEnd(tx, [orderId, paymentId, null, null, 0, actor]));

function endOf([row]: { status: string; number: number | null }[]): PlacementEnd {
  if (row === undefined) throw new Error('the order of a placement does not exist');
  if (row.number !== null) return { kind: 'confirmed', orderNumber: String(row.number) };
  return { kind: row.status === 'void' ? 'void' : 'voiding' };
}

const endReversing = statement(
  'orders.end-reversal',
  `with reversed as (
     -- decided_by stays the person who asked for the reversal.
     update payments set status = 'reversed', reverse_after = null, decided_at = $2
     where id = $1 and status = 'reversing' returning id, order_id),
   event as (
     insert into order_events (order_id, kind, created_at) select order_id, 'charge_reversed', $2 from reversed)
   select id from reversed`,
);

/** Records that the bank has reversed the charge. Returns false if this was recorded before. */
export const endReversal = async (
  tx: Tx,
  { paymentId }: Pick<UnsettledOrder, 'paymentId'>,
  now: Date,
): Promise<boolean> => (await endReversing(tx, [paymentId, now])).length === 1;
