/** What a page of the shop is made of: the server drops cached pages when one of these changes (page_purge). */
export type PageTag = `product:${string}` | `category:${number}` | 'listing' | 'content' | 'flags' | 'stores' | 'help';

/**
 * In every shop page: the category menu, the flags that decide what can be bought, and (as content) flash sales and stock
 * offers, which change every place where a price shows.
 */
export const frameTags: readonly PageTag[] = ['flags', 'content'];

/**
 * A sku may hold what parts the tags of a header or notification: it becomes `_`, and a long one is cut, so that now and then two
 * products share a tag. As `product_tag` in server/sql/functions/catalog.sql.
 */
export const productTag = (sku: string): PageTag => `product:${sku.replace(/[^A-Za-z0-9.-]/gu, '_').slice(0, 64)}`;

export const categoryTag = ({ id }: { id: number }): PageTag => `category:${id}`;

/** A product page shows its variants, the visits made for it, its categories as the way that leads to it, and cards of other products. */
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

/** What each kind of page is made of besides the frame. */
export const pageTags = {
  home: ['listing'] as PageTag[],
  search: ['listing'] as PageTag[],
  seller: ['listing'] as PageTag[],
  /** `undefined`: the page of a service, which lists nothing. */
  category: (id: number | undefined): PageTag[] => (id === undefined ? [] : ['listing', categoryTag({ id })]),
  product: productTags,
  comparison: (products: readonly { sku: string }[]): PageTag[] => [
    'listing',
    ...products.map(({ sku }) => productTag(sku)),
  ],
  stores: ['stores'] as PageTag[],
  help: ['help'] as PageTag[],
  complaints: [] as PageTag[],
};
