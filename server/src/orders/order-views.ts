import type { FollowedOrder, Order, Tracking } from '@ceiba/contract/order-shapes';
import { readShippingMessage } from '@ceiba/domain/addresses/trusted-person';
import { invoiceName } from '@ceiba/domain/billing/billing-address';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { defaultZones, deliveryTypeLabels } from '@ceiba/domain/delivery/delivery-choice';
import { add, type Centavos, sum, toQuetzales } from '@ceiba/domain/money/money';
import {
  furthestStage,
  type OrderStatus,
  statusOfShipments,
  subOrderNumber,
  type TrackedOrder,
  type TrackingEvent,
  trackingSteps,
} from '@ceiba/domain/orders/order';
import { cashTexts, singlePaymentLabel, storePaymentLabel } from '@ceiba/domain/payments/payment-options';
import { pointsProgramTitle } from '@ceiba/domain/points/points';
import { checkReturn, type ReturnPolicy, returnRequestOf } from '@ceiba/domain/returns/return-window';
import type { OrderLineRow, OrderRow } from './order-history.store.ts';

const gtq = (amount: Centavos) => ({ value: toQuetzales(amount), currency: 'GTQ' as const });

/** What one seller sends: the n-th of its order, n from 1 (DEC-136). */
interface Shipment {
  n: number;
  sellerId: number;
  seller: string;
  events: TrackingEvent[];
  /** Nothing is left of it. */
  isCanceled: boolean;
}

function shipmentsOf(order: OrderRow): Shipment[] {
  const sellers = new Map(order.lines.map(({ seller_id, seller }) => [seller_id, seller]));
  return [...sellers].map(([sellerId, seller], index) => ({
    n: index + 1,
    sellerId,
    seller,
    events: eventsOf(order, sellerId),
    isCanceled: order.lines.every((line) => line.seller_id !== sellerId || line.canceled === line.quantity),
  }));
}

const eventsOf = ({ placed_at, paid_at, stages }: OrderRow, sellerId: number): TrackingEvent[] => [
  { stage: 'received', at: placed_at },
  ...(paid_at === null ? [] : [{ stage: 'paid' as const, at: paid_at }]),
  ...(stages ?? [])
    .filter(({ seller_id }) => seller_id === sellerId)
    .map(({ stage, at }) => ({ stage, at: new Date(at) })),
];

/** What a customer may return of it depends on. */
interface ReturnTerms {
  now: Date;
  policy: ReturnPolicy;
}

/** HIST-07. */
export function toOrder(row: OrderRow, terms: ReturnTerms): Order {
  const { firstname, lastname, nit, documentType, street, city, region } = row.billing_address;
  const billingAddress = {
    name: invoiceName({ firstname, lastname }),
    nit,
    documentType,
    city,
    region: region.region,
    street,
  };
  return { ...toPublicOrder(row, terms), billingAddress, delivery: deliveryOf(row) };
}

/** The shop's store that hands the order out; an address that is delivered to may name one all the same. */
const pickupStoreOf = ({ shipping_method, store_name }: OrderRow): string | null =>
  shipping_method === 'storepickup' ? store_name : null;

/** Who receives is the buyer, unless somebody else was named (TRU-04). */
function deliveryOf(row: OrderRow): Order['delivery'] {
  const { shipping_method, shipping_address } = row;
  if (shipping_method === null || shipping_address === null) return null;
  const { firstname, lastname, telephone, street, city, region, zone, trustedPerson: person } = shipping_address;
  const { phone, extras } = readShippingMessage(person?.message ?? '');
  return {
    store: pickupStoreOf(row),
    street,
    city,
    region: region.region,
    zone: zone === defaultZones[shipping_method] ? '' : zone,
    receiver: person === null ? `${firstname} ${lastname}` : `${person.firstName} ${person.lastName}`,
    phone: phone.replace(/\D/g, '') || telephone,
    extras,
  };
}

/** `terms` null: it is nobody's who may return anything. */
function toPublicOrder(row: OrderRow, terms: ReturnTerms | null): Omit<Order, 'billingAddress' | 'delivery'> {
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
      owed: gtq(row.owed),
      canceled: gtq(sum(row.lines.map(({ canceled_worth }) => canceled_worth))),
      discounts: row.discounts.map(({ label, amount }) => ({ ...gtq(amount), label: label.join(' ') })),
    },
    products: row.lines.map((line) => ({
      ...toProduct(line, row, shipments),
      // Whatever of it had left: its money went back with the whole order.
      returnable: terms && row.status !== 'canceled' ? returnableOf(line, shipments, terms) : null,
    })),
    deliveryPromise: row.delivery_promise,
  };
}

/** "12 cuotas", "Tarjeta al contado", "Efectivo contra entrega"; "Puntos MAX" where a certificate paid all of it. */
const paymentName = ({ payment_type, payment_plan }: OrderRow): string => {
  const points = pointsProgramTitle(payment_type);
  if (points !== null) return points;
  if (payment_type === 'Cash') return cashTexts.label;
  if (payment_type === 'StorePayment') return storePaymentLabel;
  return payment_type === 'CardInstallments' ? `${payment_plan} cuotas` : singlePaymentLabel;
};

/** HIST-08. */
function toProduct(
  line: OrderLineRow,
  row: OrderRow,
  shipments: readonly Shipment[],
): Omit<Order['products'][number], 'returnable'> {
  const shipment = shipments.find(({ sellerId }) => sellerId === line.seller_id);
  return {
    id: String(line.position),
    productName: line.title,
    productSku: line.sku,
    productsThumbnail: { url: line.picture_url },
    productSalePrice: gtq(line.unit_price),
    quantityOrdered: line.quantity,
    quantityCanceled: line.canceled,
    sellerId: line.seller_id,
    sellerName: line.seller,
    subOrderId: subOrderNumber(String(row.number), shipment?.n ?? 1),
    status: line.canceled === line.quantity ? 'canceled' : shipmentStatus(row, shipment?.events ?? []),
  };
}

/** DEC-142: what is left of a line whose shipment was handed over, until its last day. */
function returnableOf(line: OrderLineRow, shipments: readonly Shipment[], { now, policy }: ReturnTerms) {
  const events = shipments.find(({ sellerId }) => sellerId === line.seller_id)?.events ?? [];
  const deliveredAt = events.find(({ stage }) => stage === 'delivered')?.at ?? null;
  const { is_returnable: isReturnable, quantity, canceled, returned } = line;
  const bought = quantity - canceled;
  const asked = returnRequestOf({ isReturnable, bought, returned, deliveredAt }, 1);
  const checked = checkReturn(asked, guatemalaDate(now), policy);
  return checked.ok ? { units: bought - returned, until: checked.value } : null;
}

/** An order that does not move says it of its parts; else each is as far as it has come. */
const shipmentStatus = ({ status }: OrderRow, events: readonly TrackingEvent[]): OrderStatus =>
  status === 'canceled' || status === 'pending_payment'
    ? status
    : statusOfShipments([furthestStage(events.map(({ stage }) => stage))]);

/** HIST-09. */
export function toTracking(row: OrderRow): Tracking[] {
  const shipments = shipmentsOf(row);
  const order = trackedOrder(row, shipments.length > 1);
  return shipments.map(({ n, sellerId, seller, events, isCanceled }) => ({
    orderId: row.id,
    subOrderId: subOrderNumber(String(row.number), n),
    sellerId,
    seller,
    status: trackingSteps(
      events,
      isCanceled && order.canceled === null ? { ...order, canceled: { at: null } } : order,
    ).map(({ title, datetime, description, complete }) => ({
      title,
      datetime: datetime?.toISOString() ?? null,
      description,
      complete,
    })),
  }));
}

const trackedOrder = (
  { shipping_method, payment_type, owed, status, canceled_at }: OrderRow,
  isSplit: boolean,
): TrackedOrder => ({
  isPickup: shipping_method === 'storepickup',
  isSplit,
  cash: payment_type === 'Cash' && owed > 0 ? owed : null,
  canceled: status === 'canceled' ? { at: canceled_at } : null,
});

/** What a guest who follows an order sees: nobody's name, address or card; the shop's own store is no secret. */
export const toFollowedOrder = (row: OrderRow): FollowedOrder => ({
  ...toPublicOrder(row, null),
  pickupStore: pickupStoreOf(row),
  tracking: toTracking(row),
  confirmBefore: row.confirmation_due?.toISOString() ?? null,
});
