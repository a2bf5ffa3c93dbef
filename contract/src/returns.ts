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

/** Numbers travel as text in a form. */
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
  summary: 'Asks to return units of a delivered product, with up to three pictures of it (API-06, RET-01, DEC-142)',
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
    /** Behind the texts, which are judged before a picture is read. What they are is told by their content (RETURN_IMAGE_INVALID). */
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

/** `requested`: nobody has looked at it; `approved`: the shop waits for it to arrive (WORK-20). */
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
  /** What the shop says of an approved one: how it comes; of a rejected one: why. */
  answer: z.string().nullable(),
  /** What the shop decided of its units, as it did; empty = nothing yet. Units of none of them wait for their outcome. */
  outcomes: z.array(
    z.object({
      result: z.enum(['accepted', 'rejected']),
      quantity: z.int(),
      /** Why they were rejected; null of accepted ones. */
      reason: z.string().nullable(),
      decidedAt: dateTime,
    }),
  ),
  /**
   * How its rejected units went back to the customer, and when; `isKept`: they stay at the shop, as the customer did not want them. Null while
   * neither is so, or where none is.
   */
  sentBack: z.object({ how: z.string(), at: dateTime, isKept: z.boolean() }).nullable(),
  /** What was given back for its accepted units, or is owed no more; points are counted as what they are worth. */
  refunded: money,
  /** How many pictures were sent with it. */
  images: z.int(),
});
export type OwnReturn = z.infer<typeof ownReturn>;

/** Returns on one page of the list. */
export const returnsPerPage = 20;

export const listReturns = endpoint({
  name: 'listReturns',
  slice: 'returns',
  method: 'GET',
  path: '/v1/customers/returns',
  summary: 'The customer’s own returns, newest first, a page at a time',
  auth: 'customer',
  limit: 'read',
  query: z.strictObject({
    /** Number of the last return of the page before. */
    after: returnNumber.optional(),
  }),
  answers: {
    /** `next`: what the next page is asked for with; null = this was the last. */
    200: z.object({ status: z.int(), returns: z.array(ownReturn).max(returnsPerPage), next: z.string().nullable() }),
  },
  errors: ['UNAUTHORIZED'],
});

export const cancelReturn = endpoint({
  name: 'cancelReturn',
  slice: 'returns',
  method: 'POST',
  path: '/v1/customers/returns/{returnNumber}/cancel',
  summary: 'Takes an own return back, until it is received (WORK-20)',
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
    'A picture of an own return, from 1 on: an answer like any other, which no cache keeps and no page can embed',
  auth: 'customer',
  limit: 'read',
  params: z.strictObject({ returnNumber, image: z.string().regex(/^[1-9]$/) }),
  answers: { 200: enveloped(z.object({ type: z.literal('image/webp'), base64: z.base64() })) },
  errors: ['UNAUTHORIZED', 'NOT_FOUND', 'UPSTREAM_UNAVAILABLE'],
});
