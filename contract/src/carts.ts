import { nameMaxLength } from '@ceiba/domain/customers/name-length';
import { giftMessageMaxLength } from '@ceiba/domain/gift-cards/recipient';
import { pointsPaymentTypes } from '@ceiba/domain/payments/payment-amounts';
import { visitRefusals } from '@ceiba/domain/visits/visit';
import { z } from 'zod';
import { cartBillingAddress, cartShippingAddress } from './addresses.ts';
import { freeProduct, product, warrantyOption } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { amount, cartIdParams, civilDate, emailAddress, money, sku } from './shapes.ts';

/** DEC-83. */
export const giftCardInfo = z.strictObject({
  giftcardEmail: emailAddress('contact'),
  giftcardName: z.string().trim().min(1).max(nameMaxLength),
  giftcardMessage: z.string().max(giftMessageMaxLength).optional(),
  giftcardDeliveryDate: civilDate,
});

export const cartWarranty = warrantyOption.extend({
  title: z.string(),
  cartItemId: z.uuid(),
  salesPrice: money,
  regularPrice: money,
});

/** A line of a cart (CART-02). Prices are current. `lineTotal` is salesPrice × quantity, without warranties. */
export const cartItem = product.omit({ flashSale: true, lowStock: true, motorcycle: true, parentId: true }).extend({
  cartItemId: z.uuid(),
  quantity: z.int(),
  onSale: z.boolean(),
  warranties: z.array(cartWarranty),
  productNeedsToBeRemovedFromCart: z.boolean(),
  isDonation: z.boolean(),
  giftCard: giftCardInfo.nullable(),
  kind: z.enum(['goods', 'gift_card', 'service', 'donation']),
  lineTotal: money,
  /**
   * The reason why the cart cannot be ordered with this visit. Null if it can be ordered. Only visits have this field.
   */
  visitRefusal: z.enum(visitRefusals).nullable().optional(),
  freeProducts: z.array(freeProduct),
  /** The last price that the buyer saw, if the price has changed since then (PRICE-09). */
  seenPrice: money.optional(),
});
export type CartItem = z.infer<typeof cartItem>;

export const cartPrices = z.object({
  grandTotal: money,
  /** Excludes lines of an open cart that must be removed (CART-19), because they cannot be paid. So do derived amounts. */
  subtotal: money,
  warranties: money,
  shipping: money,
  discount: money,
  discounts: z.array(z.object({ id: z.string(), amount, label: z.array(z.string()), currency: z.literal('GTQ') })),
  /** The grand total without DISCOUNT_BAM. It decides which payment methods are offered (DEC-212). */
  totalBeforeBankPromotion: money,
  /** IVA of the lines and the delivery, contained in the grand total (DEC-233). */
  tax: money,
});
export type CartPrices = z.infer<typeof cartPrices>;

export const paymentMethodCodes = ['kosmos_payment', 'otherVisaInstallments', 'bamMaxVisaInstallments'] as const;

/** A cart (CART-01). Without the customer's own session, a customer's cart has no personal fields (DEC-05). */
export const cart = z.object({
  status: z.int(),
  id: z.uuid(),
  cartId: z.uuid(),
  items: z.array(cartItem),
  /** Units without the donation (DEC-178). In an open cart, also without the lines that must be removed (CART-19). */
  totalQuantity: z.int(),
  prices: cartPrices,
  appliedCoupons: z.array(z.object({ code: z.string() })),
  /**
   * The applied coupon if it takes nothing off now, with the reason: it has ended, is used up, or the cart no longer
   * meets its conditions. Null if the cart has no coupon. Absent in responses of the previous release.
   */
  couponProblem: z.object({ code: z.string(), condition: z.string() }).nullable().optional(),
  /**
   * The points certificate among the discounts, with its full amount. Only its owner gets its code, here and in `appliedCoupons`.
   * In a payment link's cart, `certificate` also reports whether another browser applied it.
   */
  certificate: z
    .object({
      code: z.string().optional(),
      program: z.enum(pointsPaymentTypes),
      amount,
    })
    .nullable(),
  email: z.string().nullable().optional(),
  shippingAddresses: z.array(cartShippingAddress).optional(),
  billingAddress: cartBillingAddress.nullable().optional(),
  selectedPaymentMethod: z.object({ code: z.enum(paymentMethodCodes), title: z.string() }).nullable(),
  is3p: z.boolean(),
  /** True for a cart with only digital items and no visit. It needs no address (GIFT-03). */
  isDigital: z.boolean(),
  donation: amount.nullable(),
  /**
   * How the cart ended. An ended cart never changes (DEC-72). It became an order, or was closed: merged into the
   * customer's other cart, or its account was closed. Null if the cart has not ended.
   */
  ended: z.enum(['ordered', 'closed']).nullable(),
  /** True if the payment link of an advisor's cart was ordered, and the cart has not changed since then. Only for an advisor's cart. */
  isSoldByLink: z.literal(true).optional(),
});
export type Cart = z.infer<typeof cart>;

/** The response of line operations. It replaces the same fields of the cart (CART-20). */
export const cartLinesAnswer = cart.pick({
  status: true,
  items: true,
  totalQuantity: true,
  prices: true,
  is3p: true,
  isDigital: true,
  donation: true,
  appliedCoupons: true,
  couponProblem: true,
  certificate: true,
});
export type CartLinesAnswer = z.infer<typeof cartLinesAnswer>;

/** Refusals of any cart call: the session has ended, or belongs to another customer (DEC-02, DEC-05). */
export const sessionErrors = ['UNAUTHORIZED', 'FORBIDDEN'] as const;

/** Refusals of any change of a cart. ORDER_IN_PROGRESS while its order is being placed (DEC-172). */
export const changeErrors = [...sessionErrors, 'CART_NOT_FOUND', 'CART_CLOSED', 'ORDER_IN_PROGRESS'] as const;

export const createCart = endpoint({
  name: 'createCart',
  slice: 'carts',
  method: 'POST',
  path: '/v1/carts/',
  summary: 'Opens a cart; with a session, answers the customer’s open one where there is one (API-20)',
  auth: 'cart',
  limit: 'write',
  dayBytes: { of: 'carts', bytes: 600 },
  body: z.strictObject({}),
  answers: { 201: cart },
  errors: ['UNAUTHORIZED'],
});

export const getCart = endpoint({
  name: 'getCart',
  slice: 'carts',
  method: 'GET',
  path: '/v1/carts/{id}',
  summary: 'Reads a cart (API-21)',
  auth: 'cart',
  limit: 'read',
  params: cartIdParams,
  answers: { 200: cart },
  errors: [...sessionErrors, 'CART_NOT_FOUND'],
});

export const addCartProduct = endpoint({
  name: 'addCartProduct',
  slice: 'carts',
  method: 'POST',
  path: '/v1/carts/{id}/products',
  summary: 'Adds a product or gift card (API-23, API-24)',
  auth: 'cart',
  limit: 'write',
  dayBytes: { of: 'carts', bytes: 600 },
  params: cartIdParams,
  body: z.strictObject({
    sku,
    quantity: z.int().min(1).max(999),
    offerId: z.string().max(64).nullable().optional(),
    parentSku: z.string().max(64).nullable().optional(),
    warranty: sku.nullable().optional(),
    itemAdditionalInfo: giftCardInfo.optional(),
  }),
  answers: { 201: cartLinesAnswer.extend({ cartItemId: z.uuid() }) },
  errors: [
    ...changeErrors,
    'PRODUCT_NOT_FOUND',
    'PRODUCT_WITHOUT_PRICE',
    'OUT_OF_STOCK',
    'QUANTITY_GREATER_THAN_STOCK',
    'SELLER_OFFER_REQUIRED',
    'CART_LINE_LIMIT',
    'CART_QUANTITY_LIMIT',
    'WARRANTY_NOT_AVAILABLE',
    'GIFT_CARD_DATA_REQUIRED',
    'VISIT_NOT_COVERED',
    'VISIT_DOES_NOT_FIT',
  ],
});

export const changeCartProduct = endpoint({
  name: 'changeCartProduct',
  slice: 'carts',
  method: 'PATCH',
  path: '/v1/carts/{id}/products',
  summary: 'Sets a line’s quantity (0 removes) or its warranty (API-25, DEC-74)',
  auth: 'cart',
  limit: 'write',
  dayBytes: { of: 'carts', bytes: 200 },
  params: cartIdParams,
  body: z.strictObject({
    cartItemId: z.uuid(),
    quantity: z.int().min(0).max(999),
    warranty: sku.nullable().optional(),
    /**
     * A changed price that the buyer has seen, so that the cart no longer reports it (PRICE-09). The call changes nothing else.
     * Ignored if it differs from the line's price.
     */
    seenPrice: amount.optional(),
  }),
  answers: { 200: cartLinesAnswer },
  errors: [
    ...changeErrors,
    'CART_LINE_NOT_FOUND',
    'OUT_OF_STOCK',
    'QUANTITY_GREATER_THAN_STOCK',
    'CART_QUANTITY_LIMIT',
    'WARRANTY_NOT_AVAILABLE',
  ],
});

export const syncCart = endpoint({
  name: 'syncCart',
  slice: 'carts',
  method: 'POST',
  path: '/v1/carts/{id}/sync',
  summary: 'Brings the guest’s cart to the customer who signed in (API-38, CART-29, DEC-54)',
  auth: 'customer',
  limit: 'write',
  dayBytes: { of: 'carts', bytes: 3_000 },
  params: cartIdParams,
  body: z.strictObject({}),
  answers: { 200: cart },
  errors: [...changeErrors],
});
