import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, enveloped } from '../shapes.ts';
import { maxNames, nameKinds } from './list.ts';

/** Sales of today so far, or until the same time a week ago. Null if the user may not see orders, or not their amounts (§0.3). */
const sold = z.object({
  orders: z.int().nullable(),
  /** With IVA, without shipping, minus the refunds of these orders so far. Canceled orders do not count. */
  netSales: amount.nullable(),
  averageTicket: amount.nullable(),
});

/** The steps of a new shop before its first sale, in the order of the work (OFF-29). */
export const firstSteps = ['stores', 'policy', 'issuer', 'categories', 'brands', 'products', 'staff'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** The first page of the desk (OFF-12). */
export const getDeskHome = endpoint({
  name: 'getDeskHome',
  slice: 'home',
  method: 'GET',
  path: '/v1/admin/home',
  summary: 'Compares today with the same hours a week ago, and lists the work that waits for this person',
  auth: 'staff',
  permission: 'signedIn',
  touches: 'places',
  limit: 'staffRead',
  answers: {
    200: enveloped(
      z.object({
        today: sold,
        lastWeek: sold,
        /** `count`: the total of the list at `href`. `capped`: there are more. */
        queues: z.array(z.object({ name: z.string(), count: z.int(), capped: z.boolean(), href: z.string() })),
        /** In a shop without products, the desk opens with the steps (OFF-29). `steps`: the steps that this person may do. */
        firstSteps: z.object({
          hasProducts: z.boolean(),
          steps: z.array(z.object({ name: z.enum(firstSteps), isDone: z.boolean() })),
        }),
      }),
    ),
  },
  errors: [],
});

export const foundKinds = ['order', 'shipment', 'return', 'purchase', 'cart', 'customer', 'product'] as const;

/** Searches all data that the user may read (OFF-13). At most 20 results, exact matches first. */
export const searchDesk = endpoint({
  name: 'searchDesk',
  slice: 'home',
  method: 'GET',
  path: '/v1/admin/search',
  summary: 'Searches by order, e-mail, NIT, sku, phone, name, tracking number, return or code of a cart',
  auth: 'staff',
  permission: 'signedIn',
  touches: 'places',
  limit: 'staffRead',
  query: z.strictObject({ q: z.string().trim().min(1).max(100) }),
  answers: {
    200: enveloped(
      z.array(
        z.object({
          kind: z.enum(foundKinds),
          id: z.string(),
          title: z.string(),
          text: z.string(),
          href: z.string(),
          /** True if the typed text is the exact name of the result. Enter opens it. */
          isExact: z.boolean(),
        }),
      ),
    ),
  },
  errors: [],
});

/** Names that match a text filter, offered while a person types. */
export const listNames = endpoint({
  name: 'listNames',
  slice: 'home',
  method: 'GET',
  path: '/v1/admin/names',
  summary: 'Suggests codes and names that a text filter accepts: places, couriers, people, sellers, roles, operations',
  auth: 'staff',
  permission: 'signedIn',
  touches: 'places',
  limit: 'staffRead',
  query: z.strictObject({ kind: z.enum(nameKinds) }),
  answers: {
    200: enveloped(
      z
        .array(
          z.object({
            code: z.string(),
            name: z.string(),
            /** Codes of the parents of the name: the departments of a municipality. */
            within: z.array(z.string()).optional(),
          }),
        )
        .max(maxNames),
    ),
  },
  errors: ['FORBIDDEN'],
});
