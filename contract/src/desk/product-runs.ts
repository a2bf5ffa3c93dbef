import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, emptyAsAbsent, enveloped } from '../shapes.ts';
import { keysOf } from './changes.ts';
import { copyParts } from './family-fields.ts';
import type { ListQuery } from './list.ts';
import { exportEndpoint, fileAnswer, filtersShape, listEndpoint } from './list-calls.ts';
import { productRunList, productRunStates, productRunVerbs, runOutcomes, shownRunVerbs } from './lists/product-runs.ts';
import { productList } from './lists/products.ts';

const slice = 'products';

/** Maximum number of products in a run (OFF-19). */
export const maxProductsOfRun = 200_000;
/** Maximum number of products that a call lists one by one. A run on more products needs a filter. */
export const maxNamedProducts = 500;
/** Maximum number of rows in a response about a run. */
export const runRowsPage = 100;

const row = {
  id: z.uuid(),
  /** "Agregar etiqueta: navidad". */
  name: z.string(),
  state: keysOf(productRunStates),
  /** Number of products in the run; how many are done (changed, or already equal), and how many failed. */
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  createdAt: dateTime,
  actor: z.string(),
};

export const listProductRuns = {
  ...listEndpoint('listProductRuns', productRunList, z.object(row)),
  touches: 'nothing',
} as const;
export const exportProductRuns = {
  ...exportEndpoint('exportProductRuns', productRunList),
  touches: 'nothing',
} as const;

const run = z.object({
  ...row,
  verb: keysOf(shownRunVerbs),
  counts: z.object({ changed: z.int(), equal: z.int(), failed: z.int(), waiting: z.int() }),
  updatedAt: dateTime,
  /** The results by product are deleted after 30 days. The counts stay. */
  hasRows: z.boolean(),
  actions: z.array(z.enum(['cancel', 'retry'])),
});
export type ProductRun = z.infer<typeof run>;

const runRow = z.object({
  row: z.int(),
  sku: z.string(),
  /** Empty if the product no longer exists. */
  title: z.string(),
  outcome: keysOf(runOutcomes),
  /** The reason why the row failed, in Spanish. */
  why: z.string().nullable(),
});
export type ProductRunRow = z.infer<typeof runRow>;

/** A filter of the list of products, in the notation of its address. */
const filter = z.strictObject(filtersShape(productList)) as z.ZodObject & z.ZodType<ListQuery, ListQuery>;

const sku = z.string().min(1).max(64);

export const createProductRun = endpoint({
  slice,
  auth: 'staff',
  touches: 'shop',
  limit: 'staffWrite',
  permission: 'catalog.edit',
  name: 'createProductRun',
  method: 'POST',
  path: '/v1/admin/product-runs',
  summary:
    'Starts a job that makes one change to many products, either given by sku or matched by a filter. Publishing, hiding and archiving need `catalog.publish` (OFF-19)',
  bodyBytes: 64 * 1024,
  idempotent: true,
  body: z.strictObject({
    verb: keysOf(productRunVerbs),
    /** The tag, the path of the category, the name of the brand, or the sku of the variant that is copied. */
    value: z.string().trim().max(200).optional(),
    /** The parts that are copied. */
    parts: z.array(keysOf(copyParts)).min(1).optional(),
    skus: z.array(sku).min(1).max(maxNamedProducts).optional(),
    filter: filter.optional(),
  }),
  answers: { 201: enveloped(run) },
  errors: ['FORBIDDEN'],
});

const params = z.strictObject({ id: z.uuid() });
const own = '/v1/admin/product-runs/{id}';
const reading = { slice, auth: 'staff', touches: 'nothing', permission: 'catalog.read' } as const;

export const getProductRun = endpoint({
  ...reading,
  limit: 'staffRead',
  name: 'getProductRun',
  method: 'GET',
  path: own,
  summary: 'Returns the progress of a run on products',
  params,
  answers: { 200: enveloped(run) },
  errors: ['NOT_FOUND'],
});

export const listProductRunRows = endpoint({
  ...reading,
  limit: 'staffRead',
  name: 'listProductRunRows',
  method: 'GET',
  path: `${own}/rows`,
  summary: 'Lists the products of a run with their results, a hundred at a time in their order',
  params,
  query: z.strictObject({
    outcome: emptyAsAbsent(keysOf(runOutcomes).optional()),
    /** The number of the last row of the page before. */
    after: emptyAsAbsent(z.coerce.number().int().min(0).max(2_000_000).optional()),
  }),
  answers: { 200: z.object({ status: z.int(), data: z.array(runRow), next: z.int().nullable() }) },
  errors: ['NOT_FOUND'],
});

export const getProductRunResults = endpoint({
  ...reading,
  limit: 'staffFile',
  file: 'text/csv',
  name: 'getProductRunResults',
  method: 'GET',
  path: `${own}/results`,
  summary: 'Returns all products of a run with their results, as CSV',
  params,
  answers: { 200: fileAnswer },
  errors: ['NOT_FOUND'],
});

const verb = {
  slice,
  auth: 'staff',
  touches: 'shop',
  limit: 'staffWrite',
  permission: 'catalog.edit',
  params,
} as const;

export const cancelProductRun = endpoint({
  ...verb,
  name: 'cancelProductRun',
  method: 'POST',
  path: `${own}/cancel`,
  summary: 'Stops a run; products that it has changed stay changed',
  idempotent: true,
  body: z.strictObject({}),
  answers: { 200: enveloped(run) },
  errors: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
});

export const retryProductRun = endpoint({
  ...verb,
  name: 'retryProductRun',
  method: 'POST',
  path: `${own}/retry`,
  summary: 'Retries the failed products of a run, in the name of the caller',
  idempotent: true,
  body: z.strictObject({}),
  answers: { 200: enveloped(run) },
  errors: ['NOT_FOUND', 'FORBIDDEN', 'TRANSITION_NOT_ALLOWED'],
});
