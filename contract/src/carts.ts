import { z } from 'zod';
import { freeProduct, product, warrantyOption } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { amount, cartIdParams, civilDate, enveloped, money, sku } from './shapes.ts';

/** DEC-83. */
export const giftCardInfo = z.strictObject({
  giftcardEmail: z.email().max(254),
  giftcardName: z.string().trim().min(1).max(100),
  giftcardMessage: z.string().max(250).optional(),
  giftcardDeliveryDate: civilDate,
});

export const cartWarranty = warrantyOption.extend({
  title: z.string(),
  cartItemId: z.uuid(),
  salesPrice: money,
  regularPrice: money,
});

/** CART-02. Prices are those of now; `lineTotal` is salesPrice × quantity, without warranties. */
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
  freeProducts: z.array(freeProduct),
});
export type CartItem = z.infer<typeof cartItem>;

export const cartPrices = z.object({
  grandTotal: money,
  subtotal: money,
  warranties: money,
  shipping: money,
  discount: money,
  discounts: z.array(z.object({ id: z.string(), amount, label: z.array(z.string()), currency: z.literal('GTQ') })),
});
export type CartPrices = z.infer<typeof cartPrices>;

export const trustedPerson = z.strictObject({
  firstName: z.string().trim().max(100).default(''),
  lastName: z.string().trim().max(100).default(''),
  /** `{phone}|{extras}` (TRU-04). */
  message: z.string().max(300).default(''),
});

const text = (max: number) => z.string().trim().min(1).max(max);
const regionInput = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number),
  z.strictObject({ regionId: z.int() }).transform((value) => value.regionId),
]);
/** Cut, not refused, at 100 characters (CONST-28, DEC-179). */
const streetInput = z
  .union([z.string(), z.array(z.string()).min(1).max(2)])
  .transform((value) => (Array.isArray(value) ? value : [value]).map((line) => line.trim().slice(0, 100)))
  .refine((lines) => (lines[0] ?? '') !== '', { message: 'La dirección es obligatoria.' });

/** DEL-19, DEC-179. */
export const shippingAddressBody = z.strictObject({
  firstname: text(100),
  lastname: text(100),
  street: streetInput,
  city: text(120),
  region: regionInput,
  postcode: z.string().max(12).default('01001'),
  country_code: z.literal('GT').default('GT'),
  telephone: z.string().max(20).default('00000000'),
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  storeCode: z.string().max(20).nullable().default(null),
  zone: z.string().max(40).optional(),
  trustedPerson: trustedPerson.nullable().default(null),
  nit: z.string().max(20).default('CF'),
});

export const cartShippingAddress = z.object({
  firstname: z.string(),
  lastname: z.string(),
  street: z.array(z.string()),
  city: z.string(),
  region: z.object({ regionId: z.int(), region: z.string() }),
  postcode: z.string(),
  country_code: z.string(),
  telephone: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  storeCode: z.string().nullable(),
  zone: z.string(),
  trustedPerson: z.object({ firstName: z.string(), lastName: z.string(), message: z.string() }).nullable(),
  nit: z.string(),
  selectedShippingMethod: z
    .object({ carrierCode: z.string(), methodCode: z.string(), carrierTitle: z.string(), amount: money })
    .nullable(),
});

/** BILL-19, DEC-110. */
export const billingAddressBody = z
  .strictObject({
    same_as_shipping: z.boolean().default(false),
    firstname: z.string().trim().max(150).optional(),
    lastname: z.string().trim().max(150).optional(),
    street: z.union([z.string(), z.array(z.string()).min(1).max(2)]).optional(),
    city: z.string().trim().max(120).optional(),
    postcode: z.string().max(12).default('01001'),
    country_code: z.literal('GT').default('GT'),
    telephone: z.string().max(20).default('00000000'),
    region: regionInput.optional(),
    /** "CF", or the number of the NIT, DPI or passport. */
    nit: z.string().trim().max(30).optional(),
    documentType: z.enum(['CF', 'NIT', 'DPI', 'Pasaporte']).optional(),
  })
  .refine((body) => body.same_as_shipping || (body.nit ?? '') !== '', {
    path: ['nit'],
    message: 'Debe de ingresar el NIT',
  })
  .refine((body) => body.same_as_shipping || (body.firstname ?? '') !== '', {
    path: ['firstname'],
    message: 'El nombre completo es necesario.',
  });

export const cartBillingAddress = z.object({
  firstname: z.string(),
  lastname: z.string(),
  street: z.array(z.string()),
  city: z.string(),
  postcode: z.string(),
  country_code: z.string(),
  telephone: z.string(),
  region: z.object({ regionId: z.int(), region: z.string() }),
  nit: z.string(),
  documentType: z.enum(['CF', 'NIT', 'DPI', 'Pasaporte']),
});

export const paymentMethodCodes = ['kosmos_payment', 'otherVisaInstallments', 'bamMaxVisaInstallments'] as const;

/** CART-01. Personal fields are absent for a customer's cart without that customer's session (DEC-05). */
export const cart = z.object({
  status: z.int(),
  id: z.uuid(),
  cartId: z.uuid(),
  items: z.array(cartItem),
  /** Units, the donation left out (DEC-178). */
  totalQuantity: z.int(),
  prices: cartPrices,
  appliedCoupons: z.array(z.object({ code: z.string() })),
  email: z.string().nullable().optional(),
  shippingAddresses: z.array(cartShippingAddress).optional(),
  billingAddress: cartBillingAddress.nullable().optional(),
  selectedPaymentMethod: z.object({ code: z.enum(paymentMethodCodes), title: z.string() }).nullable(),
  is3p: z.boolean(),
  /** Only digital items: no shipping needed (GIFT-03). */
  isDigital: z.boolean(),
  donation: amount.nullable(),
});
export type Cart = z.infer<typeof cart>;

/** What line operations answer; it replaces the same fields of the cart (CART-20). */
export const cartLinesAnswer = cart.pick({
  status: true,
  items: true,
  totalQuantity: true,
  prices: true,
  is3p: true,
  isDigital: true,
  donation: true,
  appliedCoupons: true,
});
export type CartLinesAnswer = z.infer<typeof cartLinesAnswer>;

/** An order of the cart that is being placed right now: 409 ORDER_IN_PROGRESS (DEC-172). */
const lineErrors = ['CART_NOT_FOUND', 'CART_CLOSED', 'ORDER_IN_PROGRESS'] as const;

export const createCart = endpoint({
  name: 'createCart',
  slice: 'carts',
  method: 'POST',
  path: '/v1/carts/',
  summary: 'Opens a cart (API-20)',
  auth: 'public',
  limit: 'write',
  body: z.strictObject({}),
  answers: { 201: cart },
  errors: [],
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
  errors: ['CART_NOT_FOUND'],
});

export const addCartProduct = endpoint({
  name: 'addCartProduct',
  slice: 'carts',
  method: 'POST',
  path: '/v1/carts/{id}/products',
  summary: 'Adds a product or gift card (API-23, API-24)',
  auth: 'cart',
  limit: 'write',
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
    ...lineErrors,
    'PRODUCT_NOT_FOUND',
    'PRODUCT_WITHOUT_PRICE',
    'OUT_OF_STOCK',
    'QUANTITY_GREATER_THAN_STOCK',
    'SELLER_OFFER_REQUIRED',
    'CART_LINE_LIMIT',
    'CART_QUANTITY_LIMIT',
    'WARRANTY_NOT_AVAILABLE',
    'GIFT_CARD_DATA_REQUIRED',
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
  params: cartIdParams,
  body: z.strictObject({
    cartItemId: z.uuid(),
    quantity: z.int().min(0).max(999),
    warranty: sku.nullable().optional(),
  }),
  answers: { 200: cartLinesAnswer },
  errors: [
    ...lineErrors,
    'CART_LINE_NOT_FOUND',
    'OUT_OF_STOCK',
    'QUANTITY_GREATER_THAN_STOCK',
    'CART_QUANTITY_LIMIT',
    'WARRANTY_NOT_AVAILABLE',
  ],
});

export const setCartDonation = endpoint({
  name: 'setCartDonation',
  slice: 'donations',
  method: 'POST',
  path: '/v1/carts/{id}/donation',
  summary: 'Sets the donation in whole quetzales (API-26, DEC-82)',
  auth: 'cart',
  limit: 'write',
  params: cartIdParams,
  body: z.strictObject({ donation: z.int().min(1).max(1000) }),
  answers: { 201: cartLinesAnswer },
  errors: [...lineErrors, 'DONATION_NOT_ALLOWED'],
});

export const removeCartDonation = endpoint({
  name: 'removeCartDonation',
  slice: 'donations',
  method: 'DELETE',
  path: '/v1/carts/{id}/donation',
  summary: 'Takes the donation away (API-27, DEC-53)',
  auth: 'cart',
  limit: 'write',
  params: cartIdParams,
  answers: { 200: cartLinesAnswer },
  errors: lineErrors,
});

const shippingAnswer = enveloped(z.object({ shippingAddress: cartShippingAddress }));

export const setCartShippingAddress = endpoint({
  name: 'setCartShippingAddress',
  slice: 'delivery',
  method: 'POST',
  path: '/v1/carts/{id}/shippingAddress',
  summary: 'Sets where the cart goes (API-28)',
  auth: 'cart',
  limit: 'write',
  params: cartIdParams,
  body: shippingAddressBody,
  answers: { 201: shippingAnswer },
  errors: [...lineErrors, 'STORE_NOT_FOUND'],
});

export const changeCartShippingAddress = endpoint({
  ...setCartShippingAddress,
  name: 'changeCartShippingAddress',
  method: 'PATCH',
  summary: 'Replaces where the cart goes (API-28)',
  answers: { 200: shippingAnswer },
});

export const setCartShippingMethod = endpoint({
  name: 'setCartShippingMethod',
  slice: 'delivery',
  method: 'POST',
  path: '/v1/carts/{id}/shippingMethods',
  summary: 'Chooses delivery or pickup (API-30, CONST-26)',
  auth: 'cart',
  limit: 'write',
  params: cartIdParams,
  body: z
    .strictObject({
      carrierCode: z.enum(['tablerate', 'instore']),
      methodCode: z.enum(['bestway', 'pickup']),
      notificationMode: z.literal('all').default('all'),
    })
    .refine((body) => (body.carrierCode === 'tablerate') === (body.methodCode === 'bestway'), {
      path: ['methodCode'],
      message: 'El método de envío no es válido.',
    }),
  answers: {
    201: enveloped(
      z.object({
        selectedShippingMethod: z.object({
          carrierCode: z.string(),
          methodCode: z.string(),
          carrierTitle: z.string(),
          amount: money,
        }),
        prices: cartPrices,
      }),
    ),
  },
  errors: [...lineErrors, 'SHIPPING_ADDRESS_REQUIRED', 'SHIPPING_METHOD_NOT_ALLOWED'],
});

export const getCartTableRate = endpoint({
  name: 'getCartTableRate',
  slice: 'delivery',
  method: 'GET',
  path: '/v1/carts/{id}/tableRate',
  summary: 'Delivery fee of the cart’s address (API-32, DEC-102)',
  auth: 'cart',
  limit: 'read',
  params: cartIdParams,
  answers: { 200: enveloped(money) },
  errors: ['CART_NOT_FOUND'],
});

export const setCartBillingAddress = endpoint({
  name: 'setCartBillingAddress',
  slice: 'billing',
  method: 'POST',
  path: '/v1/carts/{id}/billingAddress',
  summary: 'Sets who is billed (API-29)',
  auth: 'cart',
  limit: 'write',
  params: cartIdParams,
  body: billingAddressBody,
  answers: { 201: enveloped(z.object({ billingAddress: cartBillingAddress })) },
  errors: [...lineErrors, 'SHIPPING_ADDRESS_REQUIRED'],
});

export const setCartPaymentMethod = endpoint({
  name: 'setCartPaymentMethod',
  slice: 'payments',
  method: 'POST',
  path: '/v1/carts/{id}/paymentMethods',
  summary: 'Chooses the payment method (API-31, DEC-103)',
  auth: 'cart',
  limit: 'write',
  params: cartIdParams,
  body: z.strictObject({
    paymentMethod: z.enum(paymentMethodCodes),
    bin: z
      .string()
      .regex(/^\d{6}$/)
      .nullable()
      .optional(),
  }),
  answers: {
    201: enveloped(
      z.object({
        selectedPaymentMethod: z.object({ code: z.enum(paymentMethodCodes), title: z.string() }),
        prices: cartPrices,
      }),
    ),
  },
  errors: [...lineErrors, 'PAY_METHOD_NOT_ALLOWED', 'PAY_PLAN_NOT_ALLOWED'],
});

export const confirmCart = endpoint({
  name: 'confirmCart',
  slice: 'checkout',
  method: 'PATCH',
  path: '/v1/carts/{id}',
  summary: 'Stores the e-mail and runs the readiness checks; creates no order (API-33, DIF-25, DEC-135)',
  auth: 'cart',
  limit: 'write',
  params: cartIdParams,
  body: z.strictObject({ email: z.email().max(254) }),
  answers: { 200: enveloped(z.object({ cartId: z.uuid(), email: z.string() })) },
  errors: [
    ...lineErrors,
    'NO_PRODUCTS',
    'OUT_OF_STOCK',
    'QUANTITY_GREATER_THAN_STOCK',
    'PRODUCT_ON_SALE_IN_CART',
    'EMAIL_REQUIRED',
    'SHIPPING_METHOD_REQUIRED',
    'STORE_REQUIRED',
  ],
});
