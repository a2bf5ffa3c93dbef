import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

/** Files with types of statements written by hand, because the text of the statements is built from a declaration (record 0140). */
const builders: Readonly<Record<string, string>> = {
  'server/src/backups/backups.store.ts': 'PostgreSQL describes no TRUNCATE',
  'server/src/cart-codes/cart-codes.store.ts': 'product cards',
  'server/src/carts/read-cart.store.ts': 'a product card of each line',
  'server/src/catalog/catalog.store.ts': 'product cards',
  'server/src/catalog/product-card.store.ts': 'product cards',
  'server/src/content/content.store.ts': 'product cards',
  'server/src/invariants/invariant.ts': 'each invariant is a declaration',
  'server/src/orders/desk/desk-order.store.ts': 'the projection of an order',
  'server/src/orders/history/order-history.store.ts': 'the projection of an order',
  'server/src/orders/mails/order-mail-outbox.store.ts': 'the projection of an order',
  'server/src/orders/order-upkeep.store.ts': 'one statement for each step of the upkeep',
  'server/src/orders/reading/order-sheet.store.ts': 'the projection of an order',
  'server/src/orders/reading/whole-orders.store.ts': 'the projection of an order',
  'server/src/platform/db/database.ts': '`builtStatement` itself, and `deleteOlder` for any table',
  'server/src/recommendations/recommendations.store.ts': 'product cards',
  'server/src/refunds/refund-requests.store.ts': 'one statement for each kind of request',
  'server/src/restock/restock.store.ts': 'product cards',
  'server/src/search/browse.store.ts': 'one statement for each order of the products',
  'server/src/search/search-page.store.ts': 'product cards',
  'server/src/wishlists/shared-wishlists.store.ts': 'product cards',
  'server/src/wishlists/wishlists.store.ts': 'product cards',
};

test('PostgreSQL describes the types of every statement whose text is not built from a declaration', () => {
  const found = listSources().filter(
    (file) =>
      /^(?:server|demo)\/src\//.test(file) &&
      !file.endsWith('.test.ts') &&
      /\bbuiltStatement(?=[<(])/.test(readSource(file)),
  );
  expect(found.toSorted()).toEqual(Object.keys(builders).toSorted());
});
