interface ChunkGroup {
  /** Name of the file. */
  name: string;
  /** Files, or folders of packages, from the root of the project. */
  modules: readonly string[];
}

const query = 'node_modules/@tanstack/query-core/build/modern';
const reactQuery = 'node_modules/@tanstack/react-query/build/modern';

/**
 * The files a browser asks for besides pages and parts. Left to itself the bundler cuts a file out of every module that two
 * pages share: some thirty of half a kilobyte on each page (record 0014). Eleven are enough: with twenty the cart and the pages of an
 * account load what others of them need.
 */
export const chunkGroups: readonly ChunkGroup[] = [
  /** Changes only with its versions. */
  {
    name: 'framework',
    modules: ['react', 'react-dom', 'scheduler', 'react-router'].map((name) => `node_modules/${name}/`),
  },
  /** Modules of every page, the checkout too: the root, the parts of all frames, and the browser's own state. */
  {
    name: 'base',
    modules: [
      'domain/src/content/fallback-texts.ts',
      'storefront/app/root.tsx',
      'storefront/app/shell/skip-link.tsx',
      'ui/src/picture.tsx',
      'ui/src/price.tsx',
      'ui/src/motion.ts',
      'storefront/app/platform/page-load.ts',
      'storefront/app/platform/when-idle.ts',
      'storefront/app/platform/lazy-part.tsx',
      'storefront/app/platform/storage-keys.ts',
      'storefront/app/locations/location-store.ts',
      'storefront/app/policies/shop-policy.ts',
      'storefront/app/shell/shop-logo.tsx',
      'storefront/app/carts/cart-store.ts',
      'storefront/app/advisors/advisor-bar.tsx',
    ],
  },
  /**
   * Asks the API from the browser, reads the cart, reports purchases, and draws fields: never comes with a page that shows nothing
   * personal, whose loaders import it too; it comes when something is pressed, and with cards, which have a button.
   */
  {
    name: 'calls',
    modules: [
      `${query}/query.js`,
      `${query}/queryClient.js`,
      `${reactQuery}/queryOptions.js`,
      `${reactQuery}/useQuery.js`,
      `${reactQuery}/useMutation.js`,
      `${reactQuery}/useMutationState.js`,
      'contract/src/client.ts',
      'contract/src/call-table.ts',
      'storefront/app/platform/api.ts',
      'client/src/query-provider.tsx',
      'client/src/failure-words.ts',
      'storefront/app/carts/use-cart.ts',
      'storefront/app/analytics/ecommerce-events.ts',
      'storefront/app/shell/cart-watch.tsx',
      'storefront/app/shell/personal-layout.tsx',
      'storefront/app/policies/personal-meta.ts',
      'ui/src/select.tsx',
      'ui/src/field.tsx',
      'ui/src/accordion-card.tsx',
    ],
  },
  /** The frame of the shop, and what the browser has shown last. */
  {
    name: 'shop',
    modules: [
      'storefront/app/shell/shop-layout.tsx',
      'storefront/app/platform/shop-data.ts',
      'storefront/app/catalog/viewed-products.tsx',
    ],
  },
  /** How an offer is shown, on cards and on the product page. */
  {
    name: 'offers',
    modules: [
      'domain/src/restock/restock.ts',
      'ui/src/tag.tsx',
      'ui/src/breadcrumbs.tsx',
      'storefront/app/catalog/countdown.tsx',
      'storefront/app/catalog/fulfilment-card.tsx',
    ],
  },
  /** Parts of lists: prices and days of cards, cart and orders; waiting, failing; saved products. */
  {
    name: 'lists',
    modules: [
      'domain/src/catalog/price.ts',
      'domain/src/catalog/gifts.ts',
      'domain/src/catalog/gift-card-tag.ts',
      'domain/src/payments/installments.ts',
      'domain/src/delivery/delivery-date.ts',
      'domain/src/dates/spanish-date.ts',
      'domain/src/carts/cart-limits.ts',
      'domain/src/carts/line-removal.ts',
      'domain/src/locations/location.ts',
      'domain/src/wishlists/wishlist.ts',
      'ui/src/icon-button.tsx',
      'ui/src/progress-bar.tsx',
      'ui/src/load-failure.tsx',
      'ui/src/loading-line.tsx',
      'ui/src/use-focus-after-removal.ts',
      'storefront/app/wishlists/wishlists-data.ts',
      'storefront/app/wishlists/saving-words.ts',
      'storefront/app/platform/new-uuid.ts',
      'storefront/app/platform/use-settled.ts',
    ],
  },
  /** Rows and grids of products, the choice of those to compare, and what fills the cart. */
  {
    name: 'cards',
    modules: [
      'storefront/app/catalog/product-card.tsx',
      'storefront/app/catalog/packed-card.ts',
      'ui/src/rail.tsx',
      'storefront/app/comparisons/compare-toggle.tsx',
      'storefront/app/comparisons/compare-line.tsx',
      'storefront/app/carts/add-to-cart.ts',
    ],
  },
  /** The beginning of the shopper's own pages: cart, checkout, account. */
  {
    name: 'personal',
    modules: [
      'domain/src/addresses/address-alerts.ts',
      'domain/src/customers/email.ts',
      'domain/src/customers/phone.ts',
      'ui/src/typed-field.ts',
      'domain/src/carts/cart-line.ts',
      'domain/src/carts/cart-totals.ts',
      'storefront/app/auth/session-events.ts',
      'storefront/app/auth/customer-query.ts',
      'ui/src/thumbnail.tsx',
      'ui/src/state-tag.tsx',
      'storefront/app/shell/script-needed.tsx',
      'storefront/app/carts/cart-lines.ts',
      'storefront/app/carts/cost-list.tsx',
      'storefront/app/carts/cart-skeleton.tsx',
      'storefront/app/platform/session-flags.ts',
      'storefront/app/restock/use-forget-wanted.ts',
      'storefront/app/coupons/applied-coupon.ts',
      'storefront/app/coupons/leaving-coupon.ts',
      'storefront/app/delivery/delivery-skeleton.tsx',
    ],
  },
  /** When and how something comes. */
  {
    name: 'delivery',
    modules: [
      'domain/src/delivery/delivery-choice.ts',
      'domain/src/delivery/delivery-fee.ts',
      'storefront/app/delivery/delivery-queries.ts',
      'storefront/app/delivery/delivery-texts.ts',
    ],
  },
  /** Modules of a whole cart, in the cart and in the checkout. */
  {
    name: 'cart',
    modules: [
      'storefront/app/carts/cart-call.ts',
      'storefront/app/carts/undo-removal.tsx',
      'storefront/app/carts/use-change-line.ts',
      'storefront/app/delivery/line-dates.ts',
      'storefront/app/donations/use-donation.ts',
      'storefront/app/wishlists/use-save-for-later.ts',
    ],
  },
  /** Parts of every form. Three files by themselves made the checkout, which has them all, heavier by a quarter of a kilobyte. */
  {
    name: 'forms',
    modules: ['storefront/app/forms/use-submit-form.ts', 'storefront/app/forms/person-fields.tsx'],
  },
];

/** True where a group takes the module of that id: its path, with what the bundler may append. */
export const isOf = ({ modules }: ChunkGroup, id: string): boolean =>
  modules.some((module) => id.replaceAll('\\', '/').includes(`/${module}`));
