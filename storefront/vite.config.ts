import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/**
 * The files a browser asks for, each with all that its modules import. Left to itself the bundler cuts a file out of every
 * module that two pages share: some thirty of half a kilobyte on each page (docs/performance.md).
 */
const chunks = [
  /** Changes only with its versions. */
  { name: 'framework', test: /node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/, priority: 7 },
  /** Asks the API from the browser: never comes with a page, whose loaders import it too. */
  {
    name: 'calls',
    test: /node_modules[\\/]@tanstack[\\/]|contract[\\/]src[\\/](?:client|call-table)\.ts|app[\\/]platform[\\/]api\.ts/,
    priority: 6,
  },
  /** What every page needs: the root, the frame of the shop, and what the browser has shown last. */
  {
    name: 'shop',
    test: /app[\\/](?:root|shell[\\/]shop-layout|ui[\\/]picture|platform[\\/](?:motion|page-load)|catalog[\\/]viewed-products)\.tsx?/,
    priority: 5,
  },
  /** How an offer is shown, on cards and on the product page. */
  {
    name: 'offers',
    test: /app[\\/](?:ui[\\/](?:tag|breadcrumbs)|catalog[\\/](?:countdown|fulfilment-card))\.tsx?/,
    priority: 4,
  },
  /** Reads and fills the cart: comes when something is pressed, and with cards, which have a button. */
  {
    name: 'cart',
    test: /app[\\/](?:platform[\\/]query-provider|carts[\\/](?:use-cart|add-to-cart))\.tsx?/,
    priority: 3,
  },
  /** Rows and grids of products, and the choice of those to compare. */
  {
    name: 'cards',
    test: /app[\\/](?:catalog[\\/]product-card|ui[\\/]rail|comparisons[\\/]compare-(?:toggle|line))\.tsx/,
    priority: 2,
  },
  { name: 'fields', test: /app[\\/]ui[\\/](?:field|choice|accordion-card|card-logos)\.tsx/, priority: 1 },
  /** What cart and checkout share. */
  {
    name: 'purchase',
    test: /app[\\/](?:carts[\\/](?:use-change-line|cost-list|cart-lines)|donations[\\/]use-donation|delivery[\\/]delivery-queries)\.tsx?/,
    priority: 0,
  },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // On the server all is loaded anyway; the check stays for the browser, where a split that does not split costs bytes.
  environments: { ssr: { build: { rolldownOptions: { checks: { ineffectiveDynamicImport: false } } } } },
  // Development: all packages are prepared at the start. Found one page at a time, they would load a second React beside the
  // first, and the browser anew, in the middle of the first visits.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.{ts,tsx}', '!app/testing/**'] },
  build: {
    // Fonts and pictures stay files: they are preloaded and cached by themselves, and the CSP allows no data: fonts.
    assetsInlineLimit: 0,
    // The server lists what a page needs; the helper that would look ahead for islands costs a kilobyte on every page.
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
});
