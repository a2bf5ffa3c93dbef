import { errorStatus } from '@ceiba/contract/errors';
import { type Actor, jobActor } from '@ceiba/domain/actors/actor';
import { centavos } from '@ceiba/domain/money/money';
import { firstOrderStatus, type OrderStatus } from '@ceiba/domain/orders/order';
import { firstShipmentState, type ShipmentState } from '@ceiba/domain/orders/shipment';
import type { PayErrorCode } from '@ceiba/domain/payments/payment-errors';
import type { Approval } from '../../payments/gateway.ts';
import { statement, type Tx } from '../../platform/db/database.ts';
import type { StoredAnswer, UnsettledOrder } from './placement.ts';

// The parts of a statement run in no given order. The key's part reads the cart's, so that the cart is locked first, as
// everywhere: else a second call with the same key, which locks the cart and then the key, and this one block each other. So does the
// cart's part with that of its payment link, which comes before its copies (record 0034).
const confirmPlacing = statement<
  { number: number },
  [
    order: string,
    payment: string,
    gatewayId: string | null,
    authorization: string | null,
    now: Date,
    status: OrderStatus,
    by: Actor,
    reason: string | null,
    shipments: ShipmentState,
  ]
>(
  'orders.confirm',
  `with confirmed as (
     update orders set status = $6::order_status, number = nextval('order_numbers'), settle_after = null, placed_at = $5,
       updated_at = $5
     where id = $1 and status = 'placing'
     returning id, number, cart_id, idempotency_key, delivery_promise, case when shipping_method = 'storepickup' then shipping_address ->> 'storeCode' end as store),
   -- Of each seller one, in the order of their lines; also in domain/src/orders/shipment-worth.ts (worthOfSellers).
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
);

/** What an operator found at the bank's desk; its reference is null where nobody wrote it down. */
export interface SaidApproval {
  gatewayId: string | null;
  authorization: null;
  reason: string;
}

/** Makes a charged placement an order, all at once; undefined when it is no longer `placing`. Answers the number. */
export async function confirmOrder(
  tx: Tx,
  placement: Pick<UnsettledOrder, 'orderId' | 'paymentId' | 'actor'>,
  approval: Approval | SaidApproval,
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

const callVoid = statement<
  { voided: boolean; jobs: number },
  [order: string, now: Date, refusal: string, status: number | null, answer: string | null, tellsBuyer: boolean]
>(
  'orders.void',
  `with ended as materialized (select void_order($1, $2, $3, $4, $5::jsonb) as voided),
   job as (
     select graphile_worker.add_job('order-not-placed', json_build_object('orderId', $1::uuid)) from ended
     where voided and $6::boolean)
   select voided, (select count(*) from job) as jobs from ended`,
);

/**
 * Gives everything back that a placement took; false when it was ended before. A refusal of the bank is the answer
 * kept for the call's key; without one (the call died, nothing was charged) the key may be used again. `tellsBuyer`: by
 * mail, as no call of theirs is answered any more.
 */
export async function voidOrder(
  tx: Tx,
  { orderId, refusal, tellsBuyer }: { orderId: string; refusal: PayErrorCode | null; tellsBuyer: boolean },
  now: Date,
): Promise<boolean> {
  const answer: StoredAnswer | null = refusal === null ? null : { code: refusal };
  const [row] = await callVoid(tx, [
    orderId,
    now,
    refusal ?? 'NOT_CHARGED',
    refusal === null ? null : errorStatus[refusal],
    answer === null ? null : JSON.stringify(answer),
    tellsBuyer,
  ]);
  return row?.voided ?? false;
}

/** `reversing`: the order came to nothing, and its charge has to be given back. */
export type Unsettled = UnsettledOrder & {
  state: 'placing' | 'voiding' | 'reversing';
  /** The acquirer has said that it charged it. */
  isApproved: boolean;
};

const selectClock = statement<{ due: Date }, [aheadMs: number]>(
  'orders.settle-clock',
  `select clock_timestamp() + $1::integer * interval '1 millisecond' as due`,
);

/** What is overdue by now, or by so many milliseconds from now: on the database's clock, which all nodes share. */
export async function settleDue(tx: Tx, aheadMs: number): Promise<Date> {
  const [row] = await selectClock(tx, [aheadMs]);
  if (row === undefined) throw new Error('the database told no time');
  return row.due;
}

/** SQL. */
const ageMs = (moment: string): string =>
  `(extract(epoch from clock_timestamp() - ${moment}) * 1000)::double precision`;

const leaseUnsettled = statement<
  {
    order_id: string;
    payment_id: string;
    age_ms: number;
    amount: number;
    acquirer: string | null;
    is_approved: boolean;
    state: Unsettled['state'];
  },
  [due: Date, leaseMs: number, limit: number]
>(
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
);

/**
 * Takes what is overdue for oneself, for so many milliseconds from now: no other node asks the gateway about it
 * meanwhile. At most `limit` placements and as many reversals.
 */
export async function leaseDue(tx: Tx, due: Date, leaseMs: number, limit: number): Promise<Unsettled[]> {
  const rows = await leaseUnsettled(tx, [due, leaseMs, limit]);
  return rows.map((row) => ({
    orderId: row.order_id,
    paymentId: row.payment_id,
    // As old as the database's clock says, on this process's own, which may go wrong by minutes: the gateway measures with that one,
    // and must not give up a key that is still on its way.
    askedAt: new Date(Date.now() - row.age_ms),
    amount: centavos(row.amount),
    acquirer: row.acquirer,
    isApproved: row.is_approved,
    actor: jobActor('reconcile-orders'),
    state: row.state,
  }));
}

const hasten = statement<{ jobs: number }, [order: string]>(
  'orders.request-reconciliation',
  `with hastened as (
     update orders set settle_after = clock_timestamp() where id = $1 and status in ('placing', 'voiding')
     returning id),
   job as (
     select graphile_worker.add_job('reconcile-orders', '{}', job_key => 'reconcile-orders') from hastened)
   select count(*) as jobs from job`,
);

/** The call gave up on the bank's answer: the reconciler may ask at once. */
export const requestReconciliation = async (tx: Tx, orderId: string): Promise<void> => {
  await hasten(tx, [orderId]);
};

const startVoiding = statement<{ id: string }, [order: string, now: Date]>(
  'orders.begin-voiding',
  `update orders set status = 'voiding', updated_at = $2 where id = $1 and status = 'placing' returning id`,
);

/** Closes the way to a confirmation, before anything is barred at the bank; false when the order is no longer placing. */
export const beginVoiding = async (tx: Tx, orderId: string, now: Date): Promise<boolean> =>
  (await startVoiding(tx, [orderId, now])).length === 1;

const selectEnd = statement<
  { status: string; number: number | null },
  [order: string, payment: string, gatewayId: string | null, authorization: string | null, leaseMs: number, by: Actor]
>(
  'orders.end',
  `with due as (
     update payments p set gateway_id = $3, authorization_code = $4, decided_by = $6::jsonb, decided_at = clock_timestamp(),
       -- Of one that is being voided its end sees to it (void_order).
       status = case o.status when 'void' then 'reversing' else p.status end,
       reverse_after = case o.status when 'void' then clock_timestamp() + $5::integer * interval '1 millisecond' end
     from orders o
     where $3::text is not null and p.id = $2 and o.id = p.order_id
       and (o.status = 'void' and p.status in ('pending', 'refused') or o.status = 'voiding' and p.status = 'pending')
     returning p.id)
   select status, number from orders where id = $1`,
);

/** How a placement that oneself could not end stands now. */
export type PlacementEnd = { kind: 'confirmed'; orderNumber: string } | { kind: 'voiding' } | { kind: 'void' };

/**
 * How the placement ended that could not be confirmed by this approval, which is kept. Of a void order the charge is noted as due to
 * be reversed in the same statement, so that the reversal is tried until it succeeds; for `leaseMs` by nobody else.
 */
export async function endOfApproved(
  tx: Tx,
  { orderId, paymentId, actor }: UnsettledOrder,
  { gatewayId, authorization }: Approval,
  leaseMs: number,
): Promise<PlacementEnd> {
  return endOf(await selectEnd(tx, [orderId, paymentId, gatewayId, authorization, leaseMs, actor]));
}

/** How a placement stands that oneself could not end. */
export const findEnd = async (tx: Tx, { orderId, paymentId, actor }: UnsettledOrder): Promise<PlacementEnd> =>
  endOf(await selectEnd(tx, [orderId, paymentId, null, null, 0, actor]));

function endOf([row]: { status: string; number: number | null }[]): PlacementEnd {
  if (row === undefined) throw new Error('the order of a placement is not there');
  if (row.number !== null) return { kind: 'confirmed', orderNumber: String(row.number) };
  return { kind: row.status === 'void' ? 'void' : 'voiding' };
}

const endReversing = statement<{ id: string }, [payment: string, now: Date]>(
  'orders.end-reversal',
  `with reversed as (
     -- Who asked for it stays: the bank's answer is nobody's deed.
     update payments set status = 'reversed', reverse_after = null, decided_at = $2
     where id = $1 and status = 'reversing' returning id, order_id),
   event as (
     insert into order_events (order_id, kind, created_at) select order_id, 'charge_reversed', $2 from reversed)
   select id from reversed`,
);

/** The bank has given the charge back; false when that was noted before. */
export const endReversal = async (
  tx: Tx,
  { paymentId }: Pick<UnsettledOrder, 'paymentId'>,
  now: Date,
): Promise<boolean> => (await endReversing(tx, [paymentId, now])).length === 1;
