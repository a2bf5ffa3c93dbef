import { readinessCodes } from '@ceiba/domain/carts/readiness';
import { z } from 'zod';
import { sessionErrors } from './carts.ts';
import { endpoint } from './endpoint.ts';
import { paymentBody } from './payments.ts';
import { civilDate, dateTime, enveloped, money } from './shapes.ts';

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

export const placeOrder = endpoint({
  name: 'placeOrder',
  slice: 'orders',
  method: 'POST',
  path: '/v1/orders',
  summary: 'Places the cart’s order and charges it (API-42, DEC-133, DEC-172)',
  auth: 'cart',
  limit: 'write',
  idempotent: true,
  captcha: true,
  body: z.strictObject({
    cartId: z.uuid(),
    payments: z.array(paymentBody).min(1).max(5),
    deliveryPromise: deliveryPromise.optional(),
  }),
  answers: { 200: enveloped(z.object({ orderNumber: z.string() })) },
  errors: [
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
    'PAY_DECLINED',
    'PAY_INSUFFICIENT_FUNDS',
    'PAY_LIMIT_EXCEEDED',
    'PAY_FRAUD_REVIEW',
    'PAY_DUPLICATED',
    'PAY_TIMEOUT',
    'PAY_PROCESSOR_ERROR',
  ],
});

/** `canceled`: its time was over, or it was canceled otherwise. */
const confirmation = z.object({
  orderNumber: z.string(),
  state: z.enum(['confirmed', 'alreadyConfirmed', 'canceled']),
});

export const confirmOrder = endpoint({
  name: 'confirmOrder',
  slice: 'orders',
  method: 'POST',
  path: '/v1/orders/confirmations',
  summary: 'Confirms a cash order by the link of its mail, where the shop’s policy wants that',
  auth: 'public',
  limit: 'write',
  body: z.strictObject({ token: z.string().trim().min(1).max(200) }),
  answers: { 200: enveloped(confirmation) },
  errors: ['NOT_FOUND'],
});

/** DEC-136. */
const orderNumber = z
  .string()
  .trim()
  .regex(/^[1-9]\d{8}$/);
const orderStatus = z.enum(['pending_payment', 'processing', 'shipped', 'delivered', 'canceled']);

/** HIST-08. `subOrderId` names the shipment it comes with, `status` is how far that has come (DEC-136, DEC-137). */
const orderProduct = z.object({
  id: z.string(),
  productName: z.string(),
  productSku: z.string(),
  productsThumbnail: z.object({ url: z.string() }),
  productSalePrice: money,
  quantityOrdered: z.int(),
  sellerId: z.int(),
  sellerName: z.string(),
  subOrderId: z.string(),
  status: orderStatus,
});

/** HIST-09: one for each shipment, in the order of their products (DEC-138). */
const tracking = z.object({
  orderId: z.string(),
  subOrderId: z.string(),
  sellerId: z.int(),
  seller: z.string(),
  status: z.array(
    z.object({ title: z.string(), datetime: dateTime.nullable(), description: z.string(), complete: z.boolean() }),
  ),
});
export type Tracking = z.infer<typeof tracking>;

/** HIST-07. `carrier` is how it reaches its buyer, null for what comes by e-mail only. */
const order = z.object({
  id: z.string(),
  number: z.string(),
  status: orderStatus,
  orderDate: dateTime,
  carrier: z.string().nullable(),
  billingAddress: z.object({ city: z.string(), region: z.string(), street: z.array(z.string()) }),
  paymentMethods: z.array(z.object({ name: z.string() })),
  total: z.object({
    grandTotal: money,
    /** Before discounts. */
    baseGrandTotal: money,
    subtotal: money,
    warranties: money,
    total_shipping: money,
    discounts: z.array(money.extend({ label: z.string() })),
  }),
  products: z.array(orderProduct),
  /** What was promised when it was placed (DEC-101). */
  deliveryPromise: deliveryPromise.nullable(),
});
export type Order = z.infer<typeof order>;

/** What whoever knows an order's number and e-mail, or has its link, may see: how it stands, and nobody's address. */
const followedOrder = order.omit({ billingAddress: true }).extend({
  tracking: z.array(tracking),
  /** A cash order that waits for the link in its mail: until when. */
  confirmBefore: dateTime.nullable(),
});
export type FollowedOrder = z.infer<typeof followedOrder>;

export const findOrder = endpoint({
  name: 'findOrder',
  slice: 'orders',
  method: 'POST',
  path: '/v1/orders/lookups',
  summary: 'How an order stands, for who knows its number and its e-mail; every wrong pair has one answer',
  auth: 'public',
  limit: 'orderLookup',
  body: z.strictObject({ orderNumber, email: z.email().max(254) }),
  answers: { 200: enveloped(followedOrder) },
  errors: ['ORDER_NOT_FOUND'],
});

export const openOrderLink = endpoint({
  name: 'openOrderLink',
  slice: 'orders',
  method: 'POST',
  path: '/v1/orders/links',
  summary: 'The same by the link of a mail, which shows the order and does nothing else',
  auth: 'public',
  limit: 'orderLookup',
  body: z.strictObject({ link: z.string().trim().min(1).max(200) }),
  answers: { 200: enveloped(followedOrder) },
  errors: ['ORDER_NOT_FOUND'],
});

/** Orders on one page of the history. */
export const ordersPerPage = 20;

export const listOrders = endpoint({
  name: 'listOrders',
  slice: 'orders',
  method: 'GET',
  path: '/v1/orders/',
  summary: 'The customer’s own orders, newest first, a page at a time (API-45)',
  auth: 'customer',
  limit: 'read',
  query: z.strictObject({
    /** Number of the last order of the page before. */
    after: orderNumber.optional(),
  }),
  answers: {
    /** `next`: what the next page is asked for with; null = this was the last. */
    200: z.object({ status: z.int(), orders: z.array(order).max(ordersPerPage), next: z.string().nullable() }),
  },
  errors: ['UNAUTHORIZED'],
});

const ownOrderErrors = ['UNAUTHORIZED', 'FORBIDDEN', 'ORDER_NOT_FOUND'] as const;

export const getOrder = endpoint({
  name: 'getOrder',
  slice: 'orders',
  method: 'GET',
  path: '/v1/orders/{number}',
  summary: 'One of the customer’s own orders (API-46)',
  auth: 'customer',
  limit: 'read',
  params: z.strictObject({ number: orderNumber }),
  answers: { 200: order },
  errors: ownOrderErrors,
});

export const getTracking = endpoint({
  name: 'getTracking',
  slice: 'orders',
  method: 'GET',
  path: '/v1/orders/{id}/traking',
  summary: 'Where the shipments of an own order are (API-47; the path is spelled so)',
  auth: 'customer',
  limit: 'read',
  params: z.strictObject({ id: z.uuid() }),
  answers: { 200: enveloped(z.array(tracking)) },
  errors: ownOrderErrors,
});

export const getTrackingByNumber = endpoint({
  name: 'getTrackingByNumber',
  slice: 'orders',
  method: 'GET',
  path: '/v1/orders/number/{orderNumber}/traking',
  summary: 'The same by the order’s number (API-48, DEC-51)',
  auth: 'customer',
  limit: 'read',
  params: z.strictObject({ orderNumber }),
  answers: { 200: enveloped(z.array(tracking)) },
  errors: ownOrderErrors,
});

export const advanceDemoShipment = endpoint({
  name: 'advanceDemoShipment',
  slice: 'orders',
  method: 'POST',
  path: '/demo/api/shipments/advance',
  summary: 'Brings a shipment to its next tracking step, in demo mode only (DEC-163)',
  auth: 'demo',
  limit: 'write',
  body: z.strictObject({ orderNumber, sellerId: z.int().min(1).max(999_999_999) }),
  answers: { 200: enveloped(z.object({ step: z.string() })) },
  errors: ['NOT_FOUND', 'ORDER_NOT_FOUND', 'SHIPMENT_NOT_MOVABLE'],
});
