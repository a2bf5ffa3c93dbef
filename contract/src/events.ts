import { shipmentStates } from '@ceiba/domain/orders/shipment';
import { z } from 'zod';
import { civilDate, dateTime, money, sku } from './shapes.ts';

/*
 * What other systems are told (HOOK-01, HOOK-05): by a webhook, a message of NATS, or in what `ceiba order list` prints. Fields are only
 * ever added; a receiver ignores those it does not know.
 */

/** Who ordered, as they typed it. Null where they asked to be forgotten. */
const contact = z.strictObject({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
});

const place = { street: z.array(z.string()), city: z.string(), region: z.string() };

const eventLine = z.strictObject({
  position: z.int(),
  sku,
  title: z.string(),
  brand: z.string(),
  kind: z.enum(['product', 'service', 'giftCard']),
  sellerId: z.int(),
  /** Of a third party's. */
  offerId: z.string().nullable(),
  quantity: z.int(),
  /** Of these, what was canceled before it was sent off, and what was given back or is owed no more, those among them. */
  quantityCanceled: z.int(),
  quantityRefunded: z.int(),
  unitPrice: money,
  regularPrice: money,
  /** Per unit. */
  warranty: z.strictObject({ sku: z.string(), label: z.string(), amount: money }).nullable(),
  /** Of all its units with their warranties: what they cost, their share of discounts, what was charged. */
  gross: money,
  discount: money,
  net: money,
  /** IVA of the line with its warranties, contained in `net` less `pointsShare`; `rate` in percent, of the goods alone. */
  tax: z.strictObject({ rate: z.number(), amount: money }),
  /** The part of `net` that a points certificate pays. */
  pointsShare: money,
});

/**
 * A line as an invoice lists it (DEC-233). The warranties of a line are a service of seller 1 and a line of their own. `gross` − `discount` =
 * `net`; `net` − `points` = `charged` = `base` + `tax.amount`. An order from before these lines has one of them for each of its lines.
 */
const taxLine = z.strictObject({
  /** The order line it belongs to. */
  position: z.int(),
  quantity: z.int(),
  kind: z.enum(['product', 'service', 'giftCard']),
  isWarranty: z.boolean(),
  /** The seller that invoices it. */
  sellerId: z.int(),
  /** The line or its warranty. `lines` has the texts of both. */
  sku: z.string(),
  gross: money,
  discount: money,
  net: money,
  points: money,
  charged: money,
  /** `charged` without its IVA. */
  base: money,
  /** `rate` in percent: that of the seller's regime when the order was placed. */
  tax: z.strictObject({ rate: z.number(), amount: money }),
});

const eventPayment = z.strictObject({
  /** Card, CardInstallments, Cash, StorePayment, GiftCard (nothing is left to pay) or a points program's. */
  kind: z.string(),
  status: z.enum(['pending', 'approved', 'refused', 'reversing', 'reversed']),
  amount: money,
  /** How many payments; 0 or 1: one. */
  installments: z.int(),
  card: z.strictObject({ brand: z.string().nullable(), lastFour: z.string() }).nullable(),
  /** The acquirer's own number of the charge, and what its bank authorised it with. */
  reference: z.string().nullable(),
  authorization: z.string().nullable(),
  /** The till's receipt of an order that is paid at a store. */
  receipt: z.string().nullable(),
  decidedAt: dateTime.nullable(),
});

const eventShipment = z.strictObject({
  /** Order number and place: 100000001-1. */
  subOrderId: z.string(),
  sellerId: z.int(),
  /** Where its buyer collects it; null: it is brought. */
  storeCode: z.string().nullable(),
  state: z.enum(shipmentStates),
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** How often it was brought in vain. */
  attempts: z.int(),
  cashDue: money,
  cashCollected: money.nullable(),
  reason: z.string().nullable(),
  leftAt: dateTime.nullable(),
  endedAt: dateTime.nullable(),
});

/** A placed order with all that an accounting, a warehouse or a courier needs of it. */
export const wholeOrder = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  status: z.enum(['pending_payment', 'processing', 'shipped', 'delivered', 'undelivered', 'canceled']),
  placedAt: dateTime,
  updatedAt: dateTime,
  /** A cash order that waits for the link in its mail: until when. */
  confirmBefore: dateTime.nullable(),
  /** Since when nothing of it is to be prepared, as it is looked at; null: it is not held, or no more. */
  heldAt: dateTime.nullable(),
  /** Of an account; null of a guest. */
  customerId: z.uuid().nullable(),
  contact: contact.nullable(),
  /** Where it goes; null for what comes by e-mail only, and where its buyer was forgotten. */
  delivery: z
    .strictObject({
      method: z.enum(['delivery', 'storepickup']),
      storeCode: z.string().nullable(),
      firstName: z.string(),
      lastName: z.string(),
      phone: z.string(),
      ...place,
      zone: z.string(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
      /** Who receives it in the buyer's place, and what the buyer says of the way. */
      receiver: z.strictObject({ firstName: z.string(), lastName: z.string(), message: z.string() }).nullable(),
    })
    .nullable(),
  billing: z.strictObject({
    name: z.string(),
    documentType: z.string(),
    /** NIT, DPI or passport; "CF" of a final consumer. */
    document: z.string(),
    ...place,
  }),
  lines: z.array(eventLine),
  /** Its lines as its invoices list them. Delivery is not among them: see `totals`. */
  taxLines: z.array(taxLine),
  totals: z.strictObject({
    subtotal: money,
    warranties: money,
    donation: money,
    shipping: money,
    discount: money,
    total: money,
    /** What of the total gift cards pay. */
    giftCards: money,
    /** IVA of lines and shipping, contained in the total. */
    tax: money,
    shippingTax: money,
  }),
  couponCode: z.string().nullable(),
  discounts: z.array(z.strictObject({ id: z.string(), label: z.string(), amount: money })),
  payments: z.array(eventPayment),
  giftCards: z.array(z.strictObject({ lastFour: z.string(), amount: money })),
  shipments: z.array(eventShipment),
  /** The days that were promised, by seller (DEC-101). */
  promises: z.array(
    z.strictObject({ sellerId: z.int(), deliveryDate: civilDate.nullable(), pickupDate: civilDate.nullable() }),
  ),
});
export type WholeOrder = z.infer<typeof wholeOrder>;

const refund = z.strictObject({
  id: z.uuid(),
  cause: z.enum(['cancellation', 'return', 'shipment', 'goodwill']),
  /** `origin`: the card that paid. `till`: a store's till. `bill`: it was not paid yet, and so much less is asked. */
  destination: z.enum(['origin', 'till', 'transfer', 'giftCard', 'bill']),
  amount: money,
  pointsAmount: money,
  giftCardAmount: money,
  shipping: money,
  /** IVA of its lines and its delivery: the lines' refunds add up to the line's IVA. Null: given back before refunds stored it. */
  tax: money.nullable(),
  reference: z.string().nullable(),
  doneAt: dateTime,
  lines: z.array(z.strictObject({ position: z.int(), quantity: z.int(), amount: money, tax: money.nullable() })),
});

const returned = z.strictObject({
  number: z.string(),
  position: z.int(),
  quantity: z.int(),
  reason: z.string(),
  requestedAt: dateTime,
  receivedAt: dateTime.nullable(),
  outcomes: z.array(
    z.strictObject({
      fate: z.enum(['restock', 'scrap', 'toSupplier', 'reject']),
      quantity: z.int(),
      storeCode: z.string().nullable(),
    }),
  ),
});

const stockLevels = z.strictObject({
  sku,
  /** Units that can be sold, of all places. */
  salable: z.int(),
  /** Places that have some. */
  stores: z.array(z.strictObject({ storeCode: z.string(), quantity: z.int() })),
});

const prices = z.strictObject({
  sku,
  /** Null: it has no price and cannot be sold. */
  regularPrice: money.nullable(),
  salesPrice: money.nullable(),
  discountEndsAt: dateTime.nullable(),
  /** Those that run or are still to come. */
  flashSales: z.array(z.strictObject({ price: money, startsAt: dateTime, endsAt: dateTime })),
});

const published = z.strictObject({
  sku,
  slug: z.string(),
  title: z.string(),
  kind: z.enum(['goods', 'gift_card', 'service']),
  brand: z.string(),
  sellerId: z.int(),
  /** Root first. */
  categories: z.array(z.strictObject({ id: z.int(), title: z.string() })),
  regularPrice: money.nullable(),
  salesPrice: money.nullable(),
});

const customer = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  registeredAt: dateTime,
});

const imported = z.strictObject({
  id: z.uuid(),
  /** As `ceiba import` calls it: products, prices, stock … */
  kind: z.string(),
  fileName: z.string(),
  /** `refused`: nothing was changed, for what is wrong in the file; `failed`: an error of the shop's ended it, what large files had written by then stays. */
  outcome: z.enum(['done', 'refused', 'failed']),
  /** Why, where it is not done: IMPORT_INVALID, IMPORT_CONFLICT, IMPORT_UNREADABLE … */
  code: z.string().nullable(),
  /** Of the file: new, changed and equal ones, those with an error, and those that somebody else changed meanwhile. */
  rows: z.strictObject({ new: z.int(), changed: z.int(), equal: z.int(), wrong: z.int(), conflict: z.int() }),
  startedAt: dateTime,
});

/** What `data` is, by type. */
export const eventData = {
  'orders.placed': wholeOrder,
  'orders.paid': wholeOrder,
  'orders.held': wholeOrder,
  'orders.changed': wholeOrder,
  'orders.canceled': wholeOrder,
  'orders.delivered': wholeOrder,
  'shipments.changed': z.strictObject({ subOrderId: z.string(), order: wholeOrder }),
  'refunds.done': z.strictObject({ refund, order: wholeOrder }),
  'returns.requested': z.strictObject({ return: returned, order: wholeOrder }),
  'returns.closed': z.strictObject({ return: returned, order: wholeOrder }),
  'coupons.redeemed': z.strictObject({ code: z.string(), discount: money, orderNumber: z.string() }),
  'stock.changed': stockLevels,
  'stock.out': stockLevels,
  'stock.back': stockLevels,
  'prices.changed': prices,
  'products.published': published,
  'products.archived': z.strictObject({ sku }),
  'customers.registered': customer,
  'customers.erased': z.strictObject({ id: z.uuid() }),
  'imports.finished': imported,
} as const;

export type EventType = keyof typeof eventData;
export type EventData<T extends EventType = EventType> = z.infer<(typeof eventData)[T]>;

export const isEventType = (text: string): text is EventType => Object.hasOwn(eventData, text);
export const eventTypes: readonly EventType[] = Object.keys(eventData).filter(isEventType);

/** HOOK-05. */
export const eventBody = z.strictObject({
  type: z.string().refine(isEventType),
  /** The same of each time it is sent: a receiver that has it already answers 2xx and does nothing. */
  id: z.uuid(),
  occurredAt: dateTime,
  /** Of the endpoint and the entity (an order, a product, a customer, an import), from 1 without gaps; 10,000 further once the shop was restored. 0: a sample. */
  sequence: z.int().min(0),
  data: z.unknown(),
});

/** HOOK-05. */
export const mostEventBytes = 256 * 1_024;
