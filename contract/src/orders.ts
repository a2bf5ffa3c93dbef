import { readinessCodes } from '@ceiba/domain/carts/readiness';
import { z } from 'zod';
import { sessionErrors } from './carts.ts';
import { endpoint } from './endpoint.ts';
import { paymentBody } from './payments.ts';
import { civilDate, enveloped } from './shapes.ts';

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
