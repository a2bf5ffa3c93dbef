import { z } from 'zod';
import { product, tag } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { commaList, dateTime } from './shapes.ts';

/** Pages identify a row by this name. Its title is only text. */
const homeRow = z.enum(['flash', 'best', 'new', 'presale']);
export type HomeRow = z.infer<typeof homeRow>;

export const banner = z.object({
  place: z.enum(['hero', 'promo', 'second_hero']),
  eyebrow: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.string(),
  linkLabel: z.string(),
  note: z.string(),
  image: z.string(),
  /** The crop for phones. Null if phones show `image`. */
  phoneImage: z.string().nullable(),
  alt: z.string(),
  tone: z.enum(['dark', 'light', 'crimson', 'jade', 'corn']),
});

export const getHome = endpoint({
  name: 'getHome',
  slice: 'content',
  method: 'GET',
  path: '/v1/home',
  summary: 'Banners and product rows of the home page (DEC-61)',
  auth: 'public',
  limit: 'read',
  answers: {
    200: z.object({
      banners: z.array(banner),
      rows: z.array(z.object({ name: homeRow, title: z.string(), products: z.array(product) })),
    }),
  },
  errors: [],
});

const ownBlocks = [
  z.strictObject({ kind: z.literal('title'), title: z.string() }),
  z.strictObject({ kind: z.literal('text'), title: z.string(), text: z.string() }),
  z.strictObject({
    kind: z.literal('list'),
    title: z.string(),
    items: z.array(z.strictObject({ text: z.string() })),
  }),
  z.strictObject({
    kind: z.literal('steps'),
    title: z.string(),
    steps: z.array(z.strictObject({ title: z.string(), text: z.string() })),
  }),
  z.strictObject({
    kind: z.literal('features'),
    title: z.string(),
    features: z.array(z.strictObject({ icon: z.string(), title: z.string(), text: z.string() })),
  }),
  z.strictObject({
    kind: z.literal('questions'),
    title: z.string(),
    questions: z.array(z.strictObject({ question: z.string(), answer: z.string() })),
  }),
  z.strictObject({ kind: z.literal('picture'), url: z.string(), label: z.string() }),
  z.strictObject({
    kind: z.literal('banner'),
    url: z.string(),
    label: z.string(),
    title: z.string(),
    text: z.string(),
    link: z.string(),
    linkLabel: z.string(),
  }),
] as const;

/** A block of a content page as stored: with the codes of products (PROD-14). */
export const storedBlock = z.discriminatedUnion('kind', [
  ...ownBlocks,
  z.strictObject({
    kind: z.literal('products'),
    title: z.string(),
    products: z.array(z.strictObject({ sku: z.string() })),
  }),
]);

/** A block of a content page. The storefront draws the blocks in order. */
export const contentBlock = z.discriminatedUnion('kind', [
  ...ownBlocks,
  z.object({ kind: z.literal('products'), title: z.string(), products: z.array(product) }),
]);
export type ContentBlock = z.infer<typeof contentBlock>;

export const categoryPage = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  categoryId: z.int().nullable(),
  blocks: z.array(contentBlock),
  /** Versions of a legal text that are or were in force, the newest first (PROD-29). */
  versions: z
    .object({
      shown: z.int(),
      listed: z.array(z.object({ number: z.int(), holdsFrom: dateTime, path: z.string() })),
    })
    .optional(),
});
export type CategoryPage = z.infer<typeof categoryPage>;

export const listCategoryPages = endpoint({
  name: 'listCategoryPages',
  slice: 'content',
  method: 'GET',
  path: '/api/category-list-pages',
  summary: 'Returns category list pages by slug (API-59, DEC-59)',
  auth: 'public',
  limit: 'read',
  query: z.strictObject({ slug: z.string().max(300).optional() }),
  answers: { 200: z.object({ data: z.array(categoryPage) }) },
  errors: [],
});

export const listCategoryInfos = endpoint({
  name: 'listCategoryInfos',
  slice: 'content',
  method: 'GET',
  path: '/api/category-infos',
  summary: 'Tags and installation guides by category ids (API-60, DEC-58)',
  auth: 'public',
  limit: 'read',
  query: z.strictObject({ categoryId: commaList.optional() }),
  answers: {
    200: z.object({
      data: z.array(
        z.object({
          categoryId: z.int(),
          tagsList: z.array(tag),
          installationGuide: z.object({ title: z.string(), url: z.string() }).nullable(),
        }),
      ),
    }),
  },
  errors: [],
});

const sectionTexts = z.object({ title: z.string(), subtitle: z.string() });

export const getDashboardTexts = endpoint({
  name: 'getDashboardTexts',
  slice: 'content',
  method: 'GET',
  path: '/api/dashboard-texts',
  summary: 'Returns the text above each part of the account (DEC-45)',
  auth: 'public',
  limit: 'read',
  answers: {
    200: z.object({
      data: z.object({
        profile: sectionTexts,
        orders: sectionTexts,
        addresses: sectionTexts,
        wishlists: sectionTexts,
        cards: sectionTexts,
      }),
    }),
  },
  errors: [],
});

/** The picture of the home page that chats show as a preview. */
export const homePreview = { path: '/vista-previa.jpg', width: 1_200, height: 630, type: 'image/jpeg' } as const;
