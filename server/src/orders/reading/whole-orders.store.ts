import type { EventData, WholeOrder } from '@ceiba/contract/events';
import { invoiceName } from '@ceiba/domain/billing/billing-address';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { type OrderStatus, subOrderNumber } from '@ceiba/domain/orders/order';
import type { RefundCause, RefundDestination } from '@ceiba/domain/refunds/refund';
import type { StoredBillingAddress } from '../../carts/cart-snapshot.ts';
import { builtStatement, type Tx } from '../../platform/db/database.ts';
import { wireLineKinds } from '../../platform/db/line-kinds.ts';
import { column, neverNull, statement } from '../../platform/db/statement.ts';
import type { TaxLineRow } from '../../platform/db/tax-line-row.ts';
import { unitsWorthOf } from '../../refunds/refund-figures.ts';
import { wireRefundCauses, wireRefundDestinations } from '../../refunds/refund-words.ts';
import { orderProjection, type RowOfProjection } from './order-projection.ts';

// The fields are listed by name. So a new field that opens, charges or signs something is never sent by accident.
const projection = orderProjection({
  order: [
    ...([
      'id',
      'number',
      'status',
      'placed_at',
      'updated_at',
      'confirmation_due',
      'held_at',
      'customer_id',
      'email',
    ] as const),
    ...([
      'contact',
      'shipping_method',
      'shipping_address',
      'billing_address',
      'subtotal',
      'warranties',
      'donation',
    ] as const),
    ...(['shipping', 'shipping_iva', 'iva', 'discount', 'total', 'gift_cards', 'card_parts', 'coupon_code'] as const),
    ...(['discounts', 'delivery_promise'] as const),
  ],
  lines: [
    ...([
      'position',
      'sku',
      'title',
      'brand',
      'kind',
      'seller_id',
      'offer_id',
      'quantity',
      'canceled',
      'refunded',
    ] as const),
    ...([
      'unit_price',
      'regular_price',
      'warranty',
      'gross',
      'discount',
      'net',
      'tax_rate',
      'iva',
      'points_share',
    ] as const),
    'tax_lines',
  ],
  payments: [
    ...(['kind', 'status', 'amount', 'plan', 'card_brand', 'card_masked', 'gateway_id', 'authorization_code'] as const),
    'decided_at',
  ],
  shipments: [
    ...([
      'shipmentNumber',
      'seller_id',
      'store_code',
      'state',
      'courier',
      'tracking_number',
      'attempts',
      'cash_due',
    ] as const),
    ...(['cash_collected', 'reason', 'left_at', 'ended_at'] as const),
  ],
});

type Row = RowOfProjection<typeof projection> & {
  /** The receipt of the till that took the payment. Null if no till took it, or if the payment was reversed. */
  receipt: string | null;
};

const columns = `${projection.sql}, (select t.receipt from till_receipts t where t.order_id = o.id and t.freed_at is null) as receipt`;

const selectByIds = builtStatement<Row, [ids: readonly string[]]>(
  'orders.whole-by-id',
  `select ${columns} from orders o where o.id = any ($1) and o.number is not null`,
);

/** Returns placed orders by their ids. Orders that are not placed or do not exist are missing. */
export const findWholeOrders = async (tx: Tx, ids: readonly string[]): Promise<Map<string, WholeOrder>> =>
  new Map((await selectByIds(tx, [ids])).map((row) => [row.id, toWholeOrder(row)]));

/** Filters of the list of orders. A null field does not filter. */
export interface OrderFilter {
  /** Only orders placed at or after that time. */
  since: Date | null;
  status: OrderStatus | null;
  /** The store that hands out the order, or from whose stock units were taken. */
  storeCode: string | null;
}

const selectPage = builtStatement<
  Row,
  [after: string | null, since: Date | null, status: OrderStatus | null, store: string | null, most: number]
>(
  'orders.whole-page',
  `select ${columns} from orders o
   where o.number > coalesce($1::bigint, 0) and o.placed_at >= coalesce($2::timestamptz, '-infinity') and o.status = coalesce($3::order_status, o.status)
     and ($4::text is null or o.shipping_method = 'storepickup' and o.shipping_address ->> 'storeCode' = $4
       or exists (select from stock_claims c where c.order_id = o.id and c.store_code = $4))
   order by o.number limit $5`,
);

/** Returns placed orders with a higher number, sorted by number. `most`: the maximum number. */
export const listWholeOrders = async (
  tx: Tx,
  { since, status, storeCode }: OrderFilter,
  after: string | null,
  most: number,
): Promise<WholeOrder[]> => (await selectPage(tx, [after, since, status, storeCode, most])).map(toWholeOrder);

export const gtq = (amount: number) => ({ value: toQuetzales(centavos(amount)), currency: 'GTQ' as const });

/** Converts a moment from JSON to ISO 8601. */
export const momentOf = (text: string): string => new Date(text).toISOString();
const maybeMoment = (text: string | null): string | null => (text === null ? null : momentOf(text));

const placeOf = ({ street, city, region }: Pick<StoredBillingAddress, 'street' | 'city' | 'region'>) => ({
  street,
  city,
  region: region.region,
});

function toWholeOrder(row: Row): WholeOrder {
  const number = String(row.number);
  const { contact, billing_address: billing } = row;
  return {
    id: row.id,
    number,
    status: row.status,
    placedAt: row.placed_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    confirmBefore: row.confirmation_due?.toISOString() ?? null,
    heldAt: row.held_at?.toISOString() ?? null,
    customerId: row.customer_id,
    contact:
      row.email === ''
        ? null
        : {
            email: row.email,
            firstName: contact.firstName ?? '',
            lastName: contact.lastName ?? '',
            phone: contact.phone ?? '',
          },
    delivery: deliveryOf(row),
    billing: {
      name: invoiceName(billing),
      documentType: billing.documentType,
      document: billing.nit,
      ...placeOf(billing),
    },
    lines: row.lines.map(toLine),
    taxLines: row.lines.flatMap(({ position, quantity, tax_lines: parts }) =>
      parts.map((part, at) => toTaxLine(part, { position, quantity, isWarranty: at > 0 })),
    ),
    totals: {
      subtotal: gtq(row.subtotal),
      warranties: gtq(row.warranties),
      donation: gtq(row.donation),
      shipping: gtq(row.shipping),
      discount: gtq(row.discount),
      total: gtq(row.total),
      giftCards: gtq(row.gift_cards),
      tax: gtq(row.iva),
      shippingTax: gtq(row.shipping_iva),
    },
    couponCode: row.coupon_code,
    discounts: row.discounts.map(({ id, label, amount }) => ({ id, label: label.join(' '), amount: gtq(amount) })),
    payments: row.payments.map((payment) => ({
      kind: payment.kind,
      status: payment.status,
      amount: gtq(payment.amount),
      installments: payment.plan,
      card:
        payment.card_masked === null ? null : { brand: payment.card_brand, lastFour: payment.card_masked.slice(-4) },
      reference: payment.gateway_id,
      authorization: payment.authorization_code,
      receipt: payment.kind === 'StorePayment' ? row.receipt : null,
      decidedAt: maybeMoment(payment.decided_at),
    })),
    giftCards: (row.card_parts ?? []).map(({ lastFour, amount }) => ({ lastFour, amount: gtq(amount) })),
    shipments: row.shipments.map((shipment) => ({
      subOrderId: subOrderNumber(number, shipment.shipmentNumber),
      sellerId: shipment.seller_id,
      storeCode: shipment.store_code,
      state: shipment.state,
      courier: shipment.courier,
      trackingNumber: shipment.tracking_number,
      attempts: shipment.attempts,
      cashDue: gtq(shipment.cash_due),
      cashCollected: shipment.cash_collected === null ? null : gtq(shipment.cash_collected),
      reason: shipment.reason,
      leftAt: maybeMoment(shipment.left_at),
      endedAt: maybeMoment(shipment.ended_at),
    })),
    promises: (row.delivery_promise?.groups ?? []).map(({ sellerId, deliveryDate, pickupDate }) => ({
      sellerId,
      deliveryDate: deliveryDate ?? null,
      pickupDate: pickupDate ?? null,
    })),
  };
}

function deliveryOf({ shipping_method: method, shipping_address: address }: Row): WholeOrder['delivery'] {
  if (method === null || address === null) return null;
  const { trustedPerson: person } = address;
  return {
    method,
    storeCode: method === 'storepickup' ? address.storeCode : null,
    firstName: address.firstname,
    lastName: address.lastname,
    phone: address.telephone,
    ...placeOf(address),
    zone: address.zone,
    latitude: address.latitude,
    longitude: address.longitude,
    receiver: person && { firstName: person.firstName, lastName: person.lastName, message: person.message },
  };
}

const toLine = (line: Row['lines'][number]): WholeOrder['lines'][number] => ({
  position: line.position,
  sku: line.sku,
  title: line.title,
  brand: line.brand,
  kind: wireLineKinds[line.kind],
  sellerId: line.seller_id,
  offerId: line.offer_id,
  quantity: line.quantity,
  quantityCanceled: line.canceled,
  quantityRefunded: line.refunded,
  unitPrice: gtq(line.unit_price),
  regularPrice: gtq(line.regular_price),
  warranty: line.warranty && { ...line.warranty, amount: gtq(line.warranty.amount) },
  gross: gtq(line.gross),
  discount: gtq(line.discount),
  net: gtq(line.net),
  tax: { rate: line.tax_rate / 100, amount: gtq(line.iva) },
  pointsShare: gtq(line.points_share),
});

const toTaxLine = (
  { kind, sellerId, sku, taxRate, ...amounts }: TaxLineRow,
  line: { position: number; quantity: number; isWarranty: boolean },
): WholeOrder['taxLines'][number] => ({
  ...line,
  ...{ kind: wireLineKinds[kind], sellerId, sku },
  gross: gtq(amounts.gross),
  discount: gtq(amounts.discount),
  net: gtq(amounts.gross - amounts.discount),
  points: gtq(amounts.points),
  charged: gtq(amounts.charged),
  base: gtq(amounts.charged - amounts.iva),
  tax: { rate: taxRate / 100, amount: gtq(amounts.iva) },
});

type Refund = EventData<'refunds.done'>['refund'];

const selectRefunds = statement(
  'orders.event-refunds',
  `select r.id, refund_cause(r.cause) as cause, refund_destination(r.destination) as destination, r.amount, r.points_amount, r.gift_card_amount, r.shipping, r.iva, r.reference, r.done_at,
     (select coalesce(json_agg(json_build_object('position', l.position, 'quantity', l.quantity, 'amount', l.amount, 'iva', l.iva) order by l.position), '[]')
        from (select position, sum(quantity)::integer as quantity, sum(${unitsWorthOf('u')})::bigint as amount,
            case when bool_and(iva is not null) then sum(iva + warranty_iva)::bigint end as iva from refund_lines u where u.refund_id = r.id group by position) l) as lines
   from refunds r where r.id = any ($1) and r.done_at is not null`,
  {
    cause: neverNull<RefundCause>(),
    destination: neverNull<RefundDestination>(),
    doneAt: neverNull(),
    lines: column<{ position: number; quantity: number; amount: number; iva: number | null }[]>(),
  },
);

/** Returns completed refunds, by their ids. */
export const findEventRefunds = async (tx: Tx, ids: readonly string[]): Promise<Map<string, Refund>> =>
  new Map(
    (await selectRefunds(tx, [ids])).map((row) => [
      row.id,
      {
        id: row.id,
        cause: wireRefundCauses[row.cause],
        destination: wireRefundDestinations[row.destination],
        amount: gtq(row.amount),
        pointsAmount: gtq(row.pointsAmount),
        giftCardAmount: gtq(row.giftCardAmount),
        shipping: gtq(row.shipping),
        tax: row.iva === null ? null : gtq(row.iva),
        reference: row.reference,
        doneAt: row.doneAt.toISOString(),
        lines: row.lines.map(({ iva, ...line }) => ({
          ...line,
          amount: gtq(line.amount),
          tax: iva === null ? null : gtq(iva),
        })),
      },
    ]),
  );

type Returned = EventData<'returns.closed'>['return'];

const selectReturns = statement(
  'orders.event-returns',
  `select r.id, r.number, r.position, r.quantity, r.reason, r.requested_at, r.received_at,
     (select coalesce(json_agg(json_build_object('fate', u.fate, 'quantity', u.quantity, 'storeCode', case when u.fate = 'restock' then u.store_code end) order by u.id), '[]')
        from return_outcomes u where u.return_id = r.id) as outcomes
   from returns r where r.id = any ($1)`,
  { outcomes: column<Returned['outcomes']>() },
);

export const findEventReturns = async (tx: Tx, ids: readonly string[]): Promise<Map<string, Returned>> =>
  new Map(
    (await selectReturns(tx, [ids])).map((row) => [
      row.id,
      {
        number: String(row.number),
        position: row.position,
        quantity: row.quantity,
        reason: row.reason,
        requestedAt: row.requestedAt.toISOString(),
        receivedAt: row.receivedAt?.toISOString() ?? null,
        outcomes: row.outcomes,
      },
    ]),
  );
