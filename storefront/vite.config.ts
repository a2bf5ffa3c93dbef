import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { atHead, importsIn, onDemand } from './app/platform/part-files.ts';
import { oldestBrowsers } from './browsers.ts';

/**
 * The files a browser asks for, each with all that its modules import. Left to itself the bundler cuts a file out of every
 * module that two pages share: some thirty of half a kilobyte on each page (docs/performance.md).
 */
const chunks = [
  /** Changes only with its versions. */
  { name: 'framework', test: /node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/, priority: 10 },
  /** What every page needs, the checkout too: the root, what all frames draw with, and what the browser knows by itself. */
  {
    name: 'base',
    test: /domain[\\/]src[\\/]content[\\/]fallback-texts\.ts|app[\\/](?:root|shell[\\/]skip-link|ui[\\/](?:picture|price)|platform[\\/](?:motion|page-load|lazy-part)|policies[\\/]shop-policy|platform[\\/]checkout-storage|carts[\\/]cart-store|advisors[\\/]advisor-bar)\.tsx?/,
    priority: 9,
  },
  /**
   * Asks the API from the browser, and reads the cart: never comes with a page that shows nothing personal, whose loaders
   * import it too; it comes when something is pressed, and with cards, which have a button.
   */
  {
    name: 'calls',
    test: /node_modules[\\/]@tanstack[\\/].*[\\/](?:query|queryClient|useQuery|useMutation|useMutationState|queryOptions)\.js|contract[\\/]src[\\/](?:client|call-table)\.ts|app[\\/](?:platform[\\/](?:api|query-provider|failure-words)|carts[\\/]use-cart|shell[\\/](?:cart-watch|personal-layout)|ui[\\/]select)\.tsx?/,
    priority: 8,
  },
  /** The frame of the shop, and what the browser has shown last. */
  {
    name: 'shop',
    test: /app[\\/](?:shell[\\/]shop-layout|catalog[\\/]viewed-products|wishlists[\\/]browser-list-key)\.tsx?/,
    priority: 7,
  },
  /** How an offer is shown, on cards and on the product page. */
  {
    name: 'offers',
    test: /app[\\/](?:ui[\\/](?:tag|breadcrumbs)|catalog[\\/](?:countdown|fulfilment-card))\.tsx?|domain[\\/]src[\\/]restock[\\/]restock\.ts/,
    priority: 6,
  },
  /** Fills the cart. */
  { name: 'adding', test: /app[\\/]carts[\\/]add-to-cart\.ts/, priority: 4 },
  /** What lists are made of: how prices and days are told, on cards, in the cart and of what was bought; waiting, failing; what is kept for later. */
  {
    name: 'lists',
    test: /domain[\\/]src[\\/](?:catalog[\\/](?:price|gifts|gift-card-tag)|payments[\\/]installments|delivery[\\/]delivery-date|dates[\\/]spanish-date|carts[\\/]cart-limits|locations[\\/]location|wishlists[\\/]wishlist)\.ts|app[\\/](?:ui[\\/](?:icon-button|progress-bar|load-failure|loading-line|use-focus-after-removal)|wishlists[\\/](?:wishlists-data|saving-words)|platform[\\/]new-uuid)\.tsx?/,
    priority: 4,
  },
  /** Rows and grids of products, and the choice of those to compare. */
  {
    name: 'cards',
    test: /app[\\/](?:catalog[\\/](?:product-card|packed-card)|ui[\\/]rail|comparisons[\\/]compare-(?:toggle|line))\.tsx?/,
    priority: 3,
  },
  /** What every form stands on. */
  { name: 'forms', test: /node_modules[\\/]react-hook-form[\\/]/, priority: 3 },
  {
    name: 'fields',
    test: /app[\\/]ui[\\/](?:field|accordion-card|typed-field)\.tsx?|domain[\\/]src[\\/]customers[\\/](?:email|phone)\.ts/,
    priority: 2,
  },
  /** What every page of the shopper's own begins with: cart, checkout, account. */
  {
    name: 'personal',
    test: /app[\\/](?:auth[\\/](?:session-events|customer-query)|ui[\\/](?:thumbnail|state-tag|script-needed))\.tsx?|domain[\\/]src[\\/](?:addresses[\\/]address-alerts|carts[\\/]cart-(?:line|totals))\.ts/,
    priority: 2,
  },
  /** What watches a session, and what the pages of an account share, their frame among it. */
  {
    name: 'account',
    test: /app[\\/](?:shell[\\/]dashboard-layout|auth[\\/](?:end-session|session-watch|sync-cart)|content[\\/]account-section|ui[\\/](?:paged-list|empty-state-links)|platform[\\/]use-pages)\.tsx?|domain[\\/]src[\\/]auth[\\/]auth-texts\.ts/,
    priority: 0,
  },
  /** What a search, a category and a seller show. */
  {
    name: 'listing',
    test: /app[\\/]search[\\/](?:listing|sort-form|product-grid)\.tsx/,
    priority: 0,
  },
  /** A category, for its own pages and for those of one segment, which fetch it. */
  { name: 'category', test: /app[\\/](?:pages[\\/]category-page|content[\\/]category-view)\.tsx/, priority: 0 },
  /** What is kept for later, with its page and under a cart. */
  { name: 'wishlists', test: /app[\\/](?:pages[\\/]wishlists-page|wishlists[\\/]cart-wishlists)\.tsx/, priority: 0 },
  /** Orders as their buyer sees them. */
  {
    name: 'orders',
    test: /app[\\/]orders[\\/](?:customer-orders|order-shipments)\.tsx?|domain[\\/]src[\\/]orders[\\/]order\.ts/,
    priority: 0,
  },
  /** What cart and checkout begin with. */
  {
    name: 'purchase',
    test: /app[\\/](?:carts[\\/](?:cart-lines|cost-list|cart-skeleton)|analytics[\\/]ecommerce-events|platform[\\/]session-flags|coupons[\\/](?:applied-coupon|leaving-coupon)|delivery[\\/]delivery-skeleton)\.tsx?/,
    priority: 1,
  },
  /** The frame of the checkout and what it keeps. */
  {
    name: 'frame',
    test: /app[\\/](?:shell[\\/]checkout-layout|pages[\\/]checkout-page|checkout[\\/](?:contact-\w+|order-summary|step-card|stepper|use-checkout-cart)|orders[\\/]left-attempt|checkout[\\/](?:checkout-skeleton|checkout-store|stored-checkout|checkout-data))\.tsx?|domain[\\/]src[\\/]checkout[\\/]steps\.ts/,
    priority: 0,
  },
  /** How a cart is changed, and how it can be paid. */
  {
    name: 'buying',
    test: /app[\\/](?:carts[\\/]use-change-line|donations[\\/]use-donation|ui[\\/]card-logos)\.tsx?|domain[\\/]src[\\/](?:carts[\\/]line-removal|donations[\\/]donation)\.ts/,
    priority: 0,
  },
  /** Who somebody is: what the cart knows of its buyer, and the payment asks for. */
  {
    name: 'persons',
    test: /domain[\\/]src[\\/](?:billing[\\/](?:dpi|passport|nit)|customers[\\/]profile)\.ts/,
    priority: 1,
  },
  /** What cart, checkout and product page ask and say of a delivery to a place. */
  {
    name: 'delivery',
    test: /domain[\\/]src[\\/]delivery[\\/]delivery-(?:choice|fee)\.ts|app[\\/]delivery[\\/]delivery-(?:texts|queries)\.ts/,
    priority: 0,
  },
];

/**
 * Around every import on demand stands `loadPartFiles` in place of Vite's own helper, which looks ahead for scripts, as we
 * do not, and costs a kilobyte of every page.
 */
const partFiles: Plugin = {
  name: 'part-files',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `export { loadPartFiles as __vitePreload } from ${JSON.stringify(`${import.meta.dirname}/app/platform/part-files.ts`)}`
      : null,
  /** It reads in a script what that imports. */
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      for (const [written, names] of [
        [atHead, file.imports],
        [onDemand, file.dynamicImports],
      ] as const) {
        const read = [...new Set(importsIn(file.code, written))].sort().join(' ');
        const imported = [...new Set(names)]
          .map((name) => `/${name}`)
          .sort()
          .join(' ');
        if (read !== imported)
          this.error(`part-files.ts takes the imports of ${file.fileName}, ${imported}, for ${read}`);
      }
    }
  },
};

/**
 * A page, or a frame, may be the file that others share parts of: the bundler's way to keep both apart is a file more, which
 * hands on what the other has.
 */
const wholeEntries: Plugin = {
  name: 'whole-entries',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
};

/** What the bundler has made small is made smaller once more: 0.4 kB (gzip) of home and product page, 0.9 of the checkout. */
const secondPass: Plugin = {
  name: 'second-pass',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: async (_, files) => {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      const compress = { passes: 3, keep_fargs: false, pure_getters: true };
      file.code = (await minify(file.code, { module: true, compress })).code ?? file.code;
    }
  },
};

export default defineConfig({
  plugins: [partFiles, tailwindcss({ optimize: false }), reactRouter(), wholeEntries, secondPass],
  // On the server all is loaded anyway; the check stays for the browser, where a split that does not split costs bytes.
  environments: {
    ssr: { build: { rolldownOptions: { checks: { ineffectiveDynamicImport: false } } } },
    // Names of files stand in every file that imports one, and all of them in the list of routes: one letter less is two
    // hundred bytes less on each page. Seven are the fewest the bundler takes for as many files.
    client: {
      build: {
        rolldownOptions: {
          output: { entryFileNames: 'assets/[name]-[hash:7].js', chunkFileNames: 'assets/[name]-[hash:7].js' },
        },
      },
    },
  },
  // Development: all packages are prepared at the start. Found one page at a time, they would load a second React beside the
  // first, and the browser anew, in the middle of the first visits.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.{ts,tsx}', '!app/testing/**'] },
  build: {
    target: oldestBrowsers,
    // Fonts and pictures stay files: they are preloaded and cached by themselves, and the CSP allows no data: fonts.
    assetsInlineLimit: 0,
    // The server lists what a page needs; the helper that would look ahead for islands costs a kilobyte on every page.
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
});
