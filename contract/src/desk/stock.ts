import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, enveloped } from '../shapes.ts';
import { maxUnits, type StockReason, stockFields, stockReasons, unitsFault } from './stock-fields.ts';

const reasons = Object.keys(stockReasons) as [StockReason, ...StockReason[]];

const place = z.object({
  storeCode: z.string(),
  name: z.string(),
  /** Units that may be sold. */
  salable: z.int(),
  /** Units that orders have claimed here and that have not left yet. */
  claimed: z.int(),
});

const movement = z.object({
  id: z.string(),
  at: dateTime,
  storeName: z.string(),
  units: z.int(),
  /** A key of `movementWords`. */
  cause: z.string(),
  orderNumber: z.string().nullable(),
});

export const productStock = enveloped(
  z.object({
    /** False for services and virtual gift cards, which have no stock. */
    hasStock: z.boolean(),
    places: z.array(place),
    /** The last 20 movements, newest first. */
    movements: z.array(movement),
    /** The places where this person may change stock. */
    mayMove: z.array(z.string()),
  }),
);

const params = z.strictObject({ sku: z.string().trim().min(1).max(64) });
const shared = { slice: 'stock', auth: 'staff', touches: 'places' } as const;

export const getProductStock = endpoint({
  ...shared,
  name: 'getProductStock',
  permission: ['stock.read', 'stock.move'],
  limit: 'staffRead',
  method: 'GET',
  path: '/v1/admin/products/{sku}/stock',
  summary: 'Returns the units of a product at each place, and its last movements (PROD-18, PROD-19)',
  params,
  answers: { 200: productStock },
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
      storeCode: z.string().trim().min(1).max(20),
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
