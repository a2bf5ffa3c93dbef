import { quantityLimit } from '@ceiba/domain/carts/cart-limits';
import { cardTypes } from '@ceiba/domain/payments/card-number';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { amount, dateTime, enveloped, sku } from './shapes.ts';

export const getInstallments = endpoint({
  name: 'getInstallments',
  slice: 'payments',
  method: 'GET',
  path: '/v1/checkout/installments',
  summary: 'Returns the installment plans of a card by its first six digits (API-41, DEC-105)',
  auth: 'public',
  limit: 'installments',
  query: z.strictObject({ bin: z.string().max(20), cartId: z.uuid() }),
  answers: {
    200: z.object({
      status: z.int(),
      installments: z.array(z.int()),
      bankName: z.string(),
      hasDiscount: z.boolean(),
    }),
  },
  errors: ['BIN_INVALID', 'CART_NOT_FOUND'],
});

const bankPlan = z.object({
  /** ID of the bank: "bam-max". "otro" for unknown cards. */
  bank: z.string(),
  brand: z.enum(cardTypes).nullable(),
  /** 1 for a single payment, as in orders. */
  plan: z.int(),
  /** The bank's discount, positive. */
  discount: amount,
  /** The delivery fee in the total, which a discount may change. Null until a delivery method is chosen. */
  delivery: amount.nullable(),
  total: amount,
  monthly: amount,
  /** False if only some cards of the bank have this plan or this total. The first six digits of a card then decide. */
  certain: z.boolean(),
  /** Time at which the discount ends. Null if no end is planned. */
  until: dateTime.nullable(),
});
export type BankPlanRow = z.infer<typeof bankPlan>;

/** The costs of a product or a cart by bank, brand and plan. */
export const bankPlans = z.object({
  asOf: dateTime,
  subtotal: amount,
  /** Null until a delivery method is chosen. No total then includes it. */
  delivery: amount.nullable(),
  /** Sorted by name. "Otro banco" is last. */
  banks: z.array(z.object({ id: z.string(), name: z.string(), brands: z.array(z.enum(cardTypes)) })),
  rows: z.array(bankPlan),
  /** The minimum total for cuotas (PAY-06). */
  minimum: amount,
  /** The reason why there are no cuotas, or why no card may pay. */
  note: z.string().nullable(),
});
export type BankPlans = z.infer<typeof bankPlans>;

export const getBankPlans = endpoint({
  name: 'getBankPlans',
  slice: 'payments',
  method: 'GET',
  path: '/v1/payments/plans',
  summary: 'Returns the price of a product or a cart by bank, brand and plan, as an order would be charged (BANK-02)',
  auth: 'public',
  limit: 'bankPlans',
  query: z.strictObject({
    /** Either a product or a cart. */
    sku: sku.optional(),
    quantity: z.coerce.number().int().min(1).max(quantityLimit).default(1),
    cartId: z.uuid().optional(),
    /** Returns only the rows of this bank. Without bank and bin, returns the rows of all banks. */
    bank: z.string().max(100).optional(),
    /** The first six digits of a card. Returns only its rows. */
    bin: z.string().max(20).optional(),
  }),
  answers: {
    200: enveloped(bankPlans),
  },
  errors: ['BIN_INVALID', 'CART_NOT_FOUND', 'PRODUCT_NOT_FOUND'],
});

/** A saved card (PAY-32). `instrumentToken` can pay only for orders of the card's owner (DEC-104). It is not the acquirer's token. */
export const savedInstrument = z.object({
  instrumentIdentifier: z.uuid(),
  /** First six and last four digits: "411111******1111". */
  maskedInstrument: z.string(),
  /** 1 to 12. */
  expirationMonth: z.int(),
  /** Four digits. */
  expirationYear: z.int(),
  instrumentToken: z.uuid(),
  isExpired: z.boolean(),
  isAmex: z.boolean(),
});
export type SavedInstrument = z.infer<typeof savedInstrument>;

export const listSavedCards = endpoint({
  name: 'listSavedCards',
  slice: 'payments',
  method: 'GET',
  path: '/v1/payments/instruments',
  summary: 'Lists the customer’s saved cards, newest first (API-03)',
  auth: 'customer',
  limit: 'read',
  answers: { 200: z.array(savedInstrument) },
  errors: ['UNAUTHORIZED'],
});

export const deleteSavedCard = endpoint({
  name: 'deleteSavedCard',
  slice: 'payments',
  method: 'DELETE',
  path: '/v1/payments/instruments/{instrumentIdentifier}',
  summary: 'Deletes a saved card, also at the acquirer (DEC-70)',
  auth: 'customer',
  limit: 'write',
  params: z.strictObject({ instrumentIdentifier: z.uuid() }),
  answers: { 200: enveloped(z.object({ result: z.literal(true) })) },
  errors: ['UNAUTHORIZED', 'SAVED_CARD_NOT_FOUND'],
});

/** A payment (PAY-39, DEC-104). The fields that a type needs are checked in the order of DEC-172, after the readiness checks. */
export const paymentBody = z.strictObject({
  paymentType: z.string().max(40),
  paymentPlan: z.int().min(0).max(120).default(0),
  paymentAmount: amount,
  ccNumber: z.string().max(30).optional(),
  ccDate: z.string().max(10).optional(),
  ccCVV: z.string().max(6).optional(),
  ccOwner: z.string().max(120).optional(),
  /** Accepted with the points pay types, but not needed, because their certificate is bound to its account (PTS-11). */
  dpi: z.string().max(30).optional(),
  birthDate: z.string().max(10).optional(),
  token: z.string().max(120).optional(),
  tokenType: z.string().max(40).optional(),
  /** The code of a gift card (DEC-199). */
  code: z.string().max(60).optional(),
  otp: z.string().max(10).optional(),
  isPaymentInStore: z.boolean().optional(),
  fingerprintSessionId: z.string().max(64).optional(),
  savePaymentInstrument: z.boolean().optional(),
});
export type PaymentBody = z.infer<typeof paymentBody>;
