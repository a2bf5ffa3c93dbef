import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime } from '../shapes.ts';
import { detailOf, keysOf, reason, scanId, version } from './changes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { countScopes, countStates, stockCountList } from './lists/stock-counts.ts';

/** Products of a count by list, at most. */
export const maxCountList = 500;
/** Lines that one answer shows, at most. */
export const maxCountLines = 500;
/** Units of one scan, at most: a whole box may be typed. */
export const maxScanUnits = 9_999;

const row = {
  /** K-12 */
  number: z.string(),
  state: keysOf(countStates),
  storeName: z.string(),
  scope: keysOf(countScopes),
  /** The shelf or the category. Empty for a whole place or a list. */
  scopeName: z.string(),
  createdAt: dateTime,
};
export const listStockCounts = listEndpoint('listStockCounts', stockCountList, z.object(row));
export const exportStockCounts = exportEndpoint('exportStockCounts', stockCountList);

const countLine = z.object({
  sku: z.string(),
  title: z.string(),
  shelf: z.string().nullable(),
  /** Units of all counters in this round. Null if the product was not counted yet. */
  counted: z.int().nullable(),
  /** Units that this person has counted in this round. */
  mine: z.int(),
  /**
   * False if this person made the first count, or ended its round without a scan of the product. Another person counts
   * the product again.
   */
  mayCount: z.boolean(),
  /**
   * The first count. This field and the following fields are null during counting and after a cancellation, because the
   * count is blind.
   */
  first: z.int().nullable(),
  /** The second count, which replaces the first. */
  second: z.int().nullable(),
  /** The recorded stock at the place, at the time of the final count. */
  booked: z.int().nullable(),
  /** The final count minus `booked`: units that the approval adds or removes. */
  difference: z.int().nullable(),
  /** `superseded`: a later count of this place was applied first, and the approval changed nothing. */
  outcome: z.enum(['counted', 'equal', 'superseded']).nullable(),
});

const stockCount = detailOf({
  ...row,
  storeCode: z.string(),
  createdBy: z.string(),
  endedAt: dateTime.nullable(),
  endedBy: z.string().nullable(),
  /** Number of products to count. */
  products: z.int(),
  counted: z.int(),
  counters: z.array(z.object({ name: z.string(), units: z.int() })),
  /**
   * During counting: the products that were counted last, then the other products in the order of their shelves.
   * Afterwards: the products with a difference.
   */
  lines: z.array(countLine),
});

const slice = 'stock-counts';
const shared = { slice, auth: 'staff', permission: 'stock.count', touches: 'places' } as const;
const changing = { ...shared, method: 'POST', limit: 'staffWrite', idempotent: true } as const;
const params = z.strictObject({ number: z.string().regex(/^K-\d{1,9}$/) });
const of = <const V extends string>(verb: V) => `/v1/admin/stock-counts/{number}/${verb}` as const;

export const createStockCount = endpoint({
  ...changing,
  name: 'createStockCount',
  path: '/v1/admin/stock-counts',
  summary: 'Starts a count of a place, a shelf, a category or a list of products (PROD-21)',
  body: z.strictObject({
    storeCode: z.string().trim().min(1).max(32),
    scope: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('place') }),
      z.strictObject({ kind: z.literal('shelf'), shelf: z.string().trim().min(1).max(20) }),
      z.strictObject({ kind: z.literal('category'), categoryId: z.int().min(1).max(2_147_483_647) }),
      z.strictObject({
        kind: z.literal('list'),
        skus: z.array(z.string().trim().min(1).max(64)).min(1).max(maxCountList),
      }),
    ]),
  }),
  answers: { 201: stockCount },
  errors: ['STORE_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'NOT_FOUND'],
});

export const getStockCount = endpoint({
  ...shared,
  method: 'GET',
  limit: 'staffRead',
  name: 'getStockCount',
  path: '/v1/admin/stock-counts/{number}',
  summary: 'Returns a count; levels of stock only after all products were counted, because it is blind (PROD-21)',
  params,
  answers: { 200: stockCount },
  errors: ['NOT_FOUND'],
});

export const scanStockCount = endpoint({
  ...shared,
  method: 'POST',
  limit: 'staffWrite',
  name: 'scanStockCount',
  path: of('scan'),
  summary: 'Adds counted units of a product. Zero means that there are no units. The same scanId counts once (OFF-24)',
  params,
  body: z.strictObject({
    scanId,
    code: z.string().trim().min(1).max(64),
    quantity: z.int().min(-maxScanUnits).max(maxScanUnits),
    /** The moment on the phone, as a scan may wait for a connection. The server moves it to between the start of the count and now. */
    scannedAt: dateTime.optional(),
  }),
  answers: {
    200: z.object({
      status: z.int(),
      data: z.object({ sku: z.string(), title: z.string(), counted: z.int(), mine: z.int() }),
    }),
  },
  errors: [
    'NOT_FOUND',
    'SCAN_UNKNOWN',
    'SCAN_WRONG',
    'APPROVAL_REQUIRED',
    'TRANSITION_NOT_ALLOWED',
    'VALIDATION_ERROR',
  ],
});

export const reviewStockCount = endpoint({
  ...changing,
  name: 'reviewStockCount',
  path: of('review'),
  summary:
    'Ends a round of a count. Products that differ from the recorded stock are counted again by another person (PROD-21)',
  params,
  body: z.strictObject({ version }),
  answers: { 200: stockCount },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});

export const approveStockCount = endpoint({
  ...changing,
  name: 'approveStockCount',
  path: of('approve'),
  summary: 'Applies the differences of a count to the stock. Units that were sold since the count stay sold (PROD-22)',
  params,
  body: z.strictObject({ version }),
  answers: { 200: stockCount },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED', 'STOCK_WOULD_BE_NEGATIVE'],
});

export const cancelStockCount = endpoint({
  ...changing,
  name: 'cancelStockCount',
  path: of('cancel'),
  summary: 'Ends a count without changing the stock',
  params,
  body: z.strictObject({ version, reason }),
  answers: { 200: stockCount },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'TRANSITION_NOT_ALLOWED'],
});
