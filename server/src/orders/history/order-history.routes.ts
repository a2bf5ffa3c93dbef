import type { FollowedOrder, Order, Tracking } from '@ceiba/contract/order-shapes';
import {
  advanceDemoShipment,
  findOrder,
  getOrder,
  getTracking,
  getTrackingByNumber,
  listOrders,
  openOrderLink,
} from '@ceiba/contract/orders';
import { namedReceiver, readDirections } from '@ceiba/domain/addresses/trusted-person';
import { invoiceName } from '@ceiba/domain/billing/billing-address';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { defaultZones, deliveryTypeLabels } from '@ceiba/domain/delivery/delivery-choice';
import { giftCardName } from '@ceiba/domain/gift-cards/gift-card-payment';
import { add, type Centavos, centavos, subtract, sum, toQuetzales } from '@ceiba/domain/money/money';
import {
  isCanceledOrUndelivered,
  ordersPerPage,
  type ShipmentEnd,
  subOrderNumber,
  type TrackedOrder,
  type TrackingEvent,
  trackingSteps,
  trackingTitle,
} from '@ceiba/domain/orders/order';
import { hasEnded, shipmentRules, statusOfShipments } from '@ceiba/domain/orders/shipment';
import { cashTexts, singlePaymentLabel, storePaymentLabel } from '@ceiba/domain/payments/payment-options';
import { pointsProgramTitle } from '@ceiba/domain/points/points';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { checkReturn, type ReturnPolicy, returnRequestOf } from '@ceiba/domain/returns/return-window';
import type { Database } from '../../platform/db/database.ts';
import { hashOfToken } from '../../platform/http/caller.ts';
import { type Refusal, type Route, route } from '../../platform/http/route.ts';
import type { Config } from '../../platform/operations/config.ts';
import { moveShipment } from '../../shipments/move-shipment.ts';
import { hasUnpaidGiftCard } from '../../shipments/shipment-moves.store.ts';
import { lookUpOrder } from './look-up-order.ts';
import {
  findOrderById,
  findOrderByLink,
  findOrderByNumber,
  listCustomerOrders,
  type OrderLineRow,
  type OrderRow,
  type ShipmentRow,
} from './order-history.store.ts';

/** The calls read from the primary database, because the caller may have ordered a moment ago, or follows a new mail. */
export const orderHistoryRoutes = ({
  db,
  config,
}: {
  db: Database;
  config: Pick<Config, 'rateLimitFactor'>;
}): Route[] => [
  route(findOrder, async ({ body }, { client, now }) => {
    const found = await lookUpOrder(db, body, { client, now, factor: config.rateLimitFactor });
    return found.ok ? followed(found.value, 'pair') : found;
  }),
  route(openOrderLink, async ({ body }) => followed(await findOrderByLink(db.write, hashOfToken(body.link)), 'link')),
  route(listOrders, async ({ query }, { customer, now, policy }) => {
    const rows = await listCustomerOrders(db.write, customer.id, query.after ?? null, ordersPerPage + 1);
    const orders = rows.slice(0, ordersPerPage).map((row) => toOrder(row, { now, policy }));
    return ok({ status: 200, orders, next: rows.length > ordersPerPage ? (orders.at(-1)?.number ?? null) : null });
  }),
  route(getOrder, async ({ params }, { customer, now, policy }) => {
    const row = own(await findOrderByNumber(db.write, params.number), customer);
    return row.ok ? ok(toOrder(row.value, { now, policy })) : row;
  }),
  route(getTracking, async ({ params }, { customer }) =>
    tracked(own(await findOrderById(db.write, params.id), customer)),
  ),
  route(getTrackingByNumber, async ({ params }, { customer }) =>
    tracked(own(await findOrderByNumber(db.write, params.orderNumber), customer)),
  ),
  route(advanceDemoShipment, async ({ body: { orderNumber, sellerId } }, { now }) => {
    // Refuses an order that sells an unpaid gift card. A delivery would activate a card that nobody has paid (DEC-83).
    if (await hasUnpaidGiftCard(db.write, orderNumber)) return refuse({ code: 'SHIPMENT_NOT_MOVABLE' });
    const moved = await moveShipment(
      db,
      {
        orderNumber,
        choice: { sellerId },
        // The demo's courier always collects the right amount.
        action: { kind: 'advance', cash: { amount: 'due', difference: null } },
        actor: { kind: 'token', id: 'demo' },
      },
      now,
    );
    if (moved.ok) {
      const { state, isPickup } = moved.value;
      return ok({ status: 200, data: { step: trackingTitle(shipmentRules[state].stage, isPickup) } });
    }
    const { code } = moved.error;
    return refuse({ code: code.endsWith('_UNKNOWN') ? 'ORDER_NOT_FOUND' : 'SHIPMENT_NOT_MOVABLE' });
  }),
];

const notFound = { code: 'ORDER_NOT_FOUND' } as const satisfies Refusal;

/**
 * The way in which the viewer opened an order: by the secret link in its mail, or by number and e-mail. Everybody who works with
 * orders knows number and e-mail of an order.
 */
type FollowedBy = 'link' | 'pair';

const followed = (row: OrderRow | undefined, by: FollowedBy) =>
  row === undefined ? refuse(notFound) : ok({ status: 200, data: toFollowedOrder(row, by) });

/** Returns a customer's own order. Another customer's order gets the same refusal as an unknown order (HIST-11, DEC-169). */
const own = (row: OrderRow | undefined, customer: { id: string }): Result<OrderRow, typeof notFound> =>
  row !== undefined && row.customer_id === customer.id ? ok(row) : refuse(notFound);

const tracked = (row: ReturnType<typeof own>) =>
  row.ok ? ok({ status: 200, data: toTracking(row.value, { showsCodes: true }) }) : row;

const gtq = (amount: Centavos) => ({ value: toQuetzales(amount), currency: 'GTQ' as const });

type Shipment = ShipmentRow & { seller: string; events: TrackingEvent[] };

const shipmentsOf = (order: OrderRow): Shipment[] =>
  order.shipments.map((shipment) => ({
    ...shipment,
    seller: order.lines.find(({ seller_id }) => seller_id === shipment.seller_id)?.seller ?? '',
    events: eventsOf(order, shipment),
  }));

/** Returns the steps that the shipment has reached, with their times. A step without a known time is left out. */
function eventsOf({ placed_at, paid_at }: OrderRow, shipment: ShipmentRow): TrackingEvent[] {
  const { state, picked_at, left_at, ended_at } = shipment;
  const stages = [
    ['preparing', picked_at],
    ['onTheWay', left_at],
    ['delivered', state === 'delivered' ? ended_at : null],
  ] as const;
  return [
    { stage: 'received', at: placed_at },
    ...(paid_at === null ? [] : [{ stage: 'paid' as const, at: paid_at }]),
    ...stages.flatMap(([stage, at]) => (at === null ? [] : [{ stage, at: new Date(at) }])),
  ];
}

/** The data that decide what a customer may return. */
interface ReturnTerms {
  now: Date;
  policy: ReturnPolicy;
}

/** Converts an order's row to the API's form (HIST-07). */
function toOrder(row: OrderRow, terms: ReturnTerms): Order {
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

/** Returns the store that hands out the order. Null for a delivery, although its address may name a store. */
const pickupStoreOf = ({ shipping_method, store_name }: OrderRow): string | null =>
  shipping_method === 'storepickup' ? store_name : null;

/** The receiver is the buyer, unless another person was named (TRU-04). */
function deliveryOf(row: OrderRow): Order['delivery'] {
  const { shipping_method, shipping_address } = row;
  if (shipping_method === null || shipping_address === null) return null;
  const { firstname, lastname, telephone, street, city, region, zone, trustedPerson: person } = shipping_address;
  const { phone, extras } = readDirections(person?.message ?? '');
  return {
    store: pickupStoreOf(row),
    street,
    city,
    region: region.region,
    zone: zone === defaultZones[shipping_method] ? '' : zone,
    receiver: namedReceiver(person) ?? `${firstname} ${lastname}`,
    phone: phone.replace(/\D/g, '') || telephone,
    extras,
  };
}

/** Converts an order to the API's form without personal data. `terms` null: the viewer cannot return anything. */
function toPublicOrder(row: OrderRow, terms: ReturnTerms | null): Omit<Order, 'billingAddress' | 'delivery'> {
  const shipments = shipmentsOf(row);
  const dueAtDoor = cashOf(shipments.filter(({ state }) => !hasEnded(state)));
  return {
    id: row.id,
    number: String(row.number),
    status: row.status,
    orderDate: row.placed_at.toISOString(),
    carrier: row.shipping_method === null ? null : deliveryTypeLabels[row.shipping_method],
    paymentMethods: paymentMethodsOf(row),
    total: {
      grandTotal: gtq(row.total),
      baseGrandTotal: gtq(add(row.total, row.discount)),
      subtotal: gtq(row.subtotal),
      warranties: gtq(row.warranties),
      total_shipping: gtq(row.shipping),
      owed: gtq(row.owed),
      canceled: gtq(sum(row.lines.map(({ worth }) => centavos(worth.cancellation ?? 0)))),
      undelivered: gtq(sum(row.lines.map(({ worth }) => centavos(worth.shipment ?? 0)))),
      returned: gtq(sum(row.lines.map(({ worth }) => centavos(worth.return ?? 0)))),
      discounts: row.discounts.map(({ label, amount }) => ({ ...gtq(amount), label: label.join(' ') })),
    },
    dueAtDoor: dueAtDoor === 0 ? null : gtq(dueAtDoor),
    products: row.lines.map((line) => ({
      ...toProduct(line, row, shipments),
      // Units of a failed order cannot be returned, because its money went back with the whole order.
      returnable: terms && !isCanceledOrUndelivered(row.status) ? returnableOf(line, shipments, terms) : null,
    })),
    deliveryPromise: row.delivery_promise,
  };
}

const cashOf = (shipments: readonly ShipmentRow[]): Centavos => sum(shipments.map(({ cash_due }) => cash_due));

/** Returns the amount that was left to pay after gift cards when the order was placed (DEC-199). */
const restOf = ({ total, card_parts }: OrderRow): Centavos =>
  subtract(total, sum((card_parts ?? []).map(({ amount }) => amount)));

function paymentMethodsOf(row: OrderRow): Order['paymentMethods'] {
  const { card_parts: cards } = row;
  if (cards === null) return [{ name: paymentName(row) }];
  const parts = cards.map(({ lastFour, amount }) => ({ name: giftCardName(lastFour), amount: gtq(amount) }));
  return row.owed === 0 ? parts : [...parts, { name: paymentName(row), amount: gtq(row.owed) }];
}

/** Returns "12 cuotas", "Tarjeta al contado" or "Efectivo contra entrega"; "Puntos MAX" if a certificate paid everything. */
const paymentName = ({ payment_type, payment_plan }: OrderRow): string => {
  const points = pointsProgramTitle(payment_type);
  if (points !== null) return points;
  if (payment_type === 'Cash') return cashTexts.label;
  if (payment_type === 'StorePayment') return storePaymentLabel;
  return payment_type === 'CardInstallments' ? `${payment_plan} cuotas` : singlePaymentLabel;
};

/** Converts an order's line to the API's form (HIST-08). */
function toProduct(
  line: OrderLineRow,
  row: OrderRow,
  shipments: readonly Shipment[],
): Omit<Order['products'][number], 'returnable'> {
  const own = withLine(line, shipments);
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
    subOrderId: subOrderNumber(String(row.number), own[0]?.shipmentNumber ?? 1),
    ...(own.length > 1 && {
      sentWith: own.map((shipment) => ({
        subOrderId: subOrderNumber(String(row.number), shipment.shipmentNumber),
        quantity: unitsWith(line, [shipment]),
      })),
    }),
    status:
      line.canceled === line.quantity
        ? 'canceled'
        : own.length === 0
          ? row.status
          : statusOfShipments(
              own.map(({ state }) => state),
              row.payment_type === 'StorePayment',
            ),
  };
}

/** Returns the shipments of a line. Shipments without units of the line are left out, unless none has units. */
const withLine = (line: OrderLineRow, shipments: readonly Shipment[]): Shipment[] => {
  const own = shipments.filter(({ shipmentNumber }) =>
    line.sent_with.some((each) => each.shipmentNumber === shipmentNumber),
  );
  const held = own.filter((shipment) => unitsWith(line, [shipment]) > 0);
  return held.length === 0 ? own : held;
};

const unitsWith = ({ sent_with: all }: OrderLineRow, shipments: readonly ShipmentRow[]): number =>
  all.reduce(
    (sum, { shipmentNumber, units }) =>
      sum + (shipments.some((each) => each.shipmentNumber === shipmentNumber) ? units : 0),
    0,
  );

const laterOf = (last: Date | null, at: string | null): Date | null =>
  at === null || (last !== null && last >= new Date(at)) ? last : new Date(at);

/** Returns how many units of a delivered line can be returned, and until when (DEC-142). */
function returnableOf(line: OrderLineRow, shipments: readonly Shipment[], { now, policy }: ReturnTerms) {
  // If a line has several shipments, only delivered shipments count. The days run from the last delivery.
  const handed = withLine(line, shipments).filter(({ state }) => state === 'delivered');
  const deliveredAt = handed.reduce<Date | null>((last, { ended_at: at }) => laterOf(last, at), null);
  const { is_returnable: isReturnable, returned } = line;
  const bought = unitsWith(line, handed);
  const asked = returnRequestOf({ isReturnable, bought, returned, deliveredAt }, 1);
  const checked = checkReturn(asked, guatemalaDate(now), policy);
  return checked.ok ? { units: bought - returned, until: checked.value } : null;
}

/**
 * Converts shipments to the API's tracking (HIST-09). Only the buyer sees the pickup code, so that the counter's staff cannot take the
 * goods (WORK-13).
 */
function toTracking(row: OrderRow, { showsCodes }: { showsCodes: boolean }): Tracking[] {
  const shipments = shipmentsOf(row);
  const cash = cashOf(shipments.filter(({ state }) => state !== 'canceled' && state !== 'undelivered'));
  return shipments.map((shipment) => ({
    orderId: row.id,
    subOrderId: subOrderNumber(String(row.number), shipment.shipmentNumber),
    sellerId: shipment.seller_id,
    seller: shipment.seller,
    ...(shipment.presale !== null && { presale: shipment.presale }),
    ...(shipment.pickup_code !== null && { pickupCode: showsCodes ? shipment.pickup_code : null }),
    ...(row.lines.some(({ sent_with }) => sent_with.length > 1) && {
      shipmentStatus: statusOfShipments([shipment.state], row.payment_type === 'StorePayment'),
    }),
    status: trackingSteps(shipment.events, trackedOrder(row, shipment, { isSplit: shipments.length > 1, cash })).map(
      ({ title, datetime, description, complete }) => ({
        title,
        datetime: datetime?.toISOString() ?? null,
        description,
        complete,
      }),
    ),
  }));
}

function trackedOrder(
  row: OrderRow,
  { state, courier, tracking_number: trackingNumber, ended_at }: ShipmentRow,
  { isSplit, cash }: { isSplit: boolean; cash: Centavos },
): TrackedOrder {
  const { shipping_method, payment_type, status } = row;
  const isLost = state === 'canceled' || state === 'undelivered';
  const as: ShipmentEnd = state === 'canceled' ? (status === 'canceled' ? 'orderCanceled' : 'canceled') : 'undelivered';
  const at = ended_at === null ? null : new Date(ended_at);
  return {
    isPickup: shipping_method === 'storepickup',
    isSplit,
    // No cash is due if gift cards pay the whole order.
    cash: payment_type === 'Cash' && restOf(row) > 0 ? { amount: cash, isWhole: cash === row.total } : null,
    carried: courier === null ? null : { courier, trackingNumber },
    ended: isLost ? { as, at } : null,
  };
}

/** Converts an order for a guest: without names, addresses and cards. The pickup store may be shown. */
export const toFollowedOrder = (row: OrderRow, by: FollowedBy = 'pair'): FollowedOrder => ({
  ...toPublicOrder(row, null),
  pickupStore: pickupStoreOf(row),
  tracking: toTracking(row, { showsCodes: by === 'link' }),
  confirmBefore: row.confirmation_due?.toISOString() ?? null,
});
