import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import type { CreditableLine, TaxedLine } from '@ceiba/domain/refunds/credit';
import type { RefundableLine, RefundCause, RefundDestination, UnitsOfShipment } from '@ceiba/domain/refunds/refund';
import type { AskedCharge } from '../payments/gateway.ts';
import { statement, type Tx } from '../platform/db/database.ts';
import { type TaxLineRow, taxedLineOf } from '../platform/db/tax-line-row.ts';

/** A line of an order whose units may be given back. */
export interface LineToRefund extends RefundableLine {
  position: number;
  sellerId: number;
  title: string;
  /** Units that were canceled, among the refunded ones. */
  canceled: number;
  /** Codes of gift cards that were sent. */
  areCardsSent: boolean;
  isGiftCard: boolean;
  /** What its units go with; none before its order is confirmed. */
  shipments: ShipmentOfLine[];
  /** Its lines of the invoice, and what its refunds have been worth so far. */
  tax: TaxedLine;
  worthBack: Centavos;
}

/** One of an order's shipments, with its cash and the units of a line that go with it. */
export interface ShipmentOfLine extends UnitsOfShipment {
  /** Its place among them, from 1. */
  n: number;
  state: ShipmentState;
  /** Where it leaves from; null: it has no goods. */
  place: string | null;
  /** Without those that were canceled. */
  units: number;
  /** What is to be collected with it at the door. */
  cashDue: Centavos;
  /** What was collected there, and not given back of what it brought. */
  cashLeft: Centavos;
  /** What was missing there, and was not set off against what came back of it. */
  shortfall: Centavos;
  /** The order's donation is part of both. */
  bringsDonation: boolean;
}

/** An order with its money, as it stands under its lock. */
export interface OrderToRefund {
  orderId: string;
  /** Counts what people of the desk change of it. */
  version: number;
  status: OrderStatus;
  /** Those it belongs to, for whoever sees some stores alone. */
  stores: string[];
  assigneeId: string | null;
  lines: LineToRefund[];
  /** What was given back of it, by what that was for (`causeKey`). */
  refunds: ReadonlyMap<string, Refund>;
  /** What pays it, or will; null where that was given back whole, or never came. */
  payment: {
    id: string;
    destination: RefundDestination;
    /** What it asks for, or has taken, whatever was given back of that. */
    amount: Centavos;
    isCash: boolean;
    /** What of it was not given back; of one that is not paid yet (`bill`), what is still asked for. */
    left: Centavos;
  } | null;
  /** What gift cards pay of it still (DEC-199). */
  giftCardsLeft: Centavos;
  /** What of its delivery and its donation, which are no line's, was not given back. */
  shippingLeft: Centavos;
  /** Its delivery as it was charged, as a line of the invoice. */
  shipping: CreditableLine;
  donationLeft: Centavos;
  /** Its points certificate, where something of it is left. */
  certificate: {
    amount: Centavos;
    points: number;
    givenAmount: Centavos;
    givenPoints: number;
    /** The program has taken the points: one that is still asked to takes what is left. */
    isTaken: boolean;
    /** The program has let go of them: nobody has anything to give back. */
    isLost: boolean;
  } | null;
}

interface OrderRow {
  id: string;
  version: number;
  status: OrderStatus;
  stores: string[];
  assignee_id: string | null;
  refunds: { causeKey: string; refund: RefundRow }[];
  lines: (Omit<LineToRefund, 'net' | 'shipments' | 'tax' | 'worthBack'> & {
    net: number;
    taxLines: TaxLineRow[];
    warrantyPrice: number | null;
    worthBack: number;
    shipments: (Omit<ShipmentOfLine, 'cashDue' | 'cashLeft' | 'shortfall'> & {
      cashDue: number;
      cashLeft: number;
      shortfall: number;
    })[];
  })[];
  payment: {
    id: string;
    destination: RefundDestination;
    isCash: boolean;
    amount: number;
    left: number;
  } | null;
  gift_cards_left: number;
  shipping_left: number;
  shipping: number;
  shipping_tax_rate: number;
  donation_left: number;
  certificate: {
    amount: number;
    points: number;
    givenAmount: number;
    givenPoints: number;
    isTaken: boolean;
    isLost: boolean;
  } | null;
}

/** SQL: what was taken from refunds because a shipment (s) had not been paid whole, in centavos. */
export const setOffOf = `(select coalesce(sum(f.shortfall), 0)::bigint from refund_lines f where f.order_id = s.order_id and f.n = s.n)`;

/** SQL: what was missing of the cash that was collected with a shipment (s), and was not set off yet, in centavos. */
export const shortfallLeft = `greatest(s.cash_due - s.cash_collected, 0) - ${setOffOf}`;

/**
 * SQL: what is still missing of the cash of a delivered shipment (s): neither collected, nor set off, nor written off (record 0091). Never below
 * zero: what was written off is set off, too, where the goods come back later.
 */
export const missingAtDoor = `greatest(s.cash_due - s.cash_collected - s.cash_written_off - ${setOffOf}, 0)`;

/**
 * SQL: holds the order that is meant, and answers its id. With its certificate, as the job that talks with a program takes no order's lock:
 * whether its points are taken stays as it is read (`isTaken`).
 */
export const holdToRefund = (which: string): string => `with held as (select id from orders where ${which} for update),
   certificate as (select c.code from points_certificates c, held where c.order_id = held.id for update of c)
   select id, (select count(*) from certificate) as certificates from held`;

const lockRow = statement<{ id: string }, [number: string]>('refunds.lock-order', holdToRefund('number = $1'));

// A statement of its own, so that it sees what was committed while the lock was waited for.
const selectOrder = statement<OrderRow, [order: string]>(
  'refunds.order',
  `select o.id, o.version, o.status, coalesce((select w.stores from order_rows w where w.number = o.number), '{}') as stores, o.assignee_id,
     (select coalesce(json_agg(json_build_object('causeKey', r.cause_key, 'refund', json_build_object('id', r.id, 'amount', r.amount,
        'destination', r.destination, 'points_amount', r.points_amount, 'points', r.points, 'gift_card_amount', r.gift_card_amount))), '[]')
        from refunds r where r.order_id = o.id) as refunds,
     (select json_agg(json_build_object('position', l.position, 'sellerId', l.seller_id, 'title', l.title, 'net', l.net,
        'quantity', l.quantity, 'canceled', l.canceled, 'refunded', l.refunded,
        'areCardsSent', l.gift_card is not null and coalesce(l.gift_cards_sent_at > '-infinity', false),
        'isGiftCard', l.kind = 'giftCard', 'taxLines', tax_lines_json(l), 'warrantyPrice', (l.warranty ->> 'amount')::bigint,
        'worthBack', (select coalesce(sum(f.amount), 0) from refund_lines f where f.order_id = l.order_id and f.position = l.position),
        'shipments', (select coalesce(json_agg(json_build_object('n', s.n, 'state', s.state, 'place', s.place, 'units', u.quantity - u.canceled,
            'quantity', u.quantity, 'firstUnit', u.first_unit, 'refunded', u.refunded,
            'cashDue', case when s.state = 'delivered' then 0 else s.cash_due end,
            'cashLeft', coalesce(s.cash_collected, 0) - (
              select coalesce(sum(f.cash), 0) from refund_lines f where f.order_id = s.order_id and f.n = s.n),
            'shortfall', ${shortfallLeft},
            'bringsDonation', s.brings_donation) order by s.n), '[]')
          from shipment_lines u join shipments s on s.order_id = u.order_id and s.n = u.n
          where u.order_id = l.order_id and u.position = l.position))
        order by l.position) from order_lines l where l.order_id = o.id) as lines,
     (select json_build_object('id', p.id, 'amount', p.amount, 'isCash', p.kind = 'Cash',
        'destination', case when p.status = 'pending' then 'bill' when p.kind in ('Card', 'CardInstallments') then 'origin' else 'till' end,
        -- Of cash what was truly collected (less than was due has its reason), and while something is still to be: what that is.
        'left', case when p.status = 'pending' then p.amount - c.due when p.kind = 'Cash' then c.collected - r.given else p.amount - r.given end)
        from payments p,
          lateral (select coalesce(sum(amount), 0) as given from refunds where payment_id = p.id and destination <> 'bill') r,
          lateral (select coalesce(sum(cash_collected), 0) as collected, coalesce(sum(cash_due) filter (where state = 'delivered'), 0) as due
            from shipments where order_id = o.id) c
        where p.order_id = o.id and p.status in ('pending', 'approved')) as payment,
     o.gift_cards - g.gift_cards as gift_cards_left, o.shipping - g.shipping as shipping_left,
     o.shipping, coalesce(o.shipping_tax_rate, 1200) as shipping_tax_rate, o.donation - g.donation as donation_left,
     (select json_build_object('amount', c.amount, 'points', c.points, 'givenAmount', r.amount, 'givenPoints', r.points,
        'isTaken', c.status = 'captured', 'isLost', c.status = 'written_off')
        from points_certificates c, lateral (
          select coalesce(sum(points_amount), 0) as amount, coalesce(sum(points), 0) as points from refunds where order_id = o.id) r
        where c.order_id = o.id and c.status in ('claimed', 'capturing', 'captured', 'written_off')) as certificate
   from orders o, lateral (
     select coalesce(sum(gift_card_amount), 0)::bigint as gift_cards, coalesce(sum(shipping), 0)::bigint as shipping,
       coalesce(sum(donation), 0)::bigint as donation
     from refunds where order_id = o.id) g
   where o.id = $1`,
);

/** Locked until the transaction ends, so that of any number at once each sees what the one before gave back. Undefined: no placed order. */
export async function lockOrderToRefund(tx: Tx, orderNumber: string): Promise<OrderToRefund | undefined> {
  const [locked] = await lockRow(tx, [orderNumber]);
  return locked && readOrderToRefund(tx, locked.id);
}

/** One that is locked by the caller; with its certificate (`holdToRefund`) where what points pay of it is decided. */
export async function readOrderToRefund(tx: Tx, orderId: string): Promise<OrderToRefund> {
  const [row] = await selectOrder(tx, [orderId]);
  if (row === undefined) throw new Error('an order vanished under its lock');
  const { payment, certificate } = row;
  return {
    orderId: row.id,
    version: row.version,
    status: row.status,
    stores: row.stores,
    assigneeId: row.assignee_id,
    refunds: new Map(row.refunds.map(({ causeKey, refund }) => [causeKey, refundOf(refund)])),
    lines: row.lines.map(({ taxLines, warrantyPrice, ...line }) => ({
      ...line,
      net: centavos(line.net),
      tax: taxedLineOf(taxLines, { quantity: line.quantity, warrantyPrice }),
      worthBack: centavos(line.worthBack),
      shipments: line.shipments.map(({ cashDue, cashLeft, shortfall, ...shipment }) => ({
        ...shipment,
        cashDue: centavos(cashDue),
        cashLeft: centavos(cashLeft),
        shortfall: centavos(shortfall),
      })),
    })),
    payment: payment && {
      ...payment,
      amount: centavos(payment.amount),
      left: centavos(payment.left),
    },
    giftCardsLeft: centavos(row.gift_cards_left),
    shippingLeft: centavos(row.shipping_left),
    shipping: {
      worth: centavos(row.shipping),
      charged: centavos(row.shipping),
      taxRate: row.shipping_tax_rate,
    },
    donationLeft: centavos(row.donation_left),
    certificate: certificate && {
      ...certificate,
      amount: centavos(certificate.amount),
      givenAmount: centavos(certificate.givenAmount),
    },
  };
}

export interface RefundBuyer {
  orderId: string;
  /** Empty where nobody has the account any more. */
  email: string;
  /** When somebody of the desk last corrected it; null: it is the one that was given when the order was placed. */
  correctedAt: Date | null;
}

// Of a correction whose words somebody had erased it is not known what it was of.
const selectBuyer = statement<RefundBuyer, [number: string]>(
  'refunds.buyer',
  `select id as "orderId", email, (select max(e.created_at) from order_events e
     where e.order_id = o.id and e.kind = 'corrected' and (e.detail -> 'after' ? 'contact.email' or e.detail = '{}')) as "correctedAt"
   from orders o where number = $1`,
);

/** Whose order it is. @throws where there is no such order */
export async function findBuyer(tx: Tx, orderNumber: string): Promise<RefundBuyer> {
  const [row] = await selectBuyer(tx, [orderNumber]);
  if (row === undefined) throw new Error(`there is no order ${orderNumber}`);
  return row;
}

const sayNoTill = statement<object, []>(
  'refunds.no-till',
  `select set_config('ceiba.till', '{"means": "transfer"}', true)`,
);

/** What is given back in this transaction leaves no till (`move_till` in SQL). */
export const useNoTill = async (tx: Tx): Promise<void> => {
  await sayNoTill(tx, []);
};

/** A refund as it was decided. */
export interface Refund {
  id: string;
  /** Money that goes back, or is owed no more. */
  amount: Centavos;
  destination: RefundDestination;
  /** What goes back as points. */
  pointsAmount: Centavos;
  points: number;
  /** What is back on the gift cards that paid. */
  giftCardAmount: Centavos;
}

export interface RefundRow {
  id: string;
  amount: number;
  destination: RefundDestination;
  points_amount: number;
  points: number;
  gift_card_amount: number;
}

export const refundOf = <Row extends { amount: number; points_amount: number; gift_card_amount: number }>({
  points_amount: pointsAmount,
  gift_card_amount: giftCardAmount,
  amount,
  ...refund
}: Row) => ({
  ...refund,
  amount: centavos(amount),
  pointsAmount: centavos(pointsAmount),
  giftCardAmount: centavos(giftCardAmount),
});

const giveBack = statement<object, [order: string, amount: number, by: Actor, reason: string | null]>(
  'refunds.gift-cards',
  'select give_back_gift_cards($1, $2, $3::jsonb, $4)',
);

/** Puts so much of what gift cards have paid back on them. */
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
  /** A program is to be asked for its points. */
  asksProgram: boolean;
  shipping: Centavos;
  donation: Centavos;
  /** Below zero: set off against what was given for goodwill before. Centavos. */
  goodwill: number;
  /** The IVA of its lines and its delivery. */
  iva: Centavos;
  lines: readonly CreditedUnits[];
  /** Why units of it that are still here are sent; null: none are. */
  courtesyReason: string | null;
  /** The shipment that so much less is collected with; null: with none. */
  lessCashOf: number | null;
  actor: Actor;
  reason: string | null;
}

/** Units of a line that went with a shipment. */
export interface RefundedUnits {
  n: number;
  position: number;
  quantity: number;
  amount: Centavos;
  /** What of it is set off, as it was missing of what was collected with that shipment. */
  shortfall: Centavos;
  /** What of it is taken from what was collected with that shipment. */
  cash: Centavos;
  /** They are still here, and are sent all the same. */
  isCourtesy: boolean;
}

/** The same with what these units take off the invoice (DEC-233). */
export interface CreditedUnits extends RefundedUnits {
  charged: Centavos;
  iva: Centavos;
  warrantyCharged: Centavos;
  warrantyIva: Centavos;
}

const insert = statement<{ id: string; jobs: number }, [refund: object]>(
  'refunds.insert',
  // One that is owed no more is a payment's that asks for less, and a courier's who collects less; their rows are locked with their order's.
  `with new as (
     select * from jsonb_to_record($1::jsonb) as r (id uuid, "orderId" uuid, "paymentId" uuid, cause text, "causeKey" text, amount bigint,
       destination text, "pointsAmount" bigint, points integer, "giftCardAmount" bigint, "arePointsTaken" boolean, "asksProgram" boolean, shipping bigint,
       donation bigint, goodwill bigint, iva bigint, lines jsonb, "courtesyReason" text, "lessCashOf" integer, actor jsonb, reason text)),
   written as (
     insert into refunds (id, order_id, cause, cause_key, payment_id, amount, destination, state, points_amount, points, gift_card_amount, points_taken, shipping,
       donation, goodwill, iva, courtesy_reason, actor, reason, send_after, done_at, points_settle_after, points_given_at)
     select id, "orderId", cause, "causeKey", "paymentId", amount, destination,
       case when destination = 'bill' or amount = 0 then 'done' else 'due' end::refund_state, "pointsAmount", points, "giftCardAmount", "arePointsTaken",
       shipping, donation, goodwill, iva, "courtesyReason", actor, reason,
       case when destination = 'origin' and amount > 0 then clock_timestamp() end,
       case when destination = 'bill' or amount = 0 then clock_timestamp() end,
       case when "asksProgram" then clock_timestamp() end,
       case when "pointsAmount" > 0 and not "asksProgram" then clock_timestamp() end
     from new returning id),
   lines as (
     insert into refund_lines (refund_id, order_id, n, position, quantity, amount, cash, shortfall, charged, iva, warranty_charged, warranty_iva, is_courtesy)
     select new.id, "orderId", l.* from new,
       jsonb_to_recordset(lines) as l (n integer, position integer, quantity integer, amount bigint, cash bigint, shortfall bigint, charged bigint, iva bigint,
         "warrantyCharged" bigint, "warrantyIva" bigint, "isCourtesy" boolean)),
   -- Whoever saw the order before it is told so (OFF-21).
   raised as (
     update orders o set version = o.version + 1, updated_at = clock_timestamp() from new where o.id = "orderId"),
   owed as (
     update payments p set amount = p.amount - new.amount from new where p.id = "paymentId" and destination = 'bill' and new.amount > 0),
   collected as (
     update shipments s set cash_due = s.cash_due - new.amount, version = s.version + 1 from new
     where s.order_id = "orderId" and s.n = "lessCashOf" and new.amount > 0),
   jobs as (
     select graphile_worker.add_job('send-refunds', '{}', job_key => 'send-refunds') from new where destination = 'origin' and amount > 0
     union all select graphile_worker.add_job('settle-points', '{}', job_key => 'settle-points') from new where "asksProgram"
     -- Its buyer is told; of what was returned, or is lost, by whoever decides that.
     union all select graphile_worker.add_job('order-refunded', json_build_object('orderId', "orderId", 'refundId', id)) from new where cause = 'goodwill'
     union all select graphile_worker.add_job('units-canceled', json_build_object('orderId', "orderId", 'refundId', id)) from new where cause = 'cancellation')
   select written.id, (select count(*) from jobs) as jobs from written`,
);

/**
 * Counts as one more change of its order, too, whose row is locked by the caller.
 *
 * @throws where units are given back that are not left, or the same was given back before: the database says so
 */
export const insertRefund = async (tx: Tx, refund: NewRefund): Promise<void> => {
  await insert(tx, [refund]);
};

/** A refund that an acquirer is to be asked for. */
export interface RefundToSend {
  id: string;
  orderId: string;
  amount: Centavos;
  /** The charge it is taken from, and the acquirer's name of that; null: nobody has said it. */
  charge: AskedCharge;
  gatewayId: string | null;
}

const lease = statement<
  {
    id: string;
    order_id: string;
    amount: number;
    payment_id: string;
    gateway_id: string | null;
    asked_at: Date;
    charged: number;
  },
  [account: string, leaseMs: number, limit: number]
>(
  'refunds.lease',
  `with due as (
     select r.id, p.gateway_id, p.created_at as asked_at, p.amount as charged from refunds r join payments p on p.id = r.payment_id
     where r.send_after <= clock_timestamp() and p.acquirer = $1
     order by r.send_after limit $3 for update of r skip locked)
   update refunds r set state = 'sent', send_after = clock_timestamp() + $2::integer * interval '1 millisecond'
   from due where r.id = due.id returning r.id, r.order_id, r.amount, r.payment_id, due.gateway_id, due.asked_at, due.charged`,
);

/** Takes refunds of charges of this acquirer's account that are due, for so many milliseconds: nobody else asks for them meanwhile. */
export const leaseRefunds = async (tx: Tx, account: string, leaseMs: number, limit: number): Promise<RefundToSend[]> =>
  (await lease(tx, [account, leaseMs, limit])).map((row) => ({
    id: row.id,
    orderId: row.order_id,
    amount: centavos(row.amount),
    charge: { key: row.payment_id, askedAt: row.asked_at, amount: centavos(row.charged) },
    gatewayId: row.gateway_id,
  }));

const keepGatewayId = statement<object, [payment: string, gatewayId: string]>(
  'refunds.keep-gateway-id',
  'update payments set gateway_id = $2 where id = $1 and gateway_id is null',
);

/** The acquirer's name of a charge that was looked up, as of one that was settled by a word without it. */
export const saveGatewayId = async (tx: Tx, paymentId: string, gatewayId: string): Promise<void> => {
  await keepGatewayId(tx, [paymentId, gatewayId]);
};

const endSent = statement<{ id: string }, [refund: string, reference: string]>(
  'refunds.end',
  `with done as (
     update refunds set state = 'done', send_after = null, reference = $2, done_at = clock_timestamp()
     where id = $1 and state = 'sent' returning id, order_id, amount),
   event as (
     insert into order_events (order_id, kind, detail, created_at)
     select order_id, 'refunded', jsonb_build_object('amount', amount), clock_timestamp() from done)
   select id from done`,
);

/** The acquirer has given it back; false when that was noted before. */
export const endRefund = async (tx: Tx, refundId: string, reference: string): Promise<boolean> =>
  (await endSent(tx, [refundId, reference])).length === 1;

const toTill = statement<{ id: string }, [refund: string, code: string]>(
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

/** Its bank will not give it back, now or ever: a till does, and its buyer is told. False when it is not asked for any more. */
export const handOver = async (tx: Tx, refundId: string, code: string): Promise<boolean> =>
  (await toTill(tx, [refundId, code])).length === 1;

/**
 * SQL: what of the payment p of the order o is still to be paid, in centavos: of cash what couriers have not collected; zero
 * of what was paid, or came to nothing.
 */
export const stillToPay = `case when p.status <> 'pending' then 0 when p.kind <> 'Cash' then p.amount else (
     select coalesce(sum(s.cash_due), 0)::bigint from shipments s
     where s.order_id = o.id and s.state not in ('delivered', 'undelivered', 'canceled')) end`;
