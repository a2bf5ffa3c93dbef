interface ChunkGroup {
  /** Name of the file. */
  name: string;
  /** Files, or folders of packages, relative to the project's root. */
  modules: readonly string[];
}

const query = 'node_modules/@tanstack/query-core/build/modern';
const reactQuery = 'node_modules/@tanstack/react-query/build/modern';

/**
 * The script files that a browser loads besides pages and parts. By default the bundler makes a file of every module that two pages share: about
 * thirty of half a kilobyte on each page (record 0014). Eleven are enough: with twenty, the cart and the account's pages load parts that only other
 * pages need.
 */
export const chunkGroups: readonly ChunkGroup[] = [
  /** Changes only with the versions of its packages. */
  {
    name: 'framework',
    modules: ['react', 'react-dom', 'scheduler', 'react-router'].map((name) => `node_modules/${name}/`),
  },
  /** Modules of every page, the checkout too: the root, the parts of all layouts, and the browser's own state. */
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
      'storefront/app/platform/is-elsewhere.ts',
      'storefront/app/platform/storage-keys.ts',
      'storefront/app/locations/location-store.ts',
      'storefront/app/policies/shop-policy.ts',
      'storefront/app/shell/shop-logo.tsx',
      'storefront/app/carts/cart-store.ts',
      'storefront/app/advisors/advisor-bar.tsx',
    ],
  },
  /**
   * Calls the API, reads the cart, reports purchases, and renders fields. Public pages do not load it at first, although their loaders import it too:
   * it loads with a press, or with cards, which have a button.
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
  /** The layout of the shop, and the recently viewed products. */
  {
    name: 'shop',
    modules: [
      'storefront/app/shell/shop-layout.tsx',
      'storefront/app/platform/shop-data.ts',
      'storefront/app/catalog/viewed-products.tsx',
    ],
  },
  /** The offer of a product, on cards and on the product page. */
  {
    name: 'offers',
    modules: [
      'domain/src/restock/restock.ts',
      'ui/src/tag.tsx',
      'ui/src/breadcrumbs.tsx',
      'storefront/app/catalog/fulfilment-card.tsx',
    ],
  },
  /** Parts of lists: prices and dates of cards, cart and orders; loading and error states; saved products. */
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
  /** Rows and grids of products, the choice of products to compare, and the add to the cart. */
  {
    name: 'cards',
    modules: [
      'storefront/app/catalog/product-card.tsx',
      'storefront/app/catalog/packed-card.ts',
      'ui/src/rail.tsx',
      'storefront/app/comparisons/compare-toggle.tsx',
      'storefront/app/comparisons/compare-line.tsx',
      'storefront/app/carts/cart-call.ts',
      'storefront/app/carts/add-to-cart.ts',
    ],
  },
  /** The shared start of the shopper's own pages: cart, checkout, account. */
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
  /** Dates and methods of delivery. */
  {
    name: 'delivery',
    modules: [
      'domain/src/delivery/delivery-choice.ts',
      'domain/src/delivery/delivery-fee.ts',
      'storefront/app/delivery/delivery-queries.ts',
      'storefront/app/delivery/delivery-texts.ts',
    ],
  },
  /** Modules of a whole cart, for the cart and the checkout. */
  {
    name: 'cart',
    modules: [
      'storefront/app/carts/cart-failure.ts',
      'storefront/app/carts/undo-removal.tsx',
      'storefront/app/carts/use-change-line.ts',
      'storefront/app/delivery/line-dates.ts',
      'storefront/app/donations/use-donation.ts',
      'storefront/app/wishlists/use-save-for-later.ts',
    ],
  },
  /** Parts of every form. As three files they made the checkout, which needs all of them, a quarter of a kilobyte heavier. */
  {
    name: 'forms',
    modules: ['storefront/app/forms/use-submit-form.ts', 'storefront/app/forms/person-fields.tsx'],
  },
];

/** Returns whether a group contains the module with that ID: its path, possibly followed by a suffix of the bundler. */
export const isOf = ({ modules }: ChunkGroup, id: string): boolean =>
  modules.some((module) => id.replaceAll('\\', '/').includes(`/${module}`));
