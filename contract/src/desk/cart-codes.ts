import { storeStates } from '@ceiba/domain/delivery/store-availability';
import { z } from 'zod';
import { codeLine } from '../cart-codes.ts';
import { endpoint } from '../endpoint.ts';
import { bankPlans } from '../payments.ts';
import { amount, dateTime, enveloped } from '../shapes.ts';

/** The stock of a line in one store (LIVE-02). */
const storeOfLine = z.object({
  storeCode: z.string(),
  name: z.string(),
  state: z.enum(storeStates),
  message: z.string(),
});

const deskCodeLine = codeLine.omit({ picture: true, slug: true }).extend({
  /** The reason why no store hands the product out. Null if `stores` has the stores. */
  notPickedUp: z.string().nullable(),
  stores: z.array(storeOfLine),
});

/** A shared cart at the desk (WA-04): products, stock and table of banks, without personal data. */
export const getDeskCartCode = endpoint({
  name: 'getDeskCartCode',
  slice: 'cart-codes',
  method: 'GET',
  path: '/v1/admin/cart-codes/{code}',
  summary: 'Returns the products of a shared cart, with the stock of each store and the plans of each bank (WA-04)',
  auth: 'staff',
  permission: 'orders.read',
  touches: 'nothing',
  limit: 'staffRead',
  params: z.strictObject({ code: z.string().max(100) }),
  answers: {
    200: enveloped(
      z.object({
        code: z.string(),
        createdAt: dateTime,
        expiresAt: dateTime,
        lines: z.array(deskCodeLine),
        total: amount,
        /** The plans of each bank's cards for the available lines (BANK-02). */
        plans: bankPlans,
      }),
    ),
  },
  errors: ['CODE_NOT_FOUND'],
});
