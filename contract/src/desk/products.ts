import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, civilDate, dateTime, enveloped } from '../shapes.ts';
import { detailOf, keysOf, reason, version } from './changes.ts';
import { productCodes } from './entities/product-codes.ts';
import { typedSchema } from './entity-calls.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { productList, productStates } from './lists/products.ts';
import {
  attributeFields,
  maxAttributes,
  maxPictures,
  pictureLabelField,
  pictureMaxBytes,
  planFields,
  productFields,
  skuForm,
  skuMaxLength,
} from './product-fields.ts';
import { pathName, productSku } from './product-shapes.ts';

const slice = 'products';
const state = keysOf(productStates);

const row = z.object({
  sku: z.string(),
  title: z.string(),
  picture: z.string().nullable(),
  brand: z.string(),
  category: z.string(),
  /** The `parentSku` of its family. Null if the product has no variants. */
  family: z.string().nullable(),
  /** The price outside flash sales. Null if the product has no price. */
  price: amount.nullable(),
  regularPrice: amount.nullable(),
  /** Salable units. Null for a product without stock, such as a service. */
  stock: z.int().nullable(),
  state,
  /** The next planned move. Null if no move is planned. */
  plan: z.object({ state, at: dateTime }).nullable(),
  createdAt: dateTime,
});

export const listDeskProducts = { ...listEndpoint('listDeskProducts', productList, row), touches: 'nothing' } as const;
export const exportProducts = { ...exportEndpoint('exportProducts', productList), touches: 'nothing' } as const;

const attribute = z.object({ code: z.string(), label: z.string(), value: z.string(), unit: z.string().nullable() });

/** An attribute of a category's products. The category or a parent declares it (PROD-07). */
const declaredAttribute = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(['text', 'number', 'flag', 'choice']),
  /** The unit of a number. Empty if the number has no unit. */
  unit: z.string(),
  /** The values of a choice. */
  choices: z.array(z.string()),
  isRequired: z.boolean(),
});
export type DeclaredAttribute = z.infer<typeof declaredAttribute>;

/** A planned move: on sale, off sale, into the archive (PROD-01). */
const plan = z.object({ id: z.string(), state, at: dateTime, by: z.string() });

const picture = z.object({
  key: z.string(),
  url: z.string(),
  label: z.string(),
  width: z.int(),
  height: z.int(),
});

const product = detailOf({
  sku: z.string(),
  state,
  kind: z.enum(['goods', 'service', 'gift_card']),
  title: z.string(),
  brand: z.string(),
  category: z.string(),
  /** "Audio › Bocinas". */
  categoryTitle: z.string(),
  slug: z.string(),
  parentSku: z.string().nullable(),
  tags: z.string().nullable(),
  regularPrice: amount.nullable(),
  salesPrice: amount.nullable(),
  discountEndsAt: dateTime.nullable(),
  description: z.string(),
  attributes: z.array(attribute),
  isPresale: z.boolean(),
  presaleDate: civilDate.nullable(),
  isDropshipping: z.boolean(),
  isRestricted: z.boolean(),
  isMotorcycle: z.boolean(),
  seller: z.string(),
  sellerTitle: z.string(),
  offerId: z.string().nullable(),
  isListed: z.boolean(),
  eventUrl: z.string().nullable(),
  pictures: z.array(picture),
  /** Counts the changes of its pictures. */
  picturesVersion: z.int(),
  /** Bar codes and other codes that a scan may read. */
  codes: z.array(z.string()),
  stock: z.int().nullable(),
  /** The faults of the product. `isBlocking`: the product cannot be on sale with this fault (PROD-03). */
  faults: z.array(z.object({ field: z.string(), text: z.string(), isBlocking: z.boolean() })),
  /** Planned moves, the next first. */
  plans: z.array(plan),
  createdAt: dateTime,
  updatedAt: dateTime,
});
export type DeskProduct = z.infer<typeof product>['data'];

const params = z.strictObject({ sku: productSku });
const own = '/v1/admin/products/{sku}';
const verb = <const V extends string>(name: V) => `${own}/${name}` as const;

const writing = { slice, auth: 'staff', touches: 'shop', limit: 'staffWrite' } as const;
const changing = { ...writing, params } as const;

/** Returns the schema of a field in a body, with the same rule as the form. */
const sent = <N extends keyof typeof productFields>(name: N) => typedSchema(productFields[name]);

const text = (name: keyof typeof productFields) => sent(name) as z.ZodType<string, string>;
const textOrNull = (name: keyof typeof productFields) => sent(name) as z.ZodType<string | null, string | null>;
const moneyOrNull = (name: 'regularPrice' | 'salesPrice') => sent(name) as z.ZodType<number | null, number | null>;
const flag = (name: keyof typeof productFields) => sent(name) as z.ZodType<boolean, boolean>;

const sentAttribute = z.strictObject({
  label: typedSchema(attributeFields.label) as z.ZodType<string, string>,
  value: typedSchema(attributeFields.value) as z.ZodType<string, string>,
  unit: (typedSchema(attributeFields.unit) as z.ZodType<string | null, string | null>).default(null),
});

const changes = {
  title: text('title'),
  brand: text('brand'),
  category: text('category'),
  /** Null if the server makes the address from the title. */
  slug: textOrNull('slug'),
  parentSku: textOrNull('parentSku'),
  tags: textOrNull('tags'),
  regularPrice: moneyOrNull('regularPrice'),
  salesPrice: moneyOrNull('salesPrice'),
  discountEndsAt: textOrNull('discountEndsAt'),
  description: text('description'),
  attributes: z.array(sentAttribute).max(maxAttributes),
  isPresale: flag('isPresale'),
  presaleDate: textOrNull('presaleDate'),
  isDropshipping: flag('isDropshipping'),
  isRestricted: flag('isRestricted'),
  isMotorcycle: flag('isMotorcycle'),
  seller: text('seller'),
  offerId: textOrNull('offerId'),
  isListed: flag('isListed'),
  eventUrl: textOrNull('eventUrl'),
};

const sku = z
  .string()
  .trim()
  .min(1)
  .max(skuMaxLength)
  .regex(skuForm.pattern, { error: `Escribe ${skuForm.words}.` });

export const getDeskProduct = endpoint({
  slice,
  auth: 'staff',
  touches: 'nothing',
  limit: 'staffRead',
  permission: 'catalog.read',
  name: 'getDeskProduct',
  method: 'GET',
  path: own,
  summary: 'Returns a product with all editable fields, and the list of missing data',
  params,
  answers: { 200: product },
  errors: ['NOT_FOUND'],
});

export const listProductAttributes = endpoint({
  slice,
  auth: 'staff',
  touches: 'nothing',
  limit: 'staffRead',
  permission: 'catalog.read',
  name: 'listProductAttributes',
  method: 'GET',
  path: '/v1/admin/product-attributes',
  summary:
    'Lists attributes that a category declares, in their order, and characteristics that its products have, the most frequent first (PROD-07)',
  query: z.strictObject({ category: pathName(200) }),
  answers: {
    200: enveloped(
      z.object({
        declared: z.array(declaredAttribute),
        usual: z.array(z.object({ label: z.string(), unit: z.string().nullable() })),
      }),
    ),
  },
  errors: [],
});

export const getPreviewLink = endpoint({
  slice,
  auth: 'staff',
  touches: 'nothing',
  limit: 'staffRead',
  permission: 'catalog.edit',
  name: 'getPreviewLink',
  method: 'GET',
  path: verb('preview'),
  summary: 'Creates an address that shows a product before its publication, for 24 hours (PROD-04)',
  params,
  answers: { 200: enveloped(z.object({ path: z.string(), expiresAt: dateTime })) },
  errors: ['NOT_FOUND'],
});

export const createProduct = endpoint({
  ...writing,
  permission: 'catalog.edit',
  name: 'createProduct',
  method: 'POST',
  path: '/v1/admin/products',
  summary:
    'Creates a product that is not yet on sale. The shop assigns a code if none is given (PROD-27). A price needs `prices.edit`',
  body: z.strictObject({
    title: changes.title,
    brand: changes.brand,
    category: changes.category,
    regularPrice: changes.regularPrice.optional(),
    sku: sku.optional(),
    /** A scanned code without a product. It becomes the new product's code (PROD-27). */
    code: (typedSchema(productCodes.fields.code) as z.ZodType<string, string>).optional(),
    kind: z.enum(['goods', 'service', 'gift_card']).default('goods'),
  }),
  answers: { 201: product },
  errors: ['IN_USE', 'FORBIDDEN'],
});

export const duplicateProduct = endpoint({
  ...changing,
  permission: 'catalog.edit',
  name: 'duplicateProduct',
  method: 'POST',
  path: verb('duplicate'),
  summary: 'Creates a product with the texts, pictures and category of another one, not yet on sale (PROD-27)',
  body: z.strictObject({ title: changes.title.optional(), sku: sku.optional() }),
  answers: { 201: product },
  errors: ['NOT_FOUND', 'IN_USE'],
});

const changeErrors = ['NOT_FOUND', 'VERSION_CONFLICT', 'PRODUCT_NOT_READY'] as const;

export const changeProduct = endpoint({
  ...changing,
  permission: 'catalog.edit',
  name: 'changeProduct',
  method: 'PATCH',
  path: own,
  summary:
    'Changes some fields of a product. One on sale must stay complete (PROD-03). Prices need `prices.edit`, and a change above 40 % or to below the cost a `reason` (PROD-10)',
  body: z.strictObject({ version, reason: reason.optional(), ...z.strictObject(changes).partial().shape }),
  answers: { 200: product },
  errors: [...changeErrors, 'IN_USE', 'FORBIDDEN'],
});

export const publishProduct = endpoint({
  ...changing,
  permission: 'catalog.publish',
  name: 'publishProduct',
  method: 'POST',
  path: verb('publish'),
  summary: 'Puts a product on sale, if no required data is missing (PROD-01, PROD-03)',
  body: z.strictObject({ version }),
  answers: { 200: product },
  errors: changeErrors,
});

export const unpublishProduct = endpoint({
  ...changing,
  permission: 'catalog.publish',
  name: 'unpublishProduct',
  method: 'POST',
  path: verb('unpublish'),
  summary: 'Takes a product off sale, or out of the archive. The product is then a draft',
  body: z.strictObject({ version }),
  answers: { 200: product },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
});

export const archiveProduct = endpoint({
  ...changing,
  permission: 'catalog.publish',
  name: 'archiveProduct',
  method: 'POST',
  path: verb('archive'),
  summary: 'Archives a product, which is then off sale for good. Orders and reports keep it',
  body: z.strictObject({ version }),
  answers: { 200: product },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
});

export const planProduct = endpoint({
  ...changing,
  permission: 'catalog.publish',
  name: 'planProduct',
  method: 'POST',
  path: verb('plan'),
  summary:
    'Plans a publication, or its end. The plan takes effect within 60 s after its time and never before (PROD-01)',
  body: z.strictObject({ state, at: typedSchema(planFields.at) as z.ZodType<string, string> }),
  answers: { 200: product },
  errors: ['NOT_FOUND', 'IN_USE'],
});

export const cancelProductPlan = endpoint({
  ...changing,
  permission: 'catalog.publish',
  name: 'cancelProductPlan',
  method: 'POST',
  path: verb('unplan'),
  summary: 'Cancels a planned move that has not taken effect yet (PROD-01)',
  body: z.strictObject({ planId: z.string().regex(/^\d{1,18}$/) }),
  answers: { 200: product },
  errors: ['NOT_FOUND'],
});

export const addProductPicture = endpoint({
  ...changing,
  permission: 'catalog.edit',
  name: 'addProductPicture',
  method: 'POST',
  path: verb('pictures'),
  summary: 'Adds a picture at the end: JPEG, PNG or WebP by its content, of at least 600 pixels (PROD-06)',
  form: { files: 'pictures', most: 1, maxBytes: pictureMaxBytes },
  body: z.strictObject({ pictures: z.array(z.file().max(pictureMaxBytes)).max(1).default([]) }),
  answers: { 200: product },
  errors: ['NOT_FOUND', 'PICTURE_INVALID', 'PICTURE_LIMIT', 'IN_USE', 'UPLOAD_TOO_SLOW'],
});

export const changeProductPictures = endpoint({
  ...changing,
  permission: 'catalog.edit',
  name: 'changeProductPictures',
  method: 'PATCH',
  path: verb('pictures'),
  summary:
    'Sets the order and the texts of the pictures. Omitted pictures are removed. `version` is the version of the pictures (PROD-06)',
  body: z.strictObject({
    version,
    pictures: z
      .array(
        z.strictObject({
          key: z.string().regex(/^[0-9a-f]{32}$/),
          label: typedSchema(pictureLabelField) as z.ZodType<string, string>,
        }),
      )
      .max(maxPictures),
  }),
  answers: { 200: product },
  errors: changeErrors,
});
