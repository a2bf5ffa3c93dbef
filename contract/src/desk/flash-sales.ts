import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, civilDate, dateTime, enveloped } from '../shapes.ts';
import { reason, version } from './changes.ts';
import { flashSales, maxListedSales } from './entities/flash-sales.ts';
import { detailSchema, typedSchema } from './entity-calls.ts';
import { skuMaxLength } from './product-fields.ts';

const editing = {
  slice: 'promotions',
  auth: 'staff',
  permission: 'promotions.edit',
  touches: 'shop',
  limit: 'staffWrite',
  method: 'POST',
} as const;

/** Maximum number of days in one response of the calendar: a month, and the rest of its first and last week. */
export const maxCalendarDays = 45;

const { startsAt, endsAt, price } = flashSales.fields;
const period = {
  startsAt: typedSchema(startsAt) as z.ZodType<string, string>,
  endsAt: typedSchema(endsAt) as z.ZodType<string, string>,
};

const saleList = z.strictObject({
  ...period,
  lines: z
    .array(
      z.strictObject({
        sku: z.string().trim().min(1).max(skuMaxLength),
        price: typedSchema(price) as z.ZodType<number, number>,
      }),
    )
    .min(1)
    .max(maxListedSales),
});

/** A typed line: its product, and the objections to the sale. */
const judgedLine = z.object({
  sku: z.string(),
  /** Null if no product has the sku. */
  title: z.string().nullable(),
  price: amount,
  salesPrice: amount.nullable(),
  /** The reason why the sale cannot be created, in Spanish. Null if the sale can be created. */
  fault: z.string().nullable(),
  /** Sentences of "Revisión de ofertas" (PRICE-05). */
  doubts: z.array(z.string()),
  /** Why the price needs a reason, in Spanish: it changes by more than 40 %, or is below the cost, which only `costs.read` sees here (PROD-10). */
  change: z.string().nullable(),
});

export const reviewFlashSales = endpoint({
  ...editing,
  name: 'reviewFlashSales',
  path: '/v1/admin/flash-sale-reviews',
  summary:
    'Checks each line of a list of flash sales: whether the sale can be created, and the objections to it. Saves nothing',
  body: saleList,
  answers: { 200: enveloped(z.object({ lines: z.array(judgedLine) })) },
  errors: ['VALIDATION_ERROR'],
});

export const createFlashSales = endpoint({
  ...editing,
  name: 'createFlashSales',
  path: '/v1/admin/flash-sale-lists',
  summary:
    'Makes a flash sale for each line, all in one period; if one line is refused, none is made. A change above 40 % or a price below the cost needs a `reason` (PROD-10)',
  idempotent: 'required',
  body: saleList.extend({ reason: reason.optional() }),
  answers: { 201: enveloped(z.object({ created: z.int() })) },
  errors: ['VALIDATION_ERROR', 'OVERLAPPING_PERIOD'],
});

/** Ends a sale that runs. A planned one is removed. */
export const endFlashSale = endpoint({
  ...editing,
  name: 'endFlashSale',
  path: '/v1/admin/flash-sales/{id}/end',
  summary: 'Ends a running flash sale now',
  params: z.strictObject({ id: z.string().trim().min(1).max(64) }),
  body: z.strictObject({ version }),
  answers: { 200: detailSchema(flashSales) },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});

/** Ends or cancels all sales of one period, such as those of one list. */
export const endFlashSales = endpoint({
  ...editing,
  name: 'endFlashSales',
  path: '/v1/admin/flash-sale-lists/end',
  summary: 'Ends all flash sales with this start and end. Running sales end now, planned sales are removed',
  body: z.strictObject({ startsAt: dateTime, endsAt: dateTime }),
  answers: { 200: enveloped(z.object({ ended: z.int(), removed: z.int() })) },
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const getFlashSaleCalendar = endpoint({
  slice: 'promotions',
  auth: 'staff',
  permission: 'promotions.edit',
  touches: 'shop',
  limit: 'staffRead',
  name: 'getFlashSaleCalendar',
  method: 'GET',
  path: '/v1/admin/flash-sale-calendar',
  summary: `Lists the flash sales of at most ${maxCalendarDays} days, grouped by start and end`,
  query: z.strictObject({ from: civilDate, to: civilDate }),
  answers: {
    200: enveloped(
      z.array(
        z.object({
          startsAt: dateTime,
          endsAt: dateTime,
          state: z.enum(['current', 'planned', 'ended']),
          products: z.int(),
          /** The id of the sale, if the group is one sale. */
          id: z.string().nullable(),
          /** The titles of the first three products. */
          titles: z.array(z.string()),
        }),
      ),
    ),
  },
  errors: ['VALIDATION_ERROR'],
});
