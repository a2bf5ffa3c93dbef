import { ordersPerPage } from '@ceiba/domain/orders/order';
import { z } from 'zod';
import { changeErrors, sessionErrors } from './carts.ts';
import { endpoint, idempotencyKeyMaxLength } from './endpoint.ts';
import { followedOrder, order, orderNumber, placingBody, placingErrors, tracking } from './order-shapes.ts';
import { cartIdParams, dateTime, emailAddress, enveloped } from './shapes.ts';

/** Until when the order waits for its mailed link (DEC-218). Absent if the order does not wait. */
const confirmBefore = dateTime.optional();

/** Input and response of every call that places an order (API-42, API-43). */
const placing = {
  slice: 'orders',
  method: 'POST',
  auth: 'cart',
  limit: 'write',
  idempotent: true,
  captcha: 'onRefusal',
  body: placingBody,
  // Fifty gift cards with messages take about 40 kB.
  bodyBytes: 64 * 1024,
  answers: { 200: enveloped(z.object({ orderNumber: z.string(), confirmBefore })) },
  errors: placingErrors,
} as const;

export const placeOrder = endpoint({
  ...placing,
  name: 'placeOrder',
  path: '/v1/orders',
  summary: 'Places the cart’s order and charges it (API-42, DEC-133, DEC-172)',
});

export const placeStoreOrder = endpoint({
  ...placing,
  name: 'placeStoreOrder',
  path: '/v1/orders/storePayment',
  summary: 'Places an advisor’s order that its buyer pays at the store (API-43, DEC-50, DEC-140)',
});

export const issueOneTimeCode = endpoint({
  name: 'issueOneTimeCode',
  slice: 'orders',
  method: 'GET',
  path: '/v1/resources/otp/{id}',
  summary: 'Creates a one-time code for an order paid at the store, from a cart with an advisor (API-50, DEC-141)',
  auth: 'cart',
  limit: 'advisor',
  params: cartIdParams,
  answers: { 200: enveloped(z.object({ otp: z.string() })) },
  errors: changeErrors,
});

/** Like `placeOrder`, for the cart of a payment link, with the link's token (API-44, DEC-50). */
export const placeLinkOrder = endpoint({
  ...placeOrder,
  name: 'placeLinkOrder',
  path: '/v1/orders/link',
  summary: 'Places the order of a payment link’s cart and charges it (API-44, DEC-50)',
  auth: 'link',
});

/** Maximum number of attempts with an unknown outcome in one call. A shopper makes fewer. */
const maxKeys = 20;

/** `isOwn`: the placed order, or the order that is being placed, came with one of the keys. */
const placement = z.object({
  state: z.enum(['open', 'placing', 'ordered', 'closed']),
  isOwn: z.boolean(),
  /** Null if there is no order. */
  orderNumber: z.string().nullable(),
  confirmBefore,
});

export const findPlacement = endpoint({
  name: 'findPlacement',
  slice: 'orders',
  method: 'POST',
  path: '/v1/orders/placements',
  summary: 'Returns the outcome of the attempts to order a cart, by their keys. Changes nothing (DEC-131, DEC-172)',
  auth: 'cart',
  limit: 'read',
  body: z.strictObject({
    cartId: z.uuid(),
    keys: z.array(z.string().min(1).max(idempotencyKeyMaxLength)).max(maxKeys),
  }),
  answers: { 200: enveloped(placement) },
  errors: [...sessionErrors, 'CART_NOT_FOUND'],
});

/** `canceled`: the order has expired, or was canceled in another way. */
const confirmation = z.object({
  orderNumber: z.string(),
  state: z.enum(['confirmed', 'alreadyConfirmed', 'canceled']),
});

export const confirmOrder = endpoint({
  name: 'confirmOrder',
  slice: 'orders',
  method: 'POST',
  path: '/v1/orders/confirmations',
  summary: 'Confirms a cash order with the link of its mail, if the shop’s policy requires confirmation',
  auth: 'public',
  limit: 'write',
  body: z.strictObject({ token: z.string().trim().min(1).max(200) }),
  answers: { 200: enveloped(confirmation) },
  errors: ['NOT_FOUND'],
});

export const findOrder = endpoint({
  name: 'findOrder',
  slice: 'orders',
  method: 'POST',
  path: '/v1/orders/lookups',
  summary: 'Returns the progress of an order, by its number and e-mail. Every wrong pair gets the same response',
  auth: 'public',
  limit: 'orderLookup',
  body: z.strictObject({ orderNumber, email: emailAddress('contact') }),
  answers: { 200: enveloped(followedOrder) },
  errors: ['ORDER_NOT_FOUND'],
});

export const openOrderLink = endpoint({
  name: 'openOrderLink',
  slice: 'orders',
  method: 'POST',
  path: '/v1/orders/links',
  summary: 'Returns the progress of an order, by the link of its mail. The link can only show the order',
  auth: 'public',
  limit: 'orderLookup',
  body: z.strictObject({ link: z.string().trim().min(1).max(200) }),
  answers: { 200: enveloped(followedOrder) },
  errors: ['ORDER_NOT_FOUND'],
});

export const listOrders = endpoint({
  name: 'listOrders',
  slice: 'orders',
  method: 'GET',
  path: '/v1/orders/',
  summary: 'Lists the customer’s orders, newest first, one page at a time (API-45)',
  auth: 'customer',
  limit: 'read',
  query: z.strictObject({
    /** The number of the last order on the previous page. */
    after: orderNumber.optional(),
  }),
  answers: {
    /** `next`: the value of `after` for the next page. Null on the last page. */
    200: z.object({ status: z.int(), orders: z.array(order).max(ordersPerPage), next: z.string().nullable() }),
  },
  errors: ['UNAUTHORIZED'],
});

/** Another customer's order gets the same response as an unknown order (DEC-169). */
const ownOrderErrors = ['UNAUTHORIZED', 'ORDER_NOT_FOUND'] as const;

export const getOrder = endpoint({
  name: 'getOrder',
  slice: 'orders',
  method: 'GET',
  path: '/v1/orders/{number}',
  summary: 'Returns one of the customer’s orders (API-46)',
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
  summary:
    'Returns the progress of the shipments of one of the customer’s orders (API-47). The spelling of the path is required',
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
  summary: 'Returns the progress of the shipments of an order, by the order’s number (API-48, DEC-51)',
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
