/**
 * The data that a page of the shop shows. When data with one of these tags changes, the server removes the cached pages
 * (page_purge).
 */
export type PageTag =
  | `product:${string}`
  | `category:${number}`
  | `page:${string}`
  | 'listing'
  | 'banners'
  | 'content'
  | 'flags'
  | 'stores'
  | 'help';

/**
 * Tags of every shop page: the category menu, the flags that decide which products can be bought, and (as content) flash sales
 * and stock offers, which change every price.
 */
export const frameTags: readonly PageTag[] = ['flags', 'content'];

/**
 * Returns the tag of a product. A character that separates tags in a header or notification becomes `_`, and a long sku
 * is cut, so two products may share a tag. Same as `product_tag` in server/sql/functions/catalog.sql.
 */
export const productTag = (sku: string): PageTag => `product:${sku.replace(/[^A-Za-z0-9.-]/gu, '_').slice(0, 64)}`;

export const categoryTag = ({ id }: { id: number }): PageTag => `category:${id}`;

/** Returns the tag of a content page, or of the content of a category's page. Same as `page_tag` in server/sql/functions/platform.sql. */
const pageTag = (slug: string): PageTag => `page:${slug.replace(/[^A-Za-z0-9.-]/gu, '_').slice(0, 64)}`;

/** A product page shows its variants, its visits, the categories in its path, and cards of other products. */
const productTags = (
  product: {
    sku: string;
    variants: readonly { sku: string }[];
    visits: readonly { sku: string }[];
    categories: readonly { id: number }[];
  },
  recommended: readonly { sku: string }[],
): PageTag[] => [
  productTag(product.sku),
  ...[...product.variants, ...product.visits].map(({ sku }) => productTag(sku)),
  ...product.categories.map(categoryTag),
  ...recommended.map(({ sku }) => productTag(sku)),
];

/** The tags of each kind of page, in addition to the tags of the frame. */
export const pageTags = {
  home: ['listing', 'banners'] as PageTag[],
  search: ['listing'] as PageTag[],
  seller: ['listing'] as PageTag[],
  /** `undefined` for a content page without a category, which lists no products. */
  category: (id: number | undefined, slug: string): PageTag[] => [
    pageTag(slug),
    ...(id === undefined ? [] : (['listing', categoryTag({ id })] as const)),
  ],
  product: productTags,
  comparison: (products: readonly { sku: string }[]): PageTag[] => [
    'listing',
    ...products.map(({ sku }) => productTag(sku)),
  ],
  stores: ['stores'] as PageTag[],
  help: ['help'] as PageTag[],
  complaints: [] as PageTag[],
};
