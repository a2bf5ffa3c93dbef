import { readinessCodes } from '@ceiba/domain/carts/readiness';
import { maxGiftCards } from '@ceiba/domain/gift-cards/gift-card-payment';
import { z } from 'zod';
import { sessionErrors } from './carts.ts';
import { paymentBody } from './payments.ts';
import { civilDate, dateTime, money } from './shapes.ts';

/** The dates that the shopper saw (DEC-101). The stored dates are computed again when the order is placed. */
export const deliveryPromise = z.strictObject({
  shippingMethod: z.enum(['delivery', 'storepickup']),
  groups: z
    .array(
      z.strictObject({
        sellerId: z.int(),
        shopId: z.int().nullable().optional(),
        deliveryDate: civilDate.nullable().optional(),
        pickupDate: civilDate.nullable().optional(),
        pickupTime: z.string().max(8).nullable().optional(),
      }),
    )
    .max(50),
});

/** The body of a call that places an order (DEC-104). */
export const placingBody = z.strictObject({
  cartId: z.uuid(),
  /** Gift cards, the method that pays the rest, and entries that repeat the discount of the cart's coupon or certificate. */
  payments: z
    .array(paymentBody)
    .min(1)
    .max(maxGiftCards + 4),
  deliveryPromise: deliveryPromise.optional(),
});

/** The reason why an order is not placed (DEC-172). */
export const placingErrors = [
  ...sessionErrors,
  'CAPTCHA_FAILED',
  'CART_NOT_FOUND',
  'CART_CLOSED',
  'ORDER_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
  'GIFT_CARD_DATA_REQUIRED',
  ...readinessCodes,
  'PAY_METHOD_NOT_ALLOWED',
  'PAY_AMOUNT_MISMATCH',
  'PAY_PLAN_NOT_ALLOWED',
  'PAY_INVALID_CARD',
  'PAY_EXPIRED_CARD',
  'PAY_INVALID_CVV',
  'PAY_TOKEN_INVALID',
  'PAY_OTP_INVALID',
  'PAY_POINTS_UNAVAILABLE',
  'PAY_GIFT_CARD_UNAVAILABLE',
  'PAY_DECLINED',
  'PAY_INSUFFICIENT_FUNDS',
  'PAY_LIMIT_EXCEEDED',
  'PAY_FRAUD_REVIEW',
  'PAY_DUPLICATED',
  'PAY_TIMEOUT',
  'PAY_PROCESSOR_ERROR',
] as const;

/** DEC-136. */
export const orderNumber = z
  .string()
  .trim()
  .regex(/^[1-9]\d{8}$/);
const orderStatus = z.enum(['pending_payment', 'processing', 'shipped', 'delivered', 'undelivered', 'canceled']);

/** A product of an order (HIST-08). `subOrderId`: its shipment. `status`: the progress of that shipment (DEC-136, DEC-137). */
const orderProduct = z.object({
  id: z.string(),
  productName: z.string(),
  productSku: z.string(),
  productsThumbnail: z.object({ url: z.string() }),
  productSalePrice: money,
  quantityOrdered: z.int(),
  /** Units canceled before they were sent. */
  quantityCanceled: z.int(),
  sellerId: z.int(),
  sellerName: z.string(),
  subOrderId: z.string(),
  /** The shipments of its units, with the number of units in each (WORK-10). Only if there are several. */
  sentWith: z.array(z.object({ subOrderId: z.string(), quantity: z.int() })).optional(),
  status: orderStatus,
  /** Units that the customer may return today, and until when. Null if no units may be returned (DEC-142). */
  returnable: z.object({ units: z.int().min(1), until: civilDate }).nullable(),
});

/** The tracking of a shipment, in the order of its products (HIST-09, DEC-138). */
export const tracking = z.object({
  orderId: z.string(),
  subOrderId: z.string(),
  sellerId: z.int(),
  seller: z.string(),
  /** The six digits for collecting the shipment while it waits at its store (WORK-13). Null if the caller may not read them. */
  pickupCode: z.string().nullable().optional(),
  /** The presale whose units the shipment waits for (WORK-32). The date is null if it is not known. Absent: it waits for none. */
  presale: z.object({ deliveryDate: civilDate.nullable() }).optional(),
  /** The progress of this shipment, if a line is in several. */
  shipmentStatus: orderStatus.optional(),
  status: z.array(
    z.object({ title: z.string(), datetime: dateTime.nullable(), description: z.string(), complete: z.boolean() }),
  ),
});
export type Tracking = z.infer<typeof tracking>;

/** An order (HIST-07). `carrier`: how the order reaches its buyer. Null if it comes only by e-mail. */
export const order = z.object({
  id: z.string(),
  number: z.string(),
  status: orderStatus,
  orderDate: dateTime,
  carrier: z.string().nullable(),
  billingAddress: z.object({
    /** The name on the invoice, with its document: NIT, DPI, passport, or "CF" for both (BILL-01). */
    name: z.string(),
    nit: z.string(),
    documentType: z.string(),
    city: z.string(),
    region: z.string(),
    street: z.array(z.string()),
  }),
  /** Address and receiver. Null if the order comes only by e-mail. */
  delivery: z
    .object({
      /** The name of the store for a pickup. Null for a delivery. */
      store: z.string().nullable(),
      street: z.array(z.string()),
      city: z.string(),
      region: z.string(),
      /** Empty if the address has no such text. */
      zone: z.string(),
      receiver: z.string(),
      phone: z.string(),
      /** The buyer's directions as typed. Empty if the buyer gave no directions. */
      extras: z.string(),
    })
    .nullable(),
  /**
   * Gift cards first, each with the amount that it paid. With gift cards, the other method has its charged amount, if any
   * (DEC-199).
   */
  paymentMethods: z.array(z.object({ name: z.string(), amount: money.optional() })),
  total: z.object({
    grandTotal: money,
    /** Before discounts. */
    baseGrandTotal: money,
    subtotal: money,
    warranties: money,
    total_shipping: money,
    discounts: z.array(money.extend({ label: z.string() })),
    /** The charge for canceled units in an order that continues: refunded, or no longer owed. */
    canceled: money,
    /** The same for shipments that did not reach the buyer, and for accepted returns. */
    undelivered: money,
    returned: money,
    /**
     * The part of the total that is or was paid in money. It is below the grand total with gift cards, and if a part was canceled
     * before payment. It is zero for an order that was canceled unpaid.
     */
    owed: money,
  }),
  /** Cash to pay at the handover (DEC-216). Null if no cash is due. */
  dueAtDoor: money.nullable(),
  products: z.array(orderProduct),
  /** The promised dates at the time of the order (DEC-101). */
  deliveryPromise: deliveryPromise.nullable(),
});
export type Order = z.infer<typeof order>;

/** The part of an order for a caller with its number and e-mail, or with its link. It has the progress, but no name and no address. */
export const followedOrder = order.omit({ billingAddress: true, delivery: true }).extend({
  /** The name of the store for a pickup. Null for a delivery. */
  pickupStore: z.string().nullable(),
  tracking: z.array(tracking),
  /** Until when a cash order waits for its mailed link. */
  confirmBefore: dateTime.nullable(),
});
export type FollowedOrder = z.infer<typeof followedOrder>;
