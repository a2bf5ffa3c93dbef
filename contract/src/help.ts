import { cardTypes } from '@ceiba/domain/payments/card-number';
import { z } from 'zod';
import { storedBlock } from './content.ts';
import { endpoint } from './endpoint.ts';
import { amount } from './shapes.ts';

const helpPage = z.object({
  /** The name after `/ayuda/`. Empty for `/ayuda` itself. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  blocks: z.array(storedBlock),
});
export type HelpPage = z.infer<typeof helpPage>;

const helpTables = z.object({
  /**
   * Cost and time of a delivery to each department. `freeFrom`: the total from which delivery is free. Null if delivery
   * is never free.
   */
  deliveries: z.array(
    z.object({
      department: z.string(),
      regionId: z.int(),
      fee: amount,
      freeFrom: amount.nullable(),
      days: z.string(),
      businessDays: z.int(),
    }),
  ),
  /** Time at which an order can be collected: if the store has all items, and if it does not. */
  pickup: z.object({ inStore: z.string(), fromWarehouse: z.string() }),
  /** Local banks whose cards pay in cuotas, and the number of installments. */
  banks: z.array(
    z.object({
      name: z.string(),
      cards: z.array(z.enum(cardTypes)),
      plans: z.array(z.int()),
      hasDiscount: z.boolean(),
    }),
  ),
});
export type HelpTables = z.infer<typeof helpTables>;

export const getHelp = endpoint({
  name: 'getHelp',
  slice: 'help',
  method: 'GET',
  path: '/v1/help',
  summary: 'Texts of the help pages with the numbers they quote, and the tables that follow from policy and data',
  auth: 'public',
  limit: 'read',
  answers: {
    200: helpTables.extend({ pages: z.array(helpPage) }),
  },
  errors: [],
});
