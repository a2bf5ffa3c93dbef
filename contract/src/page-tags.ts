/** What a page of the shop is made of: the server drops cached pages when one of these changes (page_purge). */
export type PageTag =
  | `product:${string}`
  | `category:${number}`
  | 'listing'
  | 'content'
  | 'flags'
  | 'catalog'
  | 'stores'
  | 'help';

/**
 * In every shop page: the category menu, the flags that decide what can be bought, and (as content) flash sales and stock
 * offers, which change every place where a price shows.
 */
export const frameTags: readonly PageTag[] = ['catalog', 'flags', 'content'];

const productTag = ({ sku }: { sku: string }): PageTag => `product:${sku}`;

const categoryTag = ({ id }: { id: number }): PageTag => `category:${id}`;

/** A product page shows its variants, and its categories as the way that leads to it. */
const productTags = (product: {
  sku: string;
  variants: readonly { sku: string }[];
  categories: readonly { id: number }[];
}): PageTag[] => [productTag(product), ...product.variants.map(productTag), ...product.categories.map(categoryTag)];

/** What each kind of page is made of besides the frame. */
export const pageTags = {
  home: ['listing'] as PageTag[],
  search: ['listing'] as PageTag[],
  seller: ['listing'] as PageTag[],
  /** `undefined`: the page of a service, which lists nothing. */
  category: (id: number | undefined): PageTag[] => (id === undefined ? [] : ['listing', categoryTag({ id })]),
  product: productTags,
  comparison: (products: readonly { sku: string }[]): PageTag[] => ['listing', ...products.map(productTag)],
  stores: ['stores'] as PageTag[],
  help: ['help'] as PageTag[],
  complaints: [] as PageTag[],
};
