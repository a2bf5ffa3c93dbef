import { type Centavos, centavos } from '@ceiba/domain/money/money';
import type { OrderStatus } from '@ceiba/domain/orders/order';
import type { ShipmentState } from '@ceiba/domain/orders/shipment';
import type { CreditableLine, TaxedLine } from '@ceiba/domain/refunds/credit';
import type { RefundableLine, RefundDestination, UnitsOfShipment } from '@ceiba/domain/refunds/refund';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';
import { type TaxLineRow, taxedLineOf } from '../platform/db/tax-line-row.ts';
import { type Refund, type RefundRow, refundOf } from './refunds.store.ts';

/** A line of an order whose units may be refunded. */
export interface LineToRefund extends RefundableLine {
  position: number;
  sellerId: number;
  title: string;
  /** Canceled units. They count as refunded, too. */
  canceled: number;
  /** True if the codes of its gift cards were sent. */
  areCardsSent: boolean;
  isGiftCard: boolean;
  /** The shipments of the line's units. Empty before the order is confirmed. */
  shipments: ShipmentOfLine[];
  /** The amounts of this line on the invoice. */
  tax: TaxedLine;
  /** The worth of the refunded units. */
  worthBack: Centavos;
}

/** A shipment of an order, with its cash and its units of one line. */
export interface ShipmentOfLine extends UnitsOfShipment {
  /** The shipment's number within the order, from 1. */
  shipmentNumber: number;
  state: ShipmentState;
  /** The place that the shipment leaves from. Null if the shipment has no goods. */
  place: string | null;
  /** Units of the line, without canceled ones. */
  units: number;
  /** The cash that the courier still has to collect at the door. */
  cashDue: Centavos;
  /** The cash that was collected at the door, minus refunds of it. */
  cashLeft: Centavos;
  /** The cash that was missing at the door, minus the amounts that refunds have deducted. */
  shortfall: Centavos;
  /** True if the order's donation is part of the cash of this shipment. */
  bringsDonation: boolean;
}

/** An order with its money, read under its lock. */
export interface OrderToRefund {
  orderId: string;
  /** The version of the order: counts the changes by staff. */
  version: number;
  status: OrderStatus;
  /** The stores that the order belongs to. Staff of other stores do not see the order. */
  stores: string[];
  assigneeId: string | null;
  lines: LineToRefund[];
  /** The order's refunds by their cause (`causeKey`). */
  refunds: ReadonlyMap<string, Refund>;
  /** The order's payment, made or still due. Null if it was reversed completely, or never made. */
  payment: {
    id: string;
    destination: RefundDestination;
    /** The amount that the payment took or will take, before refunds. */
    amount: Centavos;
    isCash: boolean;
    /** The amount that is not refunded. If nobody has paid yet (`owed_less`), the amount that is still due. */
    left: Centavos;
  } | null;
  /** The amount that gift cards pay, minus refunds (DEC-199). */
  giftCardsLeft: Centavos;
  /** The delivery fee minus refunds. Like the donation below, it belongs to no line. */
  deliveryLeft: Centavos;
  /** The delivery fee as it was charged, as a line of the invoice. */
  shipping: CreditableLine;
  donationLeft: Centavos;
  /** The order's points certificate. Null if no certificate pays. */
  certificate: {
    amount: Centavos;
    points: number;
    givenAmount: Centavos;
    givenPoints: number;
    /** True if the program has taken the points. Otherwise it will take only the points that are not refunded. */
    isTaken: boolean;
    /** True if the program has written the points off. It then returns no points. */
    isLost: boolean;
  } | null;
}

/** SQL: the amount that refunds of a shipment (s) have set off against its missing cash, in centavos. */
export const setOffOf = `(select coalesce(sum(f.shortfall), 0)::bigint from refund_lines f where f.order_id = s.order_id and f.n = s.n)`;

/** SQL: the cash that was missing at the door of a shipment (s) and is not set off yet, in centavos. */
export const shortfallLeft = `greatest(s.cash_due - s.cash_collected, 0) - ${setOffOf}`;

/**
 * SQL: the cash of a delivered shipment (s) that was neither collected, nor set off, nor written off (record 0091), in
 * centavos. Never below zero, because a written-off amount may also be set off if the goods come back later.
 */
export const missingAtDoor = `greatest(s.cash_due - s.cash_collected - s.cash_written_off - ${setOffOf}, 0)`;

/**
 * SQL: locks the order that the condition `which` selects, and returns its id. Also locks its certificate, so that
 * `isTaken` cannot change. The job that calls a points program locks no order.
 */
export const lockToRefundSql = (
  which: string,
): string => `with held as (select id from orders where ${which} for update),
   certificate as (select c.code from points_certificates c, held where c.order_id = held.id for update of c)
   select id, (select count(*) from certificate) as certificates from held`;

const lockRow = statement('refunds.lock-order', lockToRefundSql('number = $1'));

// A separate statement. It sees the changes that others committed while the first statement waited for the lock.
const selectOrder = statement(
  'refunds.order',
  `select o.id, o.version, o.status, coalesce((select w.stores from order_rows w where w.number = o.number), '{}') as stores, o.assignee_id,
     (select coalesce(json_agg(json_build_object('causeKey', r.cause_key, 'refund', json_build_object('id', r.id, 'amount', r.amount,
        'destination', refund_destination(r.destination), 'pointsAmount', r.points_amount, 'points', r.points, 'giftCardAmount', r.gift_card_amount))), '[]')
        from refunds r where r.order_id = o.id) as refunds,
     (select json_agg(json_build_object('position', l.position, 'sellerId', l.seller_id, 'title', l.title, 'net', l.net,
        'quantity', l.quantity, 'canceled', l.canceled, 'refunded', l.refunded,
        'areCardsSent', l.gift_card is not null and coalesce(l.gift_cards_sent_at > '-infinity', false),
        'isGiftCard', line_kind(l.kind) = 'gift_card', 'taxLines', tax_lines_json(l), 'warrantyPrice', (l.warranty ->> 'amount')::bigint,
        'worthBack', (select coalesce(sum(f.amount), 0) from refund_lines f where f.order_id = l.order_id and f.position = l.position),
        'shipments', (select coalesce(json_agg(json_build_object('shipmentNumber', s.n, 'state', s.state, 'place', s.place, 'units', u.quantity - u.canceled,
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
        'destination', case when p.status = 'pending' then 'owed_less' when p.kind in ('Card', 'CardInstallments') then 'origin' else 'till' end,
        -- While the payment is pending: the amount still to collect. Cash: the amount collected, which may be less than was due.
        'left', case when p.status = 'pending' then p.amount - c.due when p.kind = 'Cash' then c.collected - r.given else p.amount - r.given end)
        from payments p,
          lateral (select coalesce(sum(amount), 0) as given from refunds where payment_id = p.id and not is_owed_less(destination)) r,
          lateral (select coalesce(sum(cash_collected), 0) as collected, coalesce(sum(cash_due) filter (where state = 'delivered'), 0) as due
            from shipments where order_id = o.id) c
        where p.order_id = o.id and p.status in ('pending', 'approved')) as payment,
     o.gift_cards - g.gift_cards as gift_cards_left, o.shipping - g.shipping as delivery_left,
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
  {
    status: column<OrderStatus>(),
    refunds: column<{ causeKey: string; refund: RefundRow }[]>(),
    lines:
      neverNull<
        (Omit<LineToRefund, 'net' | 'shipments' | 'tax' | 'worthBack'> & {
          net: number;
          taxLines: TaxLineRow[];
          warrantyPrice: number | null;
          worthBack: number;
          shipments: (Omit<ShipmentOfLine, 'cashDue' | 'cashLeft' | 'shortfall'> & {
            cashDue: number;
            cashLeft: number;
            shortfall: number;
          })[];
        })[]
      >(),
    payment: column<{
      id: string;
      destination: RefundDestination;
      isCash: boolean;
      amount: number;
      left: number;
    }>(),
    certificate: column<{
      amount: number;
      points: number;
      givenAmount: number;
      givenPoints: number;
      isTaken: boolean;
      isLost: boolean;
    }>(),
  },
);

/** Locks an order until the transaction ends, so that each refund sees the earlier refunds. Undefined if no order has the number. */
export async function lockOrderToRefund(tx: Tx, orderNumber: string): Promise<OrderToRefund | undefined> {
  const [locked] = await lockRow(tx, [orderNumber]);
  return locked && readOrderToRefund(tx, locked.id);
}

/** Reads an order that the caller has locked. Before a decision about points, the caller also locks the certificate (`lockToRefundSql`). */
export async function readOrderToRefund(tx: Tx, orderId: string): Promise<OrderToRefund> {
  const [row] = await selectOrder(tx, [orderId]);
  if (row === undefined) throw new Error('an order vanished under its lock');
  const { payment, certificate } = row;
  return {
    orderId: row.id,
    version: row.version,
    status: row.status,
    stores: row.stores,
    assigneeId: row.assigneeId,
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
    giftCardsLeft: row.giftCardsLeft,
    deliveryLeft: row.deliveryLeft,
    shipping: {
      worth: row.shipping,
      charged: row.shipping,
      taxRate: row.shippingTaxRate,
    },
    donationLeft: row.donationLeft,
    certificate: certificate && {
      ...certificate,
      amount: centavos(certificate.amount),
      givenAmount: centavos(certificate.givenAmount),
    },
  };
}
