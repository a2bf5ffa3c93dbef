import { pointsPaymentTypes } from '@ceiba/domain/payments/payment-amounts';
import { pointsFormats, pointsInputs } from '@ceiba/domain/points/points-inputs';
import { z } from 'zod';
import { changeErrors, sessionErrors } from './carts.ts';
import { endpoint } from './endpoint.ts';
import { amount, enveloped, money } from './shapes.ts';

/** A field that a program needs (DEC-69). */
export const pointsInput = z.object({
  name: z.enum(pointsInputs),
  label: z.string(),
  /** The format of the field while the shopper types (PTS-14). */
  format: z.enum(pointsFormats),
  maxLength: z.int(),
  required: z.boolean(),
});

/** PTS-08, DEC-69. */
export const pointsOption = z.object({
  optionID: z.string(),
  name: z.enum(pointsPaymentTypes),
  title: z.string(),
  iconUrl: z.string(),
  /** Position in the list, from 0. */
  index: z.int(),
  inputs: z.array(pointsInput),
});
export type PointsOption = z.infer<typeof pointsOption>;

export const getPointsOptions = endpoint({
  name: 'getPointsOptions',
  slice: 'points',
  method: 'GET',
  path: '/v1/catalogs/coupons/points/options',
  summary: 'Returns the points programs that a cart may use (DEC-69, PTS-12)',
  auth: 'cart',
  limit: 'read',
  query: z.strictObject({ cartId: z.uuid() }),
  answers: { 200: z.array(pointsOption) },
  errors: [...sessionErrors, 'CART_NOT_FOUND'],
});

/** The masked values that identify the shopper to a program. They cannot be used to request data of an account (DEC-10). */
const maskedValues = z.partialRecord(z.enum(pointsInputs), z.string());

/** A certificate that can be applied (PTS-09). `ruleId` identifies the amount. */
export const pointsCoupon = z.object({
  couponCode: z.string(),
  uid: z.string(),
  optionID: z.string(),
  formValues: maskedValues,
  ruleId: z.string(),
  discountAmount: amount,
});
export type PointsCoupon = z.infer<typeof pointsCoupon>;

/** The offer of a program (PTS-10). `availableBalance`: the value of the points, in quetzales. */
export const pointsOffer = z.object({
  status: z.int(),
  optionID: z.string(),
  uid: z.string(),
  coupons: z.array(pointsCoupon),
  availablePoints: z.int(),
  availableBalance: amount,
  /** The reason why there are no coupons. Otherwise empty. */
  message: z.string(),
});
export type PointsOffer = z.infer<typeof pointsOffer>;

export const requestPoints = endpoint({
  name: 'requestPoints',
  slice: 'points',
  method: 'POST',
  path: '/v1/catalogs/coupons/points/request',
  summary: 'Returns the balance of a points account, and the certificates that it gives for a cart (API-63, DEC-113)',
  auth: 'cart',
  limit: 'points',
  dayBytes: { of: 'carts', bytes: 500 },
  captcha: 'always',
  body: z.strictObject({
    cartId: z.uuid(),
    name: z.enum(pointsPaymentTypes),
    dpi: z.string().max(30).optional(),
    birthDate: z.string().max(10).optional(),
    ccNumber: z.string().max(30).optional(),
    ccDate: z.string().max(10).optional(),
    ccCVV: z.string().max(6).optional(),
    ccOwner: z.string().max(120).optional(),
  }),
  answers: { 200: pointsOffer },
  errors: [
    'CAPTCHA_FAILED',
    ...changeErrors,
    'POINTS_PROGRAM_NOT_ALLOWED',
    'POINTS_ACCOUNT_NOT_FOUND',
    'UPSTREAM_UNAVAILABLE',
  ],
});

export const applyPoints = endpoint({
  name: 'applyPoints',
  slice: 'points',
  method: 'POST',
  path: '/v1/catalogs/coupons/points',
  summary: 'Puts a certificate on a cart and blocks its points (API-64, DEC-114)',
  auth: 'cart',
  limit: 'points',
  dayBytes: { of: 'carts', bytes: 500 },
  body: z.strictObject({ cartId: z.uuid(), couponCode: z.string().trim().min(1).max(64) }),
  answers: {
    200: enveloped(
      z.object({
        appliedCoupon: z.object({ code: z.string(), discountAmount: amount, label: z.string() }),
        grandTotal: money,
      }),
    ),
  },
  errors: [
    ...changeErrors,
    'POINTS_PROGRAM_NOT_ALLOWED',
    'COUPON_ALREADY_APPLIED',
    'CERTIFICATE_NOT_VALID',
    'CERTIFICATE_EXPIRED',
    'CERTIFICATE_ABOVE_TOTAL',
    'POINTS_NOT_ENOUGH',
    'UPSTREAM_UNAVAILABLE',
  ],
});
