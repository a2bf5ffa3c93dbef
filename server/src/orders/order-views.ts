import type { FollowedOrder, Order, Tracking } from '@ceiba/contract/orders';
import { deliveryTypeLabels } from '@ceiba/domain/delivery/delivery-choice';
import { add, type Centavos, toQuetzales } from '@ceiba/domain/money/money';
import {
  furthestStage,
  type OrderStatus,
  statusOfShipments,
  subOrderNumber,
  type TrackingEvent,
  trackingSteps,
} from '@ceiba/domain/orders/order';
import { cashTexts, singlePaymentLabel } from '@ceiba/domain/payments/payment-options';
import { pointsProgramTitle } from '@ceiba/domain/points/points';
import type { OrderLineRow, OrderRow } from './order-history.store.ts';

const gtq = (amount: Centavos) => ({ value: toQuetzales(amount), currency: 'GTQ' as const });

/** What one seller sends: the n-th of its order, n from 1 (DEC-136). */
interface Shipment {
  n: number;
  sellerId: number;
  seller: string;
  events: TrackingEvent[];
}

function shipmentsOf(order: OrderRow): Shipment[] {
  const sellers = new Map(order.lines.map(({ seller_id, seller }) => [seller_id, seller]));
  return [...sellers].map(([sellerId, seller], index) => ({
    n: index + 1,
    sellerId,
    seller,
    events: eventsOf(order, sellerId),
  }));
}

const eventsOf = ({ placed_at, paid_at, stages }: OrderRow, sellerId: number): TrackingEvent[] => [
  { stage: 'received', at: placed_at },
  ...(paid_at === null ? [] : [{ stage: 'paid' as const, at: paid_at }]),
  ...(stages ?? [])
    .filter(({ seller_id }) => seller_id === sellerId)
    .map(({ stage, at }) => ({ stage, at: new Date(at) })),
];

/** HIST-07. */
export function toOrder(row: OrderRow): Order {
  const { street, city, region } = row.billing_address;
  return { ...toPublicOrder(row), billingAddress: { city, region: region.region, street } };
}

function toPublicOrder(row: OrderRow): Omit<Order, 'billingAddress'> {
  const shipments = shipmentsOf(row);
  return {
    id: row.id,
    number: String(row.number),
    status: row.status,
    orderDate: row.placed_at.toISOString(),
    carrier: row.shipping_method === null ? null : deliveryTypeLabels[row.shipping_method],
    paymentMethods: [{ name: paymentName(row) }],
    total: {
      grandTotal: gtq(row.total),
      baseGrandTotal: gtq(add(row.total, row.discount)),
      subtotal: gtq(row.subtotal),
      warranties: gtq(row.warranties),
      total_shipping: gtq(row.shipping),
      discounts: row.discounts.map(({ label, amount }) => ({ ...gtq(amount), label: label.join(' ') })),
    },
    products: row.lines.map((line) => toProduct(line, row, shipments)),
    deliveryPromise: row.delivery_promise,
  };
}

/** "12 cuotas", "Tarjeta al contado", "Efectivo contra entrega"; "Puntos MAX" where a certificate paid all of it. */
const paymentName = ({ payment_type, payment_plan }: OrderRow): string => {
  const points = pointsProgramTitle(payment_type);
  if (points !== null) return points;
  if (payment_type === 'Cash') return cashTexts.label;
  return payment_type === 'CardInstallments' ? `${payment_plan} cuotas` : singlePaymentLabel;
};

/** HIST-08. */
function toProduct(line: OrderLineRow, row: OrderRow, shipments: readonly Shipment[]): Order['products'][number] {
  const shipment = shipments.find(({ sellerId }) => sellerId === line.seller_id);
  return {
    id: String(line.position),
    productName: line.title,
    productSku: line.sku,
    productsThumbnail: { url: line.picture_url },
    productSalePrice: gtq(line.unit_price),
    quantityOrdered: line.quantity,
    sellerId: line.seller_id,
    sellerName: line.seller,
    subOrderId: subOrderNumber(String(row.number), shipment?.n ?? 1),
    status: shipmentStatus(row, shipment?.events ?? []),
  };
}

/** An order that does not move says it of its parts; else each is as far as it has come. */
const shipmentStatus = ({ status }: OrderRow, events: readonly TrackingEvent[]): OrderStatus =>
  status === 'canceled' || status === 'pending_payment'
    ? status
    : statusOfShipments([furthestStage(events.map(({ stage }) => stage))]);

/** HIST-09. */
export const toTracking = (row: OrderRow): Tracking[] =>
  shipmentsOf(row).map(({ n, sellerId, seller, events }) => ({
    orderId: row.id,
    subOrderId: subOrderNumber(String(row.number), n),
    sellerId,
    seller,
    status: trackingSteps(events, row.shipping_method === 'storepickup').map(
      ({ title, datetime, description, complete }) => ({
        title,
        datetime: datetime?.toISOString() ?? null,
        description,
        complete,
      }),
    ),
  }));

/** What a guest who follows an order sees: nobody's name, address or card. */
export const toFollowedOrder = (row: OrderRow): FollowedOrder => ({
  ...toPublicOrder(row),
  tracking: toTracking(row),
  confirmBefore: row.confirmation_due?.toISOString() ?? null,
});
