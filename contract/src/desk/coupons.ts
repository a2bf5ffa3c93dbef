import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime, enveloped } from '../shapes.ts';
import { version } from './changes.ts';
import { couponSeries } from './entities/coupon-series.ts';
import { coupons } from './entities/coupons.ts';
import { detailSchema } from './entity-calls.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { couponUseList } from './lists/coupon-uses.ts';

const ending = {
  slice: 'coupons',
  auth: 'staff',
  permission: 'promotions.edit',
  touches: 'shop',
  limit: 'staffWrite',
  method: 'POST',
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
} as const;

/** Ends a coupon, which then takes nothing off. Besides editing, coupons have no other action (DEC-78). */
export const endCoupon = endpoint({
  ...ending,
  name: 'endCoupon',
  path: '/v1/admin/coupons/{code}/end',
  summary:
    'Ends a coupon. It takes nothing off afterwards, even in carts that have it. Orders that used it keep the discount',
  params: z.strictObject({ code: z.string().trim().min(1).max(64) }),
  body: z.strictObject({ version }),
  answers: { 200: detailSchema(coupons) },
});

/** Ends all codes of a series that can still be used (PROD-13). */
export const endCouponSeries = endpoint({
  ...ending,
  name: 'endCouponSeries',
  path: '/v1/admin/coupon-series/{prefix}/end',
  summary: 'Ends a series of coupons with all its codes; orders that used one keep it',
  params: z.strictObject({ prefix: z.string().trim().min(1).max(64) }),
  body: z.strictObject({ version }),
  answers: { 200: detailSchema(couponSeries) },
});

/** Characters of the longest typed cart: fifty lines of a sku with its units. */
const maxSampleLength = 4_000;

const quetzales = z.coerce.number().pipe(amount.min(0));

/** Checks a coupon that is not saved yet with a sample cart. Saves nothing (PROD-13). */
export const tryCoupon = endpoint({
  slice: 'coupons',
  auth: 'staff',
  permission: 'promotions.edit',
  touches: 'shop',
  name: 'tryCoupon',
  method: 'GET',
  path: '/v1/admin/coupon-trials',
  limit: 'staffRead',
  summary: 'Returns the discount of an unsaved coupon for a sample cart now, or the reason why there is no discount',
  query: z.strictObject({
    percent: z.coerce.number().positive().max(100).optional(),
    amount: quetzales.optional(),
    cap: quetzales.optional(),
    minimum: quetzales.optional(),
    startsAt: dateTime.optional(),
    endsAt: dateTime.optional(),
    /** One line per product: its sku and, after a space, its units. */
    goods: z.string().max(maxSampleLength),
  }),
  answers: {
    200: enveloped(
      z.object({
        lines: z.array(z.object({ sku: z.string(), title: z.string(), quantity: z.int(), lineTotal: amount })),
        /** Typed skus that no product on sale has. */
        unknown: z.array(z.string()),
        subtotal: amount,
        discount: amount,
        total: amount,
        /** The reason why the coupon takes nothing off, in Spanish. Null if the coupon reduces the amount. */
        problem: z.string().nullable(),
      }),
    ),
  },
  errors: ['VALIDATION_ERROR'],
});

const couponUse = z.object({
  number: z.string(),
  code: z.string(),
  series: z.string(),
  usedAt: dateTime,
});
export const listCouponUses = {
  ...listEndpoint('listCouponUses', couponUseList, couponUse),
  touches: 'shop',
} as const;
export const exportCouponUses = { ...exportEndpoint('exportCouponUses', couponUseList), touches: 'shop' } as const;
