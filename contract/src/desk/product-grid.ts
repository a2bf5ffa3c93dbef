import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime, emptyAsAbsent, enveloped } from '../shapes.ts';
import { keysOf, reason, version } from './changes.ts';
import { typedSchema } from './entity-calls.ts';
import { productStates } from './lists/products.ts';
import { skuMaxLength } from './product-fields.ts';
import { gridFields, maxGridPage, maxGridRows } from './product-grid-fields.ts';
import { productSku, rowResult } from './product-shapes.ts';

const slice = 'product-grid';

const place = z.string().trim().min(1).max(32);

const row = z.object({
  sku: z.string(),
  title: z.string(),
  regularPrice: amount.nullable(),
  salesPrice: amount.nullable(),
  /** The grid does not set it, but doubts about an offer depend on it (PRICE-05). */
  discountEndsAt: dateTime.nullable(),
  /** Salable units. Null if the product has no stock, for example a service. */
  stock: z.int().nullable(),
  /** The shelf at the requested place. Null if the product has no shelf there. */
  shelf: z.string().nullable(),
  state: keysOf(productStates),
  version,
});
export type GridRow = z.infer<typeof row>;

/** A text with one sku per line, because a sku may contain any other separator. */
const skus = z
  .string()
  .max(maxGridPage * (skuMaxLength + 1))
  .transform((text) => text.split('\n').filter((line) => line !== ''))
  .pipe(z.array(productSku).min(1).max(maxGridPage));

const path = '/v1/admin/product-grid';

export const getProductGrid = endpoint({
  slice,
  auth: 'staff',
  touches: 'nothing',
  limit: 'staffRead',
  permission: 'catalog.read',
  name: 'getProductGrid',
  method: 'GET',
  path,
  summary: 'Returns products with their shelves at a place, for the grid: at most 100, one sku a line (PROD-26)',
  query: z.strictObject({ skus, place: emptyAsAbsent(place.optional()) }),
  answers: { 200: enveloped(z.array(row)) },
  errors: [],
});

export type GridResult = z.infer<typeof rowResult>;

const shelf = typedSchema(gridFields.shelf) as z.ZodType<string | null, string | null>;
const price = (name: 'regularPrice' | 'salesPrice') =>
  typedSchema(gridFields[name]) as z.ZodType<number | null, number | null>;

export const changeProductGrid = endpoint({
  slice,
  auth: 'staff',
  touches: 'shop',
  limit: 'staffWrite',
  permission: ['catalog.edit', 'catalog.publish', 'stock.move'],
  name: 'changeProductGrid',
  method: 'PATCH',
  path,
  summary:
    'Changes up to 500 products in one run, with a result for each. Refused rows are not changed; the other rows are saved (PROD-26)',
  bodyBytes: 256 * 1024,
  idempotent: true,
  body: z.strictObject({
    /** The place of the shelves. */
    place: place.optional(),
    rows: z
      .array(
        z.strictObject({
          sku: productSku,
          version,
          regularPrice: price('regularPrice').optional(),
          salesPrice: price('salesPrice').optional(),
          isPublished: z.boolean().optional(),
          /** The shelf that the person saw, and the new one. */
          shelf: z.strictObject({ from: shelf, to: shelf }).optional(),
        }),
      )
      .min(1)
      .max(maxGridRows),
    /** The reason of large changes of prices (PROD-10). */
    reason: reason.optional(),
  }),
  answers: {
    200: enveloped(
      z.object({
        /** The run, with the result of each row. Null if nothing changed. */
        run: z.uuid().nullable(),
        rows: z.array(row),
        results: z.array(rowResult),
      }),
    ),
  },
  errors: ['FORBIDDEN', 'STORE_NOT_FOUND'],
});
