import { previewTokenForm } from '@ceiba/domain/catalog/preview-link';
import { listedProductsLimit } from '@ceiba/domain/catalog/product-list';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { amount, civilDate, commaList, dateTime, image, money, sku } from './shapes.ts';

/** A tag (CAT-02). Fixed tags come first, in the order of DEC-26. `icon` is a lucide name. */
export const tag = z.object({
  id: z.string(),
  textColor: z.string(),
  backgroundColor: z.string(),
  textContent: z.string(),
  icon: z.string(),
  category: z.string(),
});
export type Tag = z.infer<typeof tag>;

export const seller = z.object({ id: z.int(), title: z.string(), offerId: z.string().nullable() });

export const discount = z.object({
  amountOff: amount,
  /** Rounded to an integer (DEC-76). */
  percentOff: z.int(),
  expirationDate: dateTime.nullable(),
  /** Also false if the price is not below the reference (PRICE-03). */
  displayDiscount: z.boolean(),
  /**
   * The lowest price in the days before (DEC-222). Missing on cards, and if no day before is known. `since`: the first known day,
   * if some are unknown.
   */
  reference: z.object({ price: amount, days: z.int(), since: civilDate.optional() }).optional(),
});

export const freeProduct = z.object({ title: z.string(), image, endDate: civilDate.nullable() });

/** How soon and where a service is done at the buyer's home. An empty coverage means the whole country (record 0105). */
const visit = z.object({
  days: z.int(),
  coverage: z.array(z.object({ regionId: z.int(), department: z.string(), city: z.string().nullable() })),
});

/** The fields that a card, a cart line and a product page share (CAT-01, DEC-177). */
export const product = z.object({
  sku,
  slug: z.string(),
  title: z.string(),
  brand: z.object({ id: z.int(), title: z.string(), link: z.string() }),
  status: z.enum(['IN_STOCK', 'OUT_OF_STOCK']),
  tags: z.array(tag),
  mainImage: image,
  thumbnailImage: z.object({ url: z.string() }),
  /** Null for "Precio no disponible". */
  salesPrice: money.nullable(),
  regularPrice: money.nullable(),
  discount: discount.nullable(),
  categories: z.array(z.object({ id: z.int(), title: z.string() })),
  /** Null without a stock limit (services, virtual gift cards). */
  salableQuantity: z.int().nullable(),
  seller,
  is3p: z.boolean(),
  dropshipping: z.boolean(),
  presale: z.object({ deliveryDate: civilDate.nullable() }).nullable(),
  parentId: z.string().nullable(),
  lealPoints: z.string().nullable(),
  internalTags: z.array(z.string()),
  freeProducts: z.array(freeProduct),
  restricted: z.boolean(),
  motorcycle: z.boolean(),
  eventUrl: z.string().optional(),
  /** Present during a flash sale of the product. The end of the sale is also `discount.expirationDate` (DEC-27). */
  flashSale: z.object({ endsAt: dateTime }).nullable(),
  /** The number of units in "Solo quedan 3 disponibles" (CAT-16). Null if that message is not shown. */
  lowStock: z.int().nullable(),
  /** Only services that are done at the buyer's home have it. */
  visit: visit.optional(),
});
export type Product = z.infer<typeof product>;

export const warrantyOption = z.object({ id: z.string(), sku: z.string(), label: z.string(), amount });
export type WarrantyOption = z.infer<typeof warrantyOption>;

/** A picture of a product page. `full`: its largest file with the size in pixels, for zooming and for other sites. */
export const galleryImage = image.extend({
  full: z.object({ url: z.string(), width: z.int(), height: z.int() }),
});
export type GalleryImage = z.infer<typeof galleryImage>;

export const productDetail = product.extend({
  images: z.array(galleryImage),
  description: z.string(),
  /** `role`, `group`: as its category declares the attribute. `size`: cm or kg, if the role is a measure (ZOOM-05). */
  attributes: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      value: z.string(),
      role: z.string().optional(),
      group: z.string().optional(),
      size: z.number().optional(),
    }),
  ),
  /** The roles that the category declares but the product lacks: "Sin dato". */
  missingRoles: z.array(z.string()),
  /** "Cerca de Q45 al mes…" (ZOOM-08). Null if the product's consumption or the shop's tariff is unknown. */
  energyCost: z.string().nullable(),
  /** The root comes first. `path` is the category's page: '/tv-y-video/televisores'. */
  breadcrumbs: z.array(z.object({ id: z.int(), title: z.string(), path: z.string() })),
  hasWarranties: z.boolean(),
  warranties: z.array(warrantyOption),
  /** The same model in other colours (same parentId), with this product. Empty if there are none. */
  variants: z.array(
    z.object({ sku, slug: z.string(), label: z.string(), image, status: z.enum(['IN_STOCK', 'OUT_OF_STOCK']) }),
  ),
  /** The guide of CAT-25. The categories' tags are in `tags`, after the fixed tags (DEC-26). */
  installationGuide: z.object({ title: z.string(), url: z.string() }).nullable(),
  /** Visits offered for this product, the cheapest first. */
  visits: z.array(product),
});
export type ProductDetail = z.infer<typeof productDetail>;

export const getProductBySlug = endpoint({
  name: 'getProductBySlug',
  slice: 'catalog',
  method: 'GET',
  path: '/v1/products/slug/{slug}',
  summary: 'Returns a product page’s data (DEC-63)',
  auth: 'public',
  limit: 'read',
  params: z.strictObject({ slug: z.string().min(1).max(160) }),
  answers: { 200: productDetail },
  errors: ['PRODUCT_NOT_FOUND'],
});

export const getProductPreview = endpoint({
  name: 'getProductPreview',
  slice: 'catalog',
  method: 'GET',
  path: '/v1/products/slug/{slug}/preview',
  summary:
    'Returns a product page’s data before its publication, by the token of a preview link (PROD-04). Never cached',
  auth: 'public',
  limit: 'preview',
  params: z.strictObject({ slug: z.string().min(1).max(160) }),
  query: z.strictObject({ token: z.string().regex(previewTokenForm) }),
  answers: { 200: productDetail },
  errors: ['PRODUCT_NOT_FOUND'],
});

export const getProductBySku = endpoint({
  name: 'getProductBySku',
  slice: 'catalog',
  method: 'GET',
  path: '/v1/products/{sku}',
  summary: 'Returns a product by its sku (API-56, DEC-56)',
  auth: 'public',
  limit: 'read',
  params: z.strictObject({ sku }),
  answers: { 200: product },
  errors: ['PRODUCT_NOT_FOUND'],
});

export const listProducts = endpoint({
  name: 'listProducts',
  slice: 'catalog',
  method: 'GET',
  path: '/v1/products',
  summary:
    'Returns the products with these skus, at most 24, each once and in the requested order. Unknown skus are omitted',
  auth: 'public',
  limit: 'read',
  query: z.strictObject({ skus: commaList.pipe(z.array(sku).min(1).max(listedProductsLimit)) }),
  answers: { 200: z.object({ products: z.array(product) }) },
  errors: [],
});

export const getProductWarranties = endpoint({
  name: 'getProductWarranties',
  slice: 'catalog',
  method: 'GET',
  path: '/v1/products/{sku}/warranties',
  summary: 'Returns the extended warranties of a product (API-55, DEC-55)',
  auth: 'public',
  limit: 'read',
  params: z.strictObject({ sku }),
  answers: { 200: z.array(warrantyOption) },
  errors: ['PRODUCT_NOT_FOUND'],
});

/** One node of the category tree, with the fields that menu, tiles and breadcrumbs need. */
export interface CategoryNode {
  id: number;
  title: string;
  /** The category's page: '/tv-y-video/televisores'. */
  path: string;
  image: { url: string; label: string } | null;
  children: CategoryNode[];
}
export const categoryNode: z.ZodType<CategoryNode> = z.lazy(() =>
  z.object({
    id: z.int(),
    title: z.string(),
    path: z.string(),
    image: image.nullable(),
    children: z.array(categoryNode),
  }),
);

export const getCategories = endpoint({
  name: 'getCategories',
  slice: 'catalog',
  method: 'GET',
  path: '/v1/categories',
  summary: 'Returns the category tree',
  auth: 'public',
  limit: 'read',
  answers: { 200: z.array(categoryNode) },
  errors: [],
});

export const getCurrentAddress = endpoint({
  name: 'getCurrentAddress',
  slice: 'catalog',
  method: 'GET',
  path: '/v1/addresses/current',
  summary:
    'Returns the present address of a product or category that had this path before, or the present name of a brand',
  auth: 'public',
  limit: 'read',
  query: z.strictObject({ path: z.string().min(1).max(400).optional(), brand: z.string().min(1).max(80).optional() }),
  answers: { 200: z.object({ address: z.string().optional(), brand: z.string().optional() }) },
  errors: ['NOT_FOUND'],
});

export const getCategoryInfo = endpoint({
  name: 'getCategoryInfo',
  slice: 'catalog',
  method: 'GET',
  path: '/v1/categories/info',
  summary: 'Tags of categories by their ids (API-58, DEC-58)',
  auth: 'public',
  limit: 'read',
  query: z.strictObject({ ids: commaList }),
  answers: { 200: z.object({ tagsMap: z.record(z.string(), z.array(tag)) }) },
  errors: [],
});
