import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { version } from './changes.ts';
import { coupons } from './entities/coupons.ts';
import { detailSchema } from './entity-calls.ts';

/** Ends a coupon, which then takes nothing off (DEC-78). This is its only action besides editing. */
export const endCoupon = endpoint({
  name: 'endCoupon',
  slice: 'coupons',
  auth: 'staff',
  permission: 'promotions.edit',
  touches: 'shop',
  limit: 'staffWrite',
  method: 'POST',
  path: '/v1/admin/coupons/{code}/end',
  summary: 'Ends a coupon: it takes nothing off any more, even in carts that have it; orders that used it keep it',
  params: z.strictObject({ code: z.string().trim().min(1).max(64) }),
  body: z.strictObject({ version }),
  answers: { 200: detailSchema(coupons) },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});
