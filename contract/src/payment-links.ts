import { z } from 'zod';
import { cartBillingAddress, cartShippingAddress } from './addresses.ts';
import { advisorInfo } from './advisors.ts';
import { cart, changeErrors } from './carts.ts';
import { endpoint } from './endpoint.ts';
import { cartIdParams, dateTime, enveloped, money } from './shapes.ts';

export const cloneCart = endpoint({
  name: 'cloneCart',
  slice: 'payment-links',
  method: 'POST',
  path: '/v1/carts/{id}/clone',
  summary: 'Copies the cart of an advisor for a payment link (API-35, ADV-11, DEC-146)',
  auth: 'cart',
  limit: 'paymentLink',
  dayBytes: { of: 'carts', bytes: 30_000 },
  params: cartIdParams,
  body: z.strictObject({}),
  /** `total`: the total of the copy, which has current prices and no certificate (record 0025). */
  answers: { 201: z.object({ status: z.int(), newCartId: z.uuid(), total: money }) },
  errors: [...changeErrors, 'ADVISOR_REQUIRED'],
});

export const openPaymentLink = endpoint({
  name: 'openPaymentLink',
  slice: 'payment-links',
  method: 'POST',
  path: '/v1/carts/byQuoteId/{quoteId}',
  summary:
    'Exchanges a payment link for a copy of its cart and the token that opens that (API-36, ADV-22, DEC-147, DEC-213)',
  auth: 'public',
  limit: 'paymentLink',
  dayBytes: { of: 'carts', bytes: 30_000 },
  params: z.strictObject({ quoteId: z.uuid() }),
  /**
   * This browser's token for the link, with which the browser keeps its copy. An invalid token is replaced with a new
   * token and a new copy.
   */
  body: z.strictObject({ token: z.string().max(100).optional() }),
  answers: { 200: enveloped(z.object({ cartId: z.uuid(), token: z.string(), expiresAt: dateTime })) },
  errors: ['PAYMENT_LINK_NOT_FOUND', 'PAYMENT_LINK_USED'],
});

/** The parts of a link's cart. `fields` chooses parts by name (DEC-148). */
const linkCart = z.object({
  status: z.int(),
  id: z.uuid(),
  email: z.string().nullable().optional(),
  shippingAddress: cartShippingAddress.nullable().optional(),
  billingAddress: cartBillingAddress.nullable().optional(),
  paymentMethod: cart.shape.selectedPaymentMethod.optional(),
  products: cart.shape.items.optional(),
  totalQuantity: z.int().optional(),
  totals: z.object({ subtotal: money, total: money, discountTotal: money, itemsCount: z.int() }).optional(),
  coupons: cart.shape.appliedCoupons.optional(),
  employeeInfo: advisorInfo.nullable().optional(),
});
export type LinkCart = z.infer<typeof linkCart>;

export const getLinkCart = endpoint({
  name: 'getLinkCart',
  slice: 'payment-links',
  method: 'GET',
  path: '/v2/carts/{id}',
  summary: 'Returns chosen fields of a payment link’s cart. Unknown field names are ignored (API-22, DEC-148)',
  auth: 'link',
  limit: 'read',
  params: cartIdParams,
  query: z.strictObject({ fields: z.string().max(500).default('') }),
  answers: { 200: linkCart },
  errors: ['UNAUTHORIZED', 'FORBIDDEN', 'CART_NOT_FOUND'],
});
