import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import type { RefundCause, RefundDestination } from '@ceiba/domain/refunds/refund';
import type { ChargeQuery } from '../payments/gateway.ts';
import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import { wireRefundCauses, wireRefundDestinations } from './refund-words.ts';

export interface RefundBuyer {
  orderId: string;
  /** The e-mail. Empty after the account was closed. */
  email: string;
  /** Time at which the desk last corrected the e-mail. Null if it was never corrected. */
  correctedAt: Date | null;
}

// A correction with erased detail counts as a correction of the e-mail, because its field is no longer known.
const selectBuyer = statement(
  'refunds.buyer',
  `select id as "orderId", email, (select max(e.created_at) from order_events e
     where e.order_id = o.id and e.kind = 'corrected' and (e.detail -> 'after' ? 'contact.email' or e.detail = '{}')) as "correctedAt"
   from orders o where number = $1`,
);

/** Finds the buyer of an order. @throws if there is no such order */
export async function findBuyer(tx: Tx, orderNumber: string): Promise<RefundBuyer> {
  const [row] = await selectBuyer(tx, [orderNumber]);
  if (row === undefined) throw new Error(`order ${orderNumber} does not exist`);
  return row;
}

const setNoTill = statement('refunds.no-till', `select set_config('ceiba.till', '{"means": "transfer"}', true)`);

/** Marks this transaction, so that its refunds take no money from a till (`move_till` in SQL). */
export const leaveNoTill = async (tx: Tx): Promise<void> => {
  await setNoTill(tx, []);
};

/** A refund after the decision, before it is written. */
export interface Refund {
  id: string;
  /** Money that is returned, or that the buyer no longer owes. */
  amount: Centavos;
  destination: RefundDestination;
  /** The part that is returned as points. */
  pointsAmount: Centavos;
  points: number;
  /** The part that is returned to the gift cards that paid. */
  giftCardAmount: Centavos;
}

export interface RefundRow {
  id: string;
  amount: number;
  destination: RefundDestination;
  pointsAmount: number;
  points: number;
  giftCardAmount: number;
}

export const refundOf = <Row extends { amount: number; pointsAmount: number; giftCardAmount: number }>({
  pointsAmount,
  giftCardAmount,
  amount,
  ...refund
}: Row) => ({
  ...refund,
  amount: centavos(amount),
  pointsAmount: centavos(pointsAmount),
  giftCardAmount: centavos(giftCardAmount),
});

const giveBack = statement('refunds.gift-cards', 'select give_back_gift_cards($1, $2, $3::jsonb, $4)');

/** Credits an amount to the gift cards that paid the order. */
export const giveBackGiftCards = async (
  tx: Tx,
  orderId: string,
  { amount, actor, reason }: { amount: Centavos; actor: Actor; reason: string | null },
): Promise<void> => {
  await giveBack(tx, [orderId, amount, actor, reason]);
};

export interface NewRefund extends Refund {
  orderId: string;
  paymentId: string;
  cause: RefundCause;
  causeKey: string;
  arePointsTaken: boolean;
  /** True if a points program must be called for the points. */
  asksProgram: boolean;
  shipping: Centavos;
  donation: Centavos;
  /** Goodwill in centavos. Negative if this refund sets off earlier goodwill. */
  goodwill: number;
  /** The IVA of the refunded lines and delivery. */
  iva: Centavos;
  lines: readonly CreditedUnits[];
  /** Reason why unsent units are sent although they are refunded. Null if no refunded units are sent. */
  courtesyReason: string | null;
  /** The number of the shipment that collects less cash at the door, by the amount of the refund. Null if no shipment collects less. */
  lessCashOf: number | null;
  actor: Actor;
  reason: string | null;
}

/** Units of a line that went with a shipment. */
export interface RefundedUnits {
  shipmentNumber: number;
  position: number;
  quantity: number;
  amount: Centavos;
  /** The part of `amount` that is set off against missing cash of the delivery. */
  shortfall: Centavos;
  /** The part of `amount` that is taken from the cash collected with the shipment. */
  cash: Centavos;
  /** True if the units are not sent yet, and will be sent although they are refunded. */
  isCourtesy: boolean;
}

/** Refunded units with the amounts that they take off the invoice (DEC-233). */
export interface CreditedUnits extends RefundedUnits {
  charged: Centavos;
  iva: Centavos;
  warrantyCharged: Centavos;
  warrantyIva: Centavos;
}

const insert = statement(
  'refunds.insert',
  // A refund of unpaid money lowers the payment and the cash of its shipment. The order's lock covers both rows.
  `with new as (
     select * from jsonb_to_record($1::jsonb) as r (id uuid, "orderId" uuid, "paymentId" uuid, cause text, "causeKey" text, amount bigint,
       destination text, "pointsAmount" bigint, points integer, "giftCardAmount" bigint, "arePointsTaken" boolean, "asksProgram" boolean, shipping bigint,
       donation bigint, goodwill bigint, iva bigint, lines jsonb, "courtesyReason" text, "lessCashOf" integer, actor jsonb, reason text)),
   written as (
     insert into refunds (id, order_id, cause, cause_key, payment_id, amount, destination, state, points_amount, points, gift_card_amount, points_taken, shipping,
       donation, goodwill, iva, courtesy_reason, actor, reason, send_after, done_at, points_settle_after, points_given_at)
     select id, "orderId", cause, "causeKey", "paymentId", amount, destination,
       case when is_owed_less(destination) or amount = 0 then 'done' else 'due' end::refund_state, "pointsAmount", points, "giftCardAmount", "arePointsTaken",
       shipping, donation, goodwill, iva, "courtesyReason", actor, reason,
       case when destination = 'origin' and amount > 0 then clock_timestamp() end,
       case when is_owed_less(destination) or amount = 0 then clock_timestamp() end,
       case when "asksProgram" then clock_timestamp() end,
       case when "pointsAmount" > 0 and not "asksProgram" then clock_timestamp() end
     from new returning id),
   lines as (
     insert into refund_lines (refund_id, order_id, n, position, quantity, amount, cash, shortfall, charged, iva, warranty_charged, warranty_iva, is_courtesy)
     select new.id, "orderId", l.* from new,
       jsonb_to_recordset(lines) as l ("shipmentNumber" integer, position integer, quantity integer, amount bigint, cash bigint, shortfall bigint, charged bigint, iva bigint,
         "warrantyCharged" bigint, "warrantyIva" bigint, "isCourtesy" boolean)),
   -- A change based on the older version is refused (OFF-21).
   raised as (
     update orders o set version = o.version + 1, updated_at = clock_timestamp() from new where o.id = "orderId"),
   owed as (
     update payments p set amount = p.amount - new.amount from new where p.id = "paymentId" and is_owed_less(destination) and new.amount > 0),
   collected as (
     update shipments s set cash_due = s.cash_due - new.amount, version = s.version + 1 from new
     where s.order_id = "orderId" and s.n = "lessCashOf" and new.amount > 0),
   jobs as (
     select graphile_worker.add_job('send-refunds', '{}', job_key => 'send-refunds') from new where destination = 'origin' and amount > 0
     union all select graphile_worker.add_job('settle-points', '{}', job_key => 'settle-points') from new where "asksProgram"
     -- Mails to the buyer. Returned and lost goods are announced by the code that decides about them.
     union all select graphile_worker.add_job('order-refunded', json_build_object('orderId', "orderId", 'refundId', id)) from new where refund_cause(cause) = 'desk'
     union all select graphile_worker.add_job('units-canceled', json_build_object('orderId', "orderId", 'refundId', id)) from new where cause = 'cancellation')
   select written.id, (select count(*) from jobs) as jobs from written`,
);

/**
 * Writes a refund and raises its order's version. The caller holds the order's lock.
 *
 * @throws by constraints of the database if fewer units are left, or if the same cause was refunded before
 */
export const insertRefund = async (tx: Tx, refund: NewRefund): Promise<void> => {
  const { cause, destination } = refund;
  await insert(tx, [{ ...refund, cause: wireRefundCauses[cause], destination: wireRefundDestinations[destination] }]);
};

/** A refund to request from an acquirer. */
export interface RefundToSend {
  id: string;
  orderId: string;
  amount: Centavos;
  /** The charge that is refunded, with the acquirer's id of the charge. Null if the id is unknown. */
  charge: ChargeQuery;
  gatewayId: string | null;
}

const lease = statement(
  'refunds.lease',
  `with due as (
     select r.id, p.gateway_id, p.created_at as asked_at, p.amount as charged from refunds r join payments p on p.id = r.payment_id
     where r.send_after <= clock_timestamp() and p.acquirer = $1
     order by r.send_after limit $3 for update of r skip locked)
   update refunds r set state = 'sent', send_after = clock_timestamp() + $2::integer * interval '1 millisecond'
   from due where r.id = due.id returning r.id, r.order_id, r.amount, r.payment_id, due.gateway_id, due.asked_at, due.charged`,
);

/** Leases due refunds of charges of one acquirer account for `leaseMs` milliseconds. Other workers skip them during that time. */
export const leaseRefunds = async (tx: Tx, account: string, leaseMs: number, limit: number): Promise<RefundToSend[]> =>
  (await lease(tx, [account, leaseMs, limit])).map((row) => ({
    id: row.id,
    orderId: row.orderId,
    amount: row.amount,
    charge: { key: row.paymentId, askedAt: row.askedAt, amount: row.charged },
    gatewayId: row.gatewayId,
  }));

const keepGatewayId = statement(
  'refunds.keep-gateway-id',
  'update payments set gateway_id = $2 where id = $1 and gateway_id is null',
);

/** Saves the acquirer's id of a charge after a look-up. The id is missing if an operator settled the charge without it. */
export const saveGatewayId = async (tx: Tx, paymentId: string, gatewayId: string): Promise<void> => {
  await keepGatewayId(tx, [paymentId, gatewayId]);
};

const endSent = statement(
  'refunds.end',
  `with done as (
     update refunds set state = 'done', send_after = null, reference = $2, done_at = clock_timestamp()
     where id = $1 and state = 'sent' returning id, order_id, amount),
   event as (
     insert into order_events (order_id, kind, detail, created_at)
     select order_id, 'refunded', jsonb_build_object('amount', amount), clock_timestamp() from done)
   select id from done`,
);

/** Ends a refund that the acquirer has paid. Returns false if the refund had ended before. */
export const endRefund = async (tx: Tx, refundId: string, reference: string): Promise<boolean> =>
  (await endSent(tx, [refundId, reference])).length === 1;

const toTill = statement(
  'refunds.hand-over',
  `with refused as (
     update refunds set destination = 'till', state = 'due', send_after = null, refusal_code = $2
     where id = $1 and state = 'sent' returning id, order_id, amount),
   event as (
     insert into order_events (order_id, kind, detail, created_at)
     select order_id, 'refund_due', jsonb_build_object('amount', amount, 'code', $2::text), clock_timestamp() from refused),
   jobs as (
     select id, graphile_worker.add_job('refund-at-till', json_build_object('orderId', order_id, 'refundId', id)) from refused)
   select id from jobs`,
);

/** Moves a refund that the bank finally refuses to a till, and mails the buyer. Returns false if the refund is no longer at the bank. */
export const handOver = async (tx: Tx, refundId: string, code: string): Promise<boolean> =>
  (await toTill(tx, [refundId, code])).length === 1;

/**
 * SQL: the amount of the payment (p) of the order (o) that is still due, in centavos. For cash, the amount that couriers have not
 * collected yet. Zero once the payment is made or void.
 */
export const amountDueSql = `case when p.status <> 'pending' then 0 when p.kind <> 'Cash' then p.amount else (
     select coalesce(sum(s.cash_due), 0)::bigint from shipments s
     where s.order_id = o.id and s.state not in ('delivered', 'undelivered', 'canceled')) end`;
