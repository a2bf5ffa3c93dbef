import {
  returnDescriptionMaxLength,
  returnImageLimit,
  returnImageMaxBytes,
  returnReasons,
} from '@ceiba/domain/returns/return-window';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { orderNumber } from './order-shapes.ts';
import { dateTime, enveloped, money, sku } from './shapes.ts';

/** "D-100001". */
const returnNumber = z
  .string()
  .trim()
  .regex(/^D-\d{6,9}$/);

/** A number in a form is sent as text. */
const units = z
  .string()
  .trim()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(999));

export const requestReturn = endpoint({
  name: 'requestReturn',
  slice: 'returns',
  method: 'POST',
  path: '/v1/customers/returns',
  summary: 'Requests the return of units of a delivered product, with up to three pictures (API-06, RET-01, DEC-142)',
  auth: 'customer',
  limit: 'returns',
  captcha: 'always',
  idempotent: true,
  form: { files: 'images', most: returnImageLimit, maxBytes: returnImageMaxBytes },
  body: z.strictObject({
    orderNumber,
    sku,
    quantity: units,
    reason: z.enum(returnReasons),
    description: z.string().trim().max(returnDescriptionMaxLength).default(''),
    /** After the texts, which are checked before a picture is read. The content of a picture decides its type (RETURN_IMAGE_INVALID). */
    images: z.array(z.file().max(returnImageMaxBytes)).max(returnImageLimit).default([]),
  }),
  answers: { 201: enveloped(z.object({ returnNumber: z.string() })) },
  errors: [
    'UNAUTHORIZED',
    'CAPTCHA_FAILED',
    'ORDER_NOT_FOUND',
    'PRODUCT_NOT_FOUND',
    'RETURN_NOT_ALLOWED',
    'RETURN_NOT_DELIVERED',
    'RETURN_TOO_LATE',
    'RETURN_QUANTITY',
    'RETURN_IMAGE_INVALID',
    'UPLOAD_TOO_SLOW',
    'IDEMPOTENCY_KEY_REUSED',
    'UPSTREAM_UNAVAILABLE',
  ],
});

/** `requested`: the shop has not answered yet. `approved`: the shop waits for the goods (WORK-20). */
const ownReturn = z.object({
  returnNumber: z.string(),
  status: z.enum(['requested', 'approved', 'rejected', 'canceled', 'received']),
  orderNumber: z.string(),
  productName: z.string(),
  productSku: z.string(),
  productsThumbnail: z.object({ url: z.string() }),
  quantity: z.int(),
  reason: z.enum(returnReasons),
  description: z.string(),
  requestedAt: dateTime,
  receivedAt: dateTime.nullable(),
  /** The shop's message: how to send an approved return, or the reason of a rejection. */
  answer: z.string().nullable(),
  /** The shop's decisions about units. Empty before the first decision. Other units wait for a decision. */
  outcomes: z.array(
    z.object({
      result: z.enum(['accepted', 'rejected']),
      quantity: z.int(),
      /** The reason why the units were rejected. Null for accepted units. */
      reason: z.string().nullable(),
      decidedAt: dateTime,
    }),
  ),
  /**
   * How and when rejected units went back to the customer. `isKept`: the units stay at the shop, because the customer
   * did not want them. Null if the units have not gone back, or no units were rejected.
   */
  sentBack: z.object({ how: z.string(), at: dateTime, isKept: z.boolean() }).nullable(),
  /** The amount refunded for accepted units, or no longer owed. Points count with their value. */
  refunded: money,
  /** The number of its pictures. */
  images: z.int(),
});
export type OwnReturn = z.infer<typeof ownReturn>;

/** Number of returns on a page of the list. */
export const returnsPerPage = 20;

export const listReturns = endpoint({
  name: 'listReturns',
  slice: 'returns',
  method: 'GET',
  path: '/v1/customers/returns',
  summary: 'Lists the customer’s returns, newest first, one page at a time',
  auth: 'customer',
  limit: 'read',
  query: z.strictObject({
    /** The number of the last return on the previous page. */
    after: returnNumber.optional(),
  }),
  answers: {
    /** `next`: the value of `after` for the next page. Null on the last page. */
    200: z.object({ status: z.int(), returns: z.array(ownReturn).max(returnsPerPage), next: z.string().nullable() }),
  },
  errors: ['UNAUTHORIZED'],
});

export const cancelReturn = endpoint({
  name: 'cancelReturn',
  slice: 'returns',
  method: 'POST',
  path: '/v1/customers/returns/{returnNumber}/cancel',
  summary: 'Cancels one of the customer’s returns that was not received yet (WORK-20)',
  auth: 'customer',
  limit: 'write',
  params: z.strictObject({ returnNumber }),
  answers: { 204: null },
  errors: ['UNAUTHORIZED', 'NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
});

export const getReturnImage = endpoint({
  name: 'getReturnImage',
  slice: 'returns',
  method: 'GET',
  path: '/v1/customers/returns/{returnNumber}/images/{image}',
  summary:
    'Returns a picture of one of the customer’s returns, numbered from 1. It is not cached and cannot be embedded in pages',
  auth: 'customer',
  limit: 'read',
  params: z.strictObject({ returnNumber, image: z.string().regex(/^[1-9]$/) }),
  answers: { 200: enveloped(z.object({ type: z.literal('image/webp'), base64: z.base64() })) },
  errors: ['UNAUTHORIZED', 'NOT_FOUND', 'UPSTREAM_UNAVAILABLE'],
});
