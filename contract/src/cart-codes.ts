import { partReasons } from '@ceiba/domain/cart-codes/cart-code';
import { z } from 'zod';
import { cart, changeErrors } from './carts.ts';
import { endpoint } from './endpoint.ts';
import { amount, cartIdParams, dateTime, enveloped, sku } from './shapes.ts';

/** Any text: a malformed code is refused like an unknown one (WA-06). */
const code = z.strictObject({ code: z.string().max(100) });

/** A line of a shared cart (WA-02, WA-03). Prices are per unit. Prices with "then" are from the moment of sharing. */
export const codeLine = z.object({
  sku,
  title: z.string(),
  quantity: z.int(),
  /** Null if the line had no price. */
  priceThen: amount.nullable(),
  /** Null if the product cannot be bought now. */
  priceNow: amount.nullable(),
  available: z.boolean(),
  /** The chosen warranty. `priceNow` is null if the warranty is no longer sold. */
  warranty: z.object({ label: z.string(), priceThen: amount, priceNow: amount.nullable() }).nullable(),
  /** The product's address. Null if the product has no page now. */
  slug: z.string().nullable(),
  picture: z.string(),
});
export type CodeLine = z.infer<typeof codeLine>;

/** The outcome of one line in the reader's cart (WA-03). */
const addedPart = z.object({
  /** The line's number in the code, from 1. */
  line: z.int(),
  sku,
  title: z.string(),
  asked: z.int(),
  added: z.int(),
  /** The reason why a part of the line was not added. Null if all of the line was added. */
  reason: z.enum(partReasons).nullable(),
});
export type AddedPart = z.infer<typeof addedPart>;

export const makeCartCode = endpoint({
  name: 'makeCartCode',
  slice: 'cart-codes',
  method: 'POST',
  path: '/v1/carts/{id}/codes',
  summary: 'Creates a code that shows the cart’s products to others, without personal data (WA-02)',
  auth: 'cart',
  limit: 'write',
  // A code of fifty lines.
  dayBytes: { of: 'cartCodes', bytes: 10_000 },
  params: cartIdParams,
  body: z.strictObject({}),
  answers: {
    201: enveloped(
      z.object({
        /** "K7M4-QPXR" */
        code: z.string(),
        url: z.string(),
        expiresAt: dateTime,
      }),
    ),
  },
  errors: [...changeErrors, 'NO_PRODUCTS'],
});

export const getCartCode = endpoint({
  name: 'getCartCode',
  slice: 'cart-codes',
  method: 'GET',
  path: '/v1/cart-codes/{code}',
  summary: 'Returns the products of a shared cart, with their prices when it was shared and now (WA-03)',
  auth: 'public',
  limit: 'cartCode',
  params: code,
  answers: {
    200: enveloped(
      z.object({
        lines: z.array(codeLine),
        /** The sum of the available lines at current prices. */
        total: amount,
      }),
    ),
  },
  errors: ['CODE_NOT_FOUND'],
});

export const addCartCode = endpoint({
  name: 'addCartCode',
  slice: 'cart-codes',
  method: 'POST',
  path: '/v1/cart-codes/{code}/cart',
  summary: 'Adds the products of a shared cart to the caller’s cart, or to a new cart without `cartId` (WA-03)',
  auth: 'cart',
  limit: 'cartCode',
  // Fifty lines with offers and warranties, their indexes, and the stored response with long titles. Forty plain lines take 13
  // kB.
  dayBytes: { of: 'carts', bytes: 35_000 },
  idempotent: true,
  params: code,
  body: z.strictObject({ cartId: z.uuid().optional() }),
  answers: { 200: cart.extend({ added: z.array(addedPart) }) },
  errors: [...changeErrors, 'CODE_NOT_FOUND'],
});
