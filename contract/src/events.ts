import { shipmentStates } from '@ceiba/domain/orders/shipment';
import { z } from 'zod';
import { civilDate, dateTime, money, sku } from './shapes.ts';

/*
 * Data for other systems (HOOK-01, HOOK-05): in a webhook, in a NATS message, and in the output of `ceiba order list`. Fields are
 * only added, never removed; a receiver ignores unknown fields.
 */

/** The buyer's contact as typed. Null after the buyer's data were erased. */
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
  /** Only for the product of a third party. */
  offerId: z.string().nullable(),
  quantity: z.int(),
  /** Units canceled before they were sent. `quantityRefunded`: units refunded or no longer owed, with canceled units. */
  quantityCanceled: z.int(),
  quantityRefunded: z.int(),
  unitPrice: money,
  regularPrice: money,
  /** Per unit. */
  warranty: z.strictObject({ sku: z.string(), label: z.string(), amount: money }).nullable(),
  /** For all units with their warranties: the price, the share of discounts, and the charge. */
  gross: money,
  discount: money,
  net: money,
  /**
   * IVA of the line with its warranties, contained in `net` minus `pointsShare`. `rate`: in percent, for the goods
   * alone.
   */
  tax: z.strictObject({ rate: z.number(), amount: money }),
  /** The part of `net` that a points certificate pays. */
  pointsShare: money,
});

/**
 * A line as an invoice lists it (DEC-233). The warranties of a line are a separate line, as a service of seller 1. `gross` −
 * `discount` = `net`; `net` − `points` = `charged` = `base` + `tax.amount`. In older orders each order line has one tax line.
 */
const taxLine = z.strictObject({
  /** The order line of this tax line. */
  position: z.int(),
  quantity: z.int(),
  kind: z.enum(['product', 'service', 'giftCard']),
  isWarranty: z.boolean(),
  /** The seller that invoices the line. */
  sellerId: z.int(),
  /** The product or its warranty. `lines` has the texts of both. */
  sku: z.string(),
  gross: money,
  discount: money,
  net: money,
  points: money,
  charged: money,
  /** `charged` without its IVA. */
  base: money,
  /** `rate`: in percent, by the seller's regime at the time of the order. */
  tax: z.strictObject({ rate: z.number(), amount: money }),
});

const eventPayment = z.strictObject({
  /** Card, CardInstallments, Cash, StorePayment, GiftCard (nothing is left to pay) or the type of a points program. */
  kind: z.string(),
  status: z.enum(['pending', 'approved', 'refused', 'reversing', 'reversed']),
  amount: money,
  /** Number of payments. 0 and 1 both mean a single payment. */
  installments: z.int(),
  card: z.strictObject({ brand: z.string().nullable(), lastFour: z.string() }).nullable(),
  /** The acquirer's number for the charge, and the bank's authorization. */
  reference: z.string().nullable(),
  authorization: z.string().nullable(),
  /** The till's receipt, for an order paid at a store. */
  receipt: z.string().nullable(),
  decidedAt: dateTime.nullable(),
});

const eventShipment = z.strictObject({
  /** Order number and shipment number: 100000001-1. */
  subOrderId: z.string(),
  sellerId: z.int(),
  /** The store where the buyer collects the shipment. Null if it is delivered. */
  storeCode: z.string().nullable(),
  state: z.enum(shipmentStates),
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** Failed delivery attempts. */
  attempts: z.int(),
  cashDue: money,
  cashCollected: money.nullable(),
  reason: z.string().nullable(),
  leftAt: dateTime.nullable(),
  endedAt: dateTime.nullable(),
});

/** A placed order with everything that accounting, a warehouse or a courier needs. */
export const wholeOrder = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  status: z.enum(['pending_payment', 'processing', 'shipped', 'delivered', 'undelivered', 'canceled']),
  placedAt: dateTime,
  updatedAt: dateTime,
  /** Until when a cash order waits for its mailed link. */
  confirmBefore: dateTime.nullable(),
  /**
   * Time at which the order was held for review. Nothing of the order may be prepared. Null if the order is not held.
   */
  heldAt: dateTime.nullable(),
  /** The customer's account. Null for a guest. */
  customerId: z.uuid().nullable(),
  contact: contact.nullable(),
  /** The delivery address. Null for an order that comes only by e-mail, and after the buyer's data were erased. */
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
      /** The person who receives in the buyer's place, and the buyer's directions. */
      receiver: z.strictObject({ firstName: z.string(), lastName: z.string(), message: z.string() }).nullable(),
    })
    .nullable(),
  billing: z.strictObject({
    name: z.string(),
    documentType: z.string(),
    /** NIT, DPI or passport. "CF" for a final consumer. */
    document: z.string(),
    ...place,
  }),
  lines: z.array(eventLine),
  /** The lines as invoices list them, without delivery: see `totals`. */
  taxLines: z.array(taxLine),
  totals: z.strictObject({
    subtotal: money,
    warranties: money,
    donation: money,
    shipping: money,
    discount: money,
    total: money,
    /** The part of the total that gift cards pay. */
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
  /** The promised days, by seller (DEC-101). */
  promises: z.array(
    z.strictObject({ sellerId: z.int(), deliveryDate: civilDate.nullable(), pickupDate: civilDate.nullable() }),
  ),
});
export type WholeOrder = z.infer<typeof wholeOrder>;

const refund = z.strictObject({
  id: z.uuid(),
  cause: z.enum(['cancellation', 'return', 'shipment', 'goodwill']),
  /**
   * `origin`: the card that paid. `till`: a store's till. `bill`: the order is not paid yet, and the due amount is
   * reduced.
   */
  destination: z.enum(['origin', 'till', 'transfer', 'giftCard', 'bill']),
  amount: money,
  pointsAmount: money,
  giftCardAmount: money,
  shipping: money,
  /** IVA of the refunded lines and delivery. The refunds of a line sum to the line's IVA. Null if the refund is older than this field. */
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
  /** Units that can be sold, in all places. */
  salable: z.int(),
  /** Places with units. */
  stores: z.array(z.strictObject({ storeCode: z.string(), quantity: z.int() })),
});

const prices = z.strictObject({
  sku,
  /** Null without a price. The product then cannot be sold. */
  regularPrice: money.nullable(),
  salesPrice: money.nullable(),
  discountEndsAt: dateTime.nullable(),
  /** Running and future flash sales. */
  flashSales: z.array(z.strictObject({ price: money, startsAt: dateTime, endsAt: dateTime })),
});

const published = z.strictObject({
  sku,
  slug: z.string(),
  title: z.string(),
  kind: z.enum(['goods', 'gift_card', 'service']),
  brand: z.string(),
  sellerId: z.int(),
  /** The root comes first. */
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
  /** The kind as in `ceiba import`: products, prices, stock … */
  kind: z.string(),
  fileName: z.string(),
  /**
   * `refused`: nothing was changed, because the file has errors. `failed`: an error in the shop ended the import. Rows
   * that a large file had already written stay.
   */
  outcome: z.enum(['done', 'refused', 'failed']),
  /** The reason why the import is not done: IMPORT_INVALID, IMPORT_CONFLICT, IMPORT_UNREADABLE … */
  code: z.string().nullable(),
  /** Number of rows in the file: new, changed and equal rows, rows with an error, and rows that another change preceded. */
  rows: z.strictObject({ new: z.int(), changed: z.int(), equal: z.int(), wrong: z.int(), conflict: z.int() }),
  startedAt: dateTime,
});

/** A delivery of a purchase at a place (BUY-03). It has no costs: an endpoint has no permission to see them (BUY-04). */
const receipt = z.strictObject({
  /** The purchase and the number of its delivery: C-12/1. The stock movements of the delivery have it as their document. */
  number: z.string(),
  purchase: z.string(),
  /** The state of the purchase at the time of sending. `received`: nothing more comes. */
  state: z.enum(['partlyReceived', 'received', 'closed']),
  /** True if the goods came without an order. */
  isDirect: z.boolean(),
  supplier: z.strictObject({ id: z.int(), name: z.string(), nit: z.string().nullable() }),
  storeCode: z.string(),
  receivedAt: dateTime,
  lines: z.array(
    z.strictObject({
      sku,
      /** Units that came into stock with this delivery. */
      quantity: z.int(),
      /** Units that were sent back at the gate, and are not in stock. */
      rejected: z.int(),
    }),
  ),
});

/** The schema of `data`, by type. */
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
  'purchases.received': receipt,
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

/** The body of an event (HOOK-05). */
export const eventBody = z.strictObject({
  type: z.string().refine(isEventType),
  /** The ID is the same each time the event is sent. A receiver that already has the event returns 2xx and does nothing. */
  id: z.uuid(),
  occurredAt: dateTime,
  /**
   * Counts per endpoint and entity (an order, a product, a purchase, a customer, an import), from 1 without gaps. After a restore the count
   * continues 10,000 higher. 0 is a sample.
   */
  sequence: z.int().min(0),
  data: z.unknown(),
});

/** Maximum size of an event, in bytes (HOOK-05). */
export const maxEventBytes = 256 * 1_024;
