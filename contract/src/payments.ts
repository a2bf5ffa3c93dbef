import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { amount } from './shapes.ts';

export const getInstallments = endpoint({
  name: 'getInstallments',
  slice: 'payments',
  method: 'GET',
  path: '/v1/checkout/installments',
  summary: 'Installment plans of a card by its first six digits (API-41, DEC-105)',
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

/** PAY-39, DEC-104. Which fields a type needs is judged in the order of DEC-172, after the readiness checks. */
export const paymentBody = z.strictObject({
  paymentType: z.string().max(40),
  paymentPlan: z.int().min(0).max(120).default(0),
  paymentAmount: amount,
  ccNumber: z.string().max(30).optional(),
  ccDate: z.string().max(10).optional(),
  ccCVV: z.string().max(6).optional(),
  ccOwner: z.string().max(120).optional(),
  /** PTS-11: taken with the points pay types, and not asked of them again: their certificate is bound to its account. */
  dpi: z.string().max(30).optional(),
  birthDate: z.string().max(10).optional(),
  token: z.string().max(120).optional(),
  tokenType: z.string().max(40).optional(),
  otp: z.string().max(10).optional(),
  isPaymentInStore: z.boolean().optional(),
  fingerprintSessionId: z.string().max(64).optional(),
  savePaymentInstrument: z.boolean().optional(),
});
export type PaymentBody = z.infer<typeof paymentBody>;
