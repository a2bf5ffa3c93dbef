import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, commaList, dateTime, enveloped } from '../shapes.ts';
import { keysOf, reason, version } from './changes.ts';
import { typedSchema } from './entity-calls.ts';
import { copyParts, maxVariants, newVariantFields, variantFields } from './family-fields.ts';
import { productStates } from './lists/products.ts';
import { productSku, rowResult } from './product-shapes.ts';

const slice = 'products';

const variant = z.object({
  sku: z.string(),
  title: z.string(),
  picture: z.string().nullable(),
  label: z.string(),
  regularPrice: amount.nullable(),
  salesPrice: amount.nullable(),
  /** The grid cannot change it, but doubts about an offer depend on it (PRICE-05). */
  discountEndsAt: dateTime.nullable(),
  /** Bar codes, in their order. */
  codes: z.array(z.string()),
  /** Salable units. Null for a product without stock. */
  stock: z.int().nullable(),
  state: keysOf(productStates),
  version,
});
export type Variant = z.infer<typeof variant>;

/** The products of one `parentSku`, the oldest first. `total` may exceed the 200 that are listed. */
const family = z.object({ parentSku: z.string(), total: z.int(), variants: z.array(variant) });
export type Family = z.infer<typeof family>;

export type VariantResult = z.infer<typeof rowResult>;

const params = z.strictObject({ parentSku: productSku });
const path = '/v1/admin/product-families/{parentSku}';

const textOf = (field: Parameters<typeof typedSchema>[0]) => typedSchema(field) as z.ZodType<string, string>;
const priceOf = (field: Parameters<typeof typedSchema>[0]) =>
  typedSchema(field) as z.ZodType<number | null, number | null>;
const codes = z.array(textOf(variantFields.code)).max(30);

export const getProductFamily = endpoint({
  slice,
  auth: 'staff',
  touches: 'nothing',
  permission: 'catalog.read',
  limit: 'staffRead',
  name: 'getProductFamily',
  method: 'GET',
  path,
  summary: 'Returns the variants of a family, at most 200 (PROD-25)',
  params,
  answers: { 200: enveloped(family) },
  errors: ['NOT_FOUND'],
});

export const changeProductFamily = endpoint({
  slice,
  auth: 'staff',
  touches: 'shop',
  limit: 'staffWrite',
  permission: ['catalog.edit', 'catalog.publish'],
  name: 'changeProductFamily',
  method: 'PATCH',
  path,
  summary:
    'Changes variants of a family and returns a result for each. Refused rows are not changed; the other rows are saved (PROD-25)',
  bodyBytes: 256 * 1024,
  idempotent: true,
  params,
  body: z.strictObject({
    variants: z
      .array(
        z.strictObject({
          sku: productSku,
          version,
          label: textOf(variantFields.label).optional(),
          regularPrice: priceOf(variantFields.regularPrice).optional(),
          salesPrice: priceOf(variantFields.salesPrice).optional(),
          addCodes: codes.optional(),
          removeCodes: codes.optional(),
          isPublished: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(maxVariants),
    /** The reason for large changes of prices (PROD-10). */
    reason: reason.optional(),
  }),
  answers: { 200: enveloped(z.object({ family, results: z.array(rowResult) })) },
  errors: ['NOT_FOUND', 'FORBIDDEN', 'IN_USE'],
});

const ofProduct = z.strictObject({ sku: productSku });

export const addVariants = endpoint({
  slice,
  auth: 'staff',
  touches: 'shop',
  limit: 'staffWrite',
  permission: 'catalog.edit',
  name: 'addVariants',
  method: 'POST',
  path: '/v1/admin/products/{sku}/variants',
  summary:
    'Adds variants to the family of a product, as drafts with its texts, pictures and price. If the product has no family, creates one (PROD-25)',
  idempotent: true,
  params: ofProduct,
  body: z.strictObject({
    variants: z
      .array(
        z.strictObject({
          label: textOf(newVariantFields.label),
          sku: (typedSchema(newVariantFields.sku) as z.ZodType<string | null, string | null>).default(null),
        }),
      )
      .min(1)
      .max(maxVariants),
  }),
  answers: { 201: enveloped(family) },
  errors: ['NOT_FOUND', 'IN_USE'],
});

export const previewFamilyCopy = endpoint({
  slice,
  auth: 'staff',
  touches: 'nothing',
  permission: 'catalog.read',
  limit: 'staffRead',
  name: 'previewFamilyCopy',
  method: 'GET',
  path: '/v1/admin/products/{sku}/copy-preview',
  summary:
    'Returns the changes that copying parts of a product would make in each other variant of its family (PROD-25)',
  params: ofProduct,
  query: z.strictObject({
    /** `description,pictures`. */
    parts: commaList.pipe(z.array(keysOf(copyParts)).min(1)),
  }),
  answers: {
    200: enveloped(
      z.array(
        z.object({
          sku: z.string(),
          label: z.string(),
          /** Short texts for people. Empty if the variant already has these values. */
          changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
        }),
      ),
    ),
  },
  errors: ['NOT_FOUND'],
});
