import { tagLooks } from '@ceiba/domain/catalog/tags';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enveloped } from '../shapes.ts';
import { categoryFields, maxTags, tagIconWords, tagText } from './category-fields.ts';
import { detailOf, idParams, keysOf, version } from './changes.ts';
import { type Field, faultOf } from './fields.ts';
import { exportEndpoint, listEndpoint } from './list-calls.ts';
import { categoryList, categoryStates } from './lists/categories.ts';

export { maxLevels } from './category-fields.ts';

/** Returns the schema of a field in a body, with the message of its form. */
const typed = <F extends Field>(field: F) =>
  z
    .string()
    .overwrite((text) => text.trim())
    .superRefine((value, context) => {
      const message = faultOf(field, value);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });

const looks = keysOf(tagLooks);
const icons = keysOf(tagIconWords);
const states = keysOf(categoryStates);

const tag = z.strictObject({ text: typed(tagText), look: looks, icon: icons });
/** A stored tag may have an icon that the desk does not offer. */
const answeredTag = z.object({ text: z.string(), look: looks, icon: z.string() });

const categoryId = z.string().regex(/^\d{1,9}$/, { error: 'Elige una categoría de la lista.' });

const row = {
  id: z.string(),
  parentId: z.string().nullable(),
  path: z.string(),
  title: z.string(),
  level: z.int(),
  /** The place among the categories with the same parent, from 1. */
  position: z.int(),
  state: states,
  /** Products in the category, without those of its subcategories. */
  products: z.int(),
};

/** An attribute of a category's products. The category or a parent declares it. */
const heldAttribute = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  type: z.string(),
  unit: z.string(),
  choices: z.array(z.string()),
  isRequired: z.boolean(),
  isFilterable: z.boolean(),
  /** The category that declares it. */
  from: z.object({ id: z.string(), title: z.string() }),
});

export const categoryDetail = detailOf({
  ...row,
  slug: z.string(),
  description: z.string(),
  needsSerial: z.boolean(),
  pictureUrl: z.string().nullable(),
  tags: z.array(answeredTag),
  guideTitle: z.string(),
  guideUrl: z.string(),
  /** Titles from the root to its parent. */
  above: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Products in the category and all its subcategories, up to 10,001. */
  productsBelow: z.int(),
  children: z.int(),
  /** The address to which a retired category redirects. The default is its parent's address. */
  replacement: z.string().nullable(),
  attributes: z.array(heldAttribute),
});
export type CategoryDetail = z.infer<typeof categoryDetail>['data'];

const reading = {
  slice: 'categories',
  auth: 'staff',
  limit: 'staffRead',
  permission: 'catalog.read',
  touches: 'nothing',
} as const;
const editing = {
  slice: 'categories',
  auth: 'staff',
  limit: 'staffWrite',
  permission: 'catalog.edit',
  touches: 'shop',
} as const;

export const listCategoryTree = {
  ...listEndpoint('listCategoryTree', categoryList, z.object({ ...row, version })),
  touches: 'nothing',
} as const;
export const exportCategories = { ...exportEndpoint('exportCategories', categoryList), touches: 'nothing' } as const;

export const getCategory = endpoint({
  ...reading,
  name: 'getCategory',
  method: 'GET',
  path: '/v1/admin/categories/{id}',
  summary: 'Returns a category with its texts, picture and tags, and the attributes of its products',
  params: idParams,
  answers: { 200: categoryDetail },
  errors: ['NOT_FOUND'],
});

export const createCategory = endpoint({
  ...editing,
  name: 'createCategory',
  method: 'POST',
  path: '/v1/admin/categories',
  summary: 'Creates a category as the last one below its parent (PROD-08)',
  idempotent: true,
  body: z.strictObject({
    title: typed(categoryFields.title),
    parentId: categoryId.nullable().default(null),
    slug: typed(categoryFields.slug).optional(),
    description: typed(categoryFields.description).optional(),
    state: z.enum(['visible', 'hidden']).optional(),
  }),
  answers: { 201: categoryDetail },
  errors: ['IN_USE'],
});

export const changeCategory = endpoint({
  ...editing,
  name: 'changeCategory',
  method: 'PATCH',
  path: '/v1/admin/categories/{id}',
  summary: 'Changes some fields of a category; its former address leads to the new one (PROD-05, PROD-08)',
  idempotent: true,
  params: idParams,
  body: z.strictObject({
    version,
    title: typed(categoryFields.title).optional(),
    slug: typed(categoryFields.slug).optional(),
    state: states.optional(),
    description: typed(categoryFields.description).optional(),
    needsSerial: z.boolean().optional(),
    guideTitle: typed(categoryFields.guideTitle).optional(),
    guideUrl: typed(categoryFields.guideUrl).optional(),
    tags: z.array(tag).max(maxTags).optional(),
  }),
  answers: { 200: categoryDetail },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE'],
});

export const moveCategory = endpoint({
  ...editing,
  name: 'moveCategory',
  method: 'POST',
  path: '/v1/admin/categories/{id}/move',
  summary:
    'Moves a category and its subcategories under another parent, or before a category of that parent. A `beforeId` of null means last (PROD-08)',
  idempotent: true,
  params: idParams,
  body: z.strictObject({
    version,
    parentId: categoryId.nullable(),
    beforeId: categoryId.nullable().default(null),
  }),
  answers: { 200: categoryDetail },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE'],
});

export const removeCategory = endpoint({
  ...editing,
  name: 'removeCategory',
  method: 'POST',
  path: '/v1/admin/categories/{id}/remove',
  summary: 'Deletes a category that has no products and no categories below it (PROD-08)',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ version }),
  answers: { 200: categoryDetail },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'IN_USE'],
});

/** Maximum size of a category's picture, in bytes (PROD-06). */
export const pictureMaxBytes = 15_000_000;

export const setCategoryPicture = endpoint({
  ...editing,
  name: 'setCategoryPicture',
  method: 'POST',
  path: '/v1/admin/categories/{id}/picture',
  summary:
    'Sets the picture of a category: JPEG, PNG or WebP of 600 pixels or more; without a file, removes it (PROD-08)',
  params: idParams,
  // The version that the person saw (OFF-21), sent with a body of files.
  query: z.strictObject({ version: z.coerce.number().pipe(version) }),
  form: { files: 'pictures', most: 1, maxBytes: pictureMaxBytes },
  body: z.strictObject({ pictures: z.array(z.file().max(pictureMaxBytes)).max(1).default([]) }),
  answers: { 200: categoryDetail },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT', 'UPLOAD_TOO_SLOW'],
});

export const createStandardCategories = endpoint({
  ...editing,
  name: 'createStandardCategories',
  method: 'POST',
  path: '/v1/admin/categories/standard',
  summary: 'Creates the standard tree of an electronics store, while the shop has no categories',
  idempotent: true,
  body: z.strictObject({}),
  answers: { 201: enveloped(z.object({ created: z.int() })) },
  errors: ['IN_USE'],
});
