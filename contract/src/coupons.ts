import { z } from 'zod';
import { changeErrors } from './carts.ts';
import { endpoint } from './endpoint.ts';
import { amount, cartIdParams, emailAddress, enveloped, money } from './shapes.ts';

/** An applied coupon (DEC-78). `discountAmount`: the amount that it takes off this cart now, in quetzales. */
const appliedCoupon = z.object({ code: z.string(), discountAmount: amount, label: z.string() });

export const applyCoupon = endpoint({
  name: 'applyCoupon',
  slice: 'coupons',
  method: 'POST',
  path: '/v1/checkout/coupons',
  summary:
    'Applies a coupon to a cart (API-40, DEC-78). `email` is the buyer’s e-mail, for checking limits per customer before the order. After a refusal, `metadata.condition` has the failed condition and the missing amount',
  auth: 'cart',
  limit: 'coupon',
  dayBytes: { of: 'carts', bytes: 200 },
  body: z.strictObject({
    cartId: z.uuid(),
    couponCode: z.string().trim().min(1).max(64),
    email: emailAddress('contact').optional(),
  }),
  answers: { 200: enveloped(z.object({ appliedCoupon })) },
  errors: [
    ...changeErrors,
    'COUPON_NOT_FOUND',
    'COUPON_ALREADY_APPLIED',
    'COUPON_NOT_STARTED',
    'COUPON_EXPIRED',
    'COUPON_LIMIT_REACHED',
    'COUPON_CUSTOMER_LIMIT_REACHED',
    'COUPON_BELOW_MINIMUM',
    'COUPON_NOT_APPLICABLE',
  ],
});

export const removeCoupon = endpoint({
  name: 'removeCoupon',
  slice: 'coupons',
  method: 'DELETE',
  path: '/v1/carts/coupon/{id}',
  summary: 'Removes the coupon or the points certificate from a cart (API-37, API-65)',
  auth: 'cart',
  limit: 'write',
  dayBytes: { of: 'carts', bytes: 200 },
  params: cartIdParams,
  answers: { 200: enveloped(z.object({ grandTotal: money })) },
  errors: changeErrors,
});
