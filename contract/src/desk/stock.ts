import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, emptyAsAbsent, enveloped } from '../shapes.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { lowStockList } from './lists/low-stock.ts';
import { stockMovementList } from './lists/stock-movements.ts';
import { maxUnits, type StockReason, stockFields, stockReasons, unitsFault } from './stock-fields.ts';

const reasons = Object.keys(stockReasons) as [StockReason, ...StockReason[]];

const place = z.object({
  storeCode: z.string(),
  name: z.string(),
  /** Units at the place: those to sell, and those that orders have claimed, without presale units that have not come. */
  onHand: z.int(),
  /** Units that may be sold. */
  salable: z.int(),
  /** Units that orders have claimed here and that have not left yet. */
  claimed: z.int(),
  /** Units that a transfer brings to this place. The units cannot be sold yet. */
  inTransit: z.int(),
  /** Presale units that are sold here, and have not come yet (WORK-32). They are part of `salable` and `claimed`. */
  presale: z.int(),
  /** Units that suppliers still have to bring to this place. Nobody can sell them yet (BUY-06). */
  onOrder: z.int(),
});

const movement = z.object({
  id: z.string(),
  at: dateTime,
  storeCode: z.string(),
  storeName: z.string(),
  units: z.int(),
  /** Units to sell at the place after this movement. */
  level: z.int(),
  /** A key of `movementWords`. */
  cause: z.string(),
  orderNumber: z.string().nullable(),
  /** The document that moved the units: T-12, K-3, P-5, D-100080, or the document of received goods. */
  document: z.string().nullable(),
  /** The person of the desk who moved the units. */
  by: z.string().nullable(),
});

export const productStock = enveloped(
  z.object({
    sku: z.string(),
    title: z.string(),
    /** False for services and virtual gift cards, which have no stock. */
    hasStock: z.boolean(),
    places: z.array(place),
    /**
     * The number of units at which the product is about to run out, and whether the product or its category sets it.
     * Null if neither sets it.
     */
    threshold: z.object({ units: z.int(), of: z.enum(['product', 'category']) }).nullable(),
    /** The last 20 movements, newest first. */
    movements: z.array(movement),
    /** The places where this person may change stock. */
    mayMove: z.array(z.string()),
  }),
);

const params = z.strictObject({ sku: z.string().trim().min(1).max(64) });
const storeCode = z.string().trim().min(1).max(20);
const shared = { slice: 'stock', auth: 'staff', touches: 'places' } as const;
const reading = { ...shared, permission: ['stock.read', 'stock.move'], limit: 'staffRead', method: 'GET' } as const;

export const getProductStock = endpoint({
  ...reading,
  name: 'getProductStock',
  path: '/v1/admin/products/{sku}/stock',
  summary:
    'Returns the units of a product, named by its SKU or a code, at each place, and its last movements (PROD-19)',
  params,
  answers: { 200: productStock },
  errors: ['NOT_FOUND'],
});

export const listProductMovements = endpoint({
  ...reading,
  name: 'listProductMovements',
  path: '/v1/admin/products/{sku}/movements',
  summary: 'Returns the movements of a product with their causes, newest first, also of one place (BUY-10)',
  params,
  query: z.strictObject({
    storeCode: emptyAsAbsent(storeCode.optional()),
    /** The id of the last movement of the page before. */
    before: emptyAsAbsent(
      z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    ),
  }),
  answers: { 200: z.object({ status: z.int(), data: z.array(movement), next: z.string().nullable() }) },
  errors: ['NOT_FOUND'],
});

export const moveProductStock = endpoint({
  ...shared,
  name: 'moveProductStock',
  permission: 'stock.move',
  limit: 'staffWrite',
  method: 'POST',
  path: '/v1/admin/products/{sku}/stock',
  summary: 'Adds or removes units of a product at a place, with a reason (PROD-18)',
  idempotent: true,
  params,
  body: z
    .strictObject({
      storeCode,
      units: z.int().min(-maxUnits).max(maxUnits),
      reason: z.enum(reasons),
      note: z.string().trim().max(stockFields.note.max).nullable().default(null),
    })
    .superRefine(({ units, reason }, context) => {
      const message = unitsFault(units, reason);
      if (message !== null) context.addIssue({ code: 'custom', message, path: ['units'] });
    }),
  answers: { 200: productStock },
  errors: ['NOT_FOUND', 'STORE_NOT_FOUND', 'STOCK_WOULD_BE_NEGATIVE'],
});

const lowStockRows = listEndpoint(
  'listLowStock',
  lowStockList,
  z.object({
    sku: z.string(),
    title: z.string(),
    supply: z.enum(['out', 'low']),
    salable: z.int(),
    threshold: z.int(),
    inTransit: z.int(),
    category: z.string(),
  }),
);
export const listLowStock = { ...lowStockRows, touches: 'nothing' } as const;
export const exportLowStock = { ...exportEndpoint('exportLowStock', lowStockList), touches: 'nothing' } as const;

/** All stock movements of the person's places (BUY-10). */
export const exportStockMovements = exportEndpoint('exportStockMovements', stockMovementList);

const thresholds = { ...shared, touches: 'shop', permission: ['catalog.edit', 'stock.move'] } as const;
const thresholdUnits = z.int().min(0).max(maxUnits).nullable();

export const setProductThreshold = endpoint({
  ...thresholds,
  name: 'setProductThreshold',
  limit: 'staffWrite',
  method: 'POST',
  path: '/v1/admin/products/{sku}/threshold',
  summary:
    'Sets the number of units at which a product is about to run out. With null, the number of its category applies (PROD-19)',
  params,
  body: z.strictObject({ units: thresholdUnits }),
  answers: { 200: enveloped(z.object({ units: z.int().nullable() })) },
  errors: ['NOT_FOUND'],
});

const categoryThresholds = enveloped(z.array(z.object({ categoryId: z.int(), title: z.string(), units: z.int() })));

export const listCategoryThresholds = endpoint({
  ...thresholds,
  touches: 'nothing',
  name: 'listCategoryThresholds',
  limit: 'staffRead',
  method: 'GET',
  path: '/v1/admin/category-thresholds',
  summary: 'Lists the categories with a number of units at which their products are about to run out',
  answers: { 200: categoryThresholds },
  errors: [],
});

export const setCategoryThreshold = endpoint({
  ...thresholds,
  name: 'setCategoryThreshold',
  limit: 'staffWrite',
  method: 'POST',
  path: '/v1/admin/category-thresholds',
  summary:
    'Sets the number of units at which products of a category are about to run out. Null removes the number (PROD-19)',
  body: z.strictObject({ categoryId: z.int().min(1).max(2_147_483_647), units: thresholdUnits }),
  answers: { 200: categoryThresholds },
  errors: ['NOT_FOUND'],
});
