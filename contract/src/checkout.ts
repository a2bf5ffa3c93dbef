import { confirmCartCodes } from '@ceiba/domain/carts/readiness';
import { z } from 'zod';
import { billingAddressBody, cartBillingAddress, cartShippingAddress, shippingAddressBody } from './addresses.ts';
import { cartPrices, changeErrors, paymentMethodCodes, sessionErrors } from './carts.ts';
import { endpoint } from './endpoint.ts';
import { carrierCode, cartIdParams, emailAddress, enveloped, methodCode, money } from './shapes.ts';

const shippingAnswer = enveloped(z.object({ shippingAddress: cartShippingAddress }));

export const setCartShippingAddress = endpoint({
  name: 'setCartShippingAddress',
  slice: 'checkout',
  method: 'POST',
  path: '/v1/carts/{id}/shippingAddress',
  summary: 'Sets where the cart goes (API-28)',
  auth: 'cart',
  limit: 'write',
  dayBytes: { of: 'carts', bytes: 600 },
  params: cartIdParams,
  body: shippingAddressBody,
  answers: { 201: shippingAnswer },
  errors: [...changeErrors, 'STORE_NOT_FOUND', 'VISIT_NOT_COVERED'],
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
  slice: 'checkout',
  method: 'POST',
  path: '/v1/carts/{id}/shippingMethods',
  summary: 'Chooses delivery or pickup (API-30, CONST-26)',
  auth: 'cart',
  limit: 'write',
  dayBytes: { of: 'carts', bytes: 400 },
  params: cartIdParams,
  body: z
    .strictObject({
      carrierCode,
      methodCode,
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
          carrierCode,
          methodCode,
          carrierTitle: z.string(),
          amount: money,
        }),
        prices: cartPrices,
      }),
    ),
  },
  errors: [...changeErrors, 'SHIPPING_ADDRESS_REQUIRED', 'SHIPPING_METHOD_NOT_ALLOWED'],
});

export const getCartTableRate = endpoint({
  name: 'getCartTableRate',
  slice: 'checkout',
  method: 'GET',
  path: '/v1/carts/{id}/tableRate',
  summary: 'Returns the delivery fee of the cart’s address (API-32, DEC-102)',
  auth: 'cart',
  limit: 'read',
  params: cartIdParams,
  answers: { 200: enveloped(money) },
  errors: [...sessionErrors, 'CART_NOT_FOUND'],
});

export const setCartBillingAddress = endpoint({
  name: 'setCartBillingAddress',
  slice: 'checkout',
  method: 'POST',
  path: '/v1/carts/{id}/billingAddress',
  summary: 'Sets who is billed (API-29)',
  auth: 'cart',
  limit: 'write',
  dayBytes: { of: 'carts', bytes: 600 },
  params: cartIdParams,
  body: billingAddressBody,
  answers: { 201: enveloped(z.object({ billingAddress: cartBillingAddress })) },
  errors: [...changeErrors, 'SHIPPING_ADDRESS_REQUIRED'],
});

export const setCartPaymentMethod = endpoint({
  name: 'setCartPaymentMethod',
  slice: 'checkout',
  method: 'POST',
  path: '/v1/carts/{id}/paymentMethods',
  summary: 'Chooses the payment method (API-31, DEC-103)',
  auth: 'cart',
  limit: 'write',
  dayBytes: { of: 'carts', bytes: 400 },
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
  errors: [...changeErrors, 'PAY_METHOD_NOT_ALLOWED', 'PAY_PLAN_NOT_ALLOWED'],
});

export const confirmCart = endpoint({
  name: 'confirmCart',
  slice: 'checkout',
  method: 'PATCH',
  path: '/v1/carts/{id}',
  summary: 'Stores the e-mail and runs the readiness checks; creates no order (API-33, DIF-25, DEC-135)',
  auth: 'cart',
  limit: 'write',
  dayBytes: { of: 'carts', bytes: 400 },
  params: cartIdParams,
  body: z.strictObject({ email: emailAddress('contact') }),
  answers: { 200: enveloped(z.object({ cartId: z.uuid(), email: z.string() })) },
  errors: [...changeErrors, ...confirmCartCodes],
});

export const validateGuestCheckout = endpoint({
  name: 'validateGuestCheckout',
  slice: 'checkout',
  method: 'POST',
  path: '/v1/auth/validate-guest-checkout',
  summary: 'Returns whether a guest may order with this e-mail (API-14, DEC-134)',
  auth: 'public',
  limit: 'guestCheck',
  body: z.strictObject({ email: emailAddress('contact') }),
  answers: { 200: enveloped(z.object({ result: z.boolean(), suggestedEmail: z.string().optional() })) },
  errors: [],
});
