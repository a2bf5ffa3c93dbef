import { readinessCodes } from '@ceiba/domain/carts/readiness';
import { mostGiftCards } from '@ceiba/domain/gift-cards/gift-card-payment';
import { z } from 'zod';
import { sessionErrors } from './carts.ts';
import { paymentBody } from './payments.ts';
import { civilDate, dateTime, money } from './shapes.ts';

/** DEC-101: the dates that were shown. What the order keeps is worked out anew when it is placed. */
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

/** What an order is placed with (DEC-104). */
export const placingBody = z.strictObject({
  cartId: z.uuid(),
  /** Gift cards, the method that pays the rest, and what repeats the discount of the cart's slot. */
  payments: z
    .array(paymentBody)
    .min(1)
    .max(mostGiftCards + 4),
  deliveryPromise: deliveryPromise.optional(),
});

/** Why an order is not placed (DEC-172). */
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

/** HIST-08. `subOrderId` names the shipment it comes with, `status` is how far that has come (DEC-136, DEC-137). */
const orderProduct = z.object({
  id: z.string(),
  productName: z.string(),
  productSku: z.string(),
  productsThumbnail: z.object({ url: z.string() }),
  productSalePrice: money,
  quantityOrdered: z.int(),
  /** Of these, what was canceled before it was sent off. */
  quantityCanceled: z.int(),
  sellerId: z.int(),
  sellerName: z.string(),
  subOrderId: z.string(),
  /** Where its units go with several shipments: with which, and how many (WORK-10). */
  sentWith: z.array(z.object({ subOrderId: z.string(), quantity: z.int() })).optional(),
  status: orderStatus,
  /** What the customer may ask to return of it today, and until when; null: nothing (DEC-142). */
  returnable: z.object({ units: z.int().min(1), until: civilDate }).nullable(),
});

/** HIST-09: one for each shipment, in the order of their products (DEC-138). */
export const tracking = z.object({
  orderId: z.string(),
  subOrderId: z.string(),
  sellerId: z.int(),
  seller: z.string(),
  /** Six digits that hand it over, while it waits at its store (WORK-13); null: whoever asks has shown too little to read them. */
  pickupCode: z.string().nullable().optional(),
  /** How far it has come, where a line goes with several. */
  shipmentStatus: orderStatus.optional(),
  status: z.array(
    z.object({ title: z.string(), datetime: dateTime.nullable(), description: z.string(), complete: z.boolean() }),
  ),
});
export type Tracking = z.infer<typeof tracking>;

/** HIST-07. `carrier` is how it reaches its buyer, null for what comes by e-mail only. */
export const order = z.object({
  id: z.string(),
  number: z.string(),
  status: orderStatus,
  orderDate: dateTime,
  carrier: z.string().nullable(),
  billingAddress: z.object({
    /** Who the invoice is made out to, with their document: NIT, DPI, passport, or "CF" for both (BILL-01). */
    name: z.string(),
    nit: z.string(),
    documentType: z.string(),
    city: z.string(),
    region: z.string(),
    street: z.array(z.string()),
  }),
  /** Where it goes and who receives it; null for what comes by e-mail only. */
  delivery: z
    .object({
      /** Name of the store where it is picked up; null when it is brought. */
      store: z.string().nullable(),
      street: z.array(z.string()),
      city: z.string(),
      region: z.string(),
      /** Empty where none was named. */
      zone: z.string(),
      receiver: z.string(),
      phone: z.string(),
      /** How to get there, as the buyer typed it; empty without. */
      extras: z.string(),
    })
    .nullable(),
  /** Gift cards first, each with what it paid; where there are some, the other method with what is still asked or was taken by it, if anything (DEC-199). */
  paymentMethods: z.array(z.object({ name: z.string(), amount: money.optional() })),
  total: z.object({
    grandTotal: money,
    /** Before discounts. */
    baseGrandTotal: money,
    subtotal: money,
    warranties: money,
    total_shipping: money,
    discounts: z.array(money.extend({ label: z.string() })),
    /** What canceled units of an order that goes on were charged with: given back, or owed no more. */
    canceled: money,
    /** The same of shipments that do not reach their buyer, and of what was returned and accepted. */
    undelivered: money,
    returned: money,
    /**
     * What of it is paid in money, or was: less than the grand total by gift cards, and where a part was canceled before anybody paid; zero
     * of what was canceled unpaid.
     */
    owed: money,
  }),
  /** What is still to be paid in cash when it is handed over (DEC-216); null: nothing is. */
  dueAtDoor: money.nullable(),
  products: z.array(orderProduct),
  /** What was promised when it was placed (DEC-101). */
  deliveryPromise: deliveryPromise.nullable(),
});
export type Order = z.infer<typeof order>;

/** What whoever knows an order's number and e-mail, or has its link, may see: how it stands, and nobody's name or address. */
export const followedOrder = order.omit({ billingAddress: true, delivery: true }).extend({
  /** Name of the shop's store where it is picked up; null when it is not. */
  pickupStore: z.string().nullable(),
  tracking: z.array(tracking),
  /** A cash order that waits for the link in its mail: until when. */
  confirmBefore: dateTime.nullable(),
});
export type FollowedOrder = z.infer<typeof followedOrder>;
