import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime, emptyAsAbsent, enveloped } from '../shapes.ts';
import { keysOf, reason } from './changes.ts';
import { typedSchema } from './entity-calls.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { pricePlanList, pricePlanStates } from './lists/price-plans.ts';
import { pricePlanFields } from './price-plan-fields.ts';
import { productSku } from './product-shapes.ts';

const slice = 'price-plans';

const listed = z.object({
  id: z.string(),
  title: z.string(),
  sku: z.string(),
  state: keysOf(pricePlanStates),
  startsAt: dateTime,
  presentPrice: amount.nullable(),
  price: amount,
  regularPrice: amount,
  discountEndsAt: dateTime.nullable(),
  /** The file of the price list; empty = planned for this product alone. */
  list: z.string(),
  why: z.string(),
  by: z.string(),
});

export const listPricePlans = { ...listEndpoint('listPricePlans', pricePlanList, listed), touches: 'nothing' } as const;
export const exportPricePlans = { ...exportEndpoint('exportPricePlans', pricePlanList), touches: 'nothing' } as const;

/** A planned price of a product. A failed plan stays until a person removes it. */
const plan = z.object({
  id: z.string(),
  state: keysOf(pricePlanStates),
  at: dateTime,
  regularPrice: amount,
  salesPrice: amount.nullable(),
  discountEndsAt: dateTime.nullable(),
  by: z.string(),
  reason: z.string().nullable(),
  /** The reason why the plan was not applied, in Spanish. */
  why: z.string().nullable(),
  /**
   * The price list of the plan, which can only be canceled as a whole. Null if the price was planned for this product
   * alone.
   */
  list: z.object({ id: z.uuid(), name: z.string() }).nullable(),
});
export type PricePlan = z.infer<typeof plan>;

const plans = enveloped(z.array(plan));
const ofProduct = z.strictObject({ sku: productSku });
const path = '/v1/admin/products/{sku}/price-plans';

export const getProductPricePlans = endpoint({
  slice,
  auth: 'staff',
  touches: 'nothing',
  limit: 'staffRead',
  permission: 'catalog.read',
  name: 'getProductPricePlans',
  method: 'GET',
  path,
  summary: 'Returns the planned prices of a product, earliest first, and the plans that could not be applied (PROD-09)',
  params: ofProduct,
  answers: { 200: plans },
  errors: ['NOT_FOUND'],
});

const writing = {
  slice,
  auth: 'staff',
  touches: 'shop',
  limit: 'staffWrite',
  permission: 'prices.edit',
  method: 'POST',
  idempotent: true,
} as const;

export const planPrice = endpoint({
  ...writing,
  name: 'planPrice',
  path,
  summary:
    'Plans a price, which is applied within 60 s after its moment and never before. A change above 40 % or to below the cost needs a `reason` (PROD-09, PROD-10)',
  params: ofProduct,
  body: z.strictObject({
    at: typedSchema(pricePlanFields.at) as z.ZodType<string, string>,
    regularPrice: typedSchema(pricePlanFields.regularPrice) as z.ZodType<number, number>,
    salesPrice: typedSchema(pricePlanFields.salesPrice) as z.ZodType<number | null, number | null>,
    discountEndsAt: typedSchema(pricePlanFields.discountEndsAt) as z.ZodType<string | null, string | null>,
    reason: reason.optional(),
  }),
  answers: { 201: plans },
  errors: ['NOT_FOUND', 'OVERLAPPING_PERIOD', 'TRANSITION_NOT_ALLOWED'],
});

export const cancelPricePlan = endpoint({
  ...writing,
  name: 'cancelPricePlan',
  path: '/v1/admin/price-plans/{id}/cancel',
  summary: 'Cancels a planned price, or removes a plan that could not be applied (PROD-09)',
  params: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }),
  body: z.strictObject({}),
  answers: { 200: plans },
  errors: ['NOT_FOUND', 'IN_USE'],
});

/** `draft`: its file was checked, and nothing is applied yet. */
const listStates = ['draft', 'writing', 'planned', 'applied', 'failed', 'canceled', 'reverting', 'reverted'] as const;

const priceList = z.object({
  id: z.uuid(),
  state: z.enum(listStates),
  startsAt: dateTime.nullable(),
  reason: z.string().nullable(),
  by: z.string(),
  /** The reason why the list was not applied, in Spanish. */
  why: z.string().nullable(),
  settledAt: dateTime.nullable(),
  /** `large`: rows above 40 %. `belowCost`: rows below the cost; null without `costs.read`, and once the list is applied (PROD-10). `changed` and `unpriced`: rows that a revert left as they were. */
  counts: z.object({
    rows: z.int(),
    raised: z.int(),
    lowered: z.int(),
    large: z.int(),
    belowCost: z.int().nullable(),
    reverted: z.int(),
    changed: z.int(),
    unpriced: z.int(),
  }),
  actions: z.array(z.enum(['cancel', 'revert'])),
});
export type PriceList = z.infer<typeof priceList>;

/** Rows in one answer. */
export const priceListPage = 100;

const listRow = z.object({
  sku: z.string(),
  title: z.string(),
  /** The price for buyers before and after the list. Null if there is no price. */
  before: amount.nullable(),
  after: amount.nullable(),
  /** The change of the price for buyers, in percent. Null if there is no price before or after the list. */
  percent: z.number().nullable(),
  isLarge: z.boolean(),
  /** True if the price is below the cost. False without `costs.read`, and once the list is applied. */
  isBelowCost: z.boolean(),
  outcome: z.enum(['reverted', 'changed', 'unpriced']).nullable(),
});
export type PriceListRow = z.infer<typeof listRow>;

const params = z.strictObject({ id: z.uuid() });
const own = '/v1/admin/price-lists/{id}';
const reading = {
  slice,
  auth: 'staff',
  touches: 'nothing',
  limit: 'staffRead',
  permission: 'prices.edit',
  method: 'GET',
  params,
} as const;

export const getPriceList = endpoint({
  ...reading,
  name: 'getPriceList',
  path: own,
  summary: 'Returns the state of a price list, by the number of its import, and how its prices change (BULK-12)',
  answers: { 200: enveloped(priceList) },
  errors: ['NOT_FOUND'],
});

export const listPriceListRows = endpoint({
  ...reading,
  name: 'listPriceListRows',
  path: `${own}/rows`,
  summary: 'Lists the prices of a price list, the largest change first (BULK-12)',
  query: z.strictObject({
    /** The number of rows on earlier pages. */
    after: emptyAsAbsent(z.coerce.number().int().min(0).max(200_000).optional()),
    /** True to return only the rows that a revert did not change. */
    kept: emptyAsAbsent(z.enum(['true', 'false']).optional()),
  }),
  answers: { 200: z.object({ status: z.int(), data: z.array(listRow), next: z.int().nullable() }) },
  errors: ['NOT_FOUND'],
});

export const cancelPriceList = endpoint({
  ...writing,
  name: 'cancelPriceList',
  path: `${own}/cancel`,
  summary: 'Cancels a price list that has not started. None of its prices is applied (BULK-12)',
  params,
  body: z.strictObject({}),
  answers: { 200: enveloped(priceList) },
  errors: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
});

export const revertPriceList = endpoint({
  ...writing,
  name: 'revertPriceList',
  path: `${own}/revert`,
  summary:
    'Starts a job that restores the prices before a price list. A price that was changed since then stays, and is listed (BULK-12)',
  params,
  body: z.strictObject({ reason }),
  answers: { 202: enveloped(priceList) },
  errors: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
});
