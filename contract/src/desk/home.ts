import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, enveloped } from '../shapes.ts';
import { mostNames, nameKinds } from './list.ts';

/** What was sold in some hours; null: who asks does not see orders, or not their amounts (§0.3). */
const sold = z.object({
  orders: z.int().nullable(),
  /** With IVA, without shipping, less what was refunded of these orders by then. Canceled ones count nothing. */
  netSales: amount.nullable(),
  averageTicket: amount.nullable(),
});

/** The first page of the desk (OFF-12). */
export const getDeskHome = endpoint({
  name: 'getDeskHome',
  slice: 'home',
  method: 'GET',
  path: '/v1/admin/home',
  summary: 'Today against the same hours a week ago, and what waits for this person',
  auth: 'staff',
  permission: 'signedIn',
  touches: 'places',
  limit: 'staffRead',
  answers: {
    200: enveloped(
      z.object({
        today: sold,
        lastWeek: sold,
        /** `count` is the total of the list that `href` opens; `capped`: there are more. */
        queues: z.array(z.object({ name: z.string(), count: z.int(), capped: z.boolean(), href: z.string() })),
      }),
    ),
  },
  errors: [],
});

export const foundKinds = ['order', 'shipment', 'return', 'customer', 'product'] as const;

/** Search over everything that this person may read (OFF-13): at most 20, what is exactly that first. */
export const searchDesk = endpoint({
  name: 'searchDesk',
  slice: 'home',
  method: 'GET',
  path: '/v1/admin/search',
  summary: 'Order, e-mail, NIT, sku, phone, name, tracking number or return',
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
          /** What was typed is its own name: Enter opens it. */
          isExact: z.boolean(),
        }),
      ),
    ),
  },
  errors: [],
});

/** What a text filter of a list takes, and offers while somebody types. */
export const listNames = endpoint({
  name: 'listNames',
  slice: 'home',
  method: 'GET',
  path: '/v1/admin/names',
  summary: 'Codes and names that a text filter takes: places, couriers, people, sellers, roles, operations',
  auth: 'staff',
  permission: 'signedIn',
  touches: 'places',
  limit: 'staffRead',
  query: z.strictObject({ kind: z.enum(nameKinds) }),
  answers: { 200: enveloped(z.array(z.object({ code: z.string(), name: z.string() })).max(mostNames)) },
  errors: ['FORBIDDEN'],
});
