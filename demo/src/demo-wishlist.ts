import { insertRows } from '@ceiba/server/loading/loading.store';
import type { Tx } from '@ceiba/server/platform/database';
import { demoCustomerId } from './demo-customers.ts';

const listId = '01900000-0000-7000-8000-000000000101';

/** One of them is sold out: it stays in the list and cannot be moved (WISH-08). */
const items = [
  { id: '01900000-0000-7000-8000-000000000111', sku: 'TV-0017', quantity: 1 },
  { id: '01900000-0000-7000-8000-000000000112', sku: 'FRE-0003', quantity: 2 },
  { id: '01900000-0000-7000-8000-000000000113', sku: 'TV-0016', quantity: 1 },
] as const;

/** What the demo customer keeps for later (DEC-164), of the products that this shop has. */
export async function loadWishlist(tx: Tx, productIds: ReadonlyMap<string, number>, now: Date): Promise<void> {
  await insertRows(tx, 'wishlists', [{ id: listId, customer_id: demoCustomerId, created_at: now }]);
  await insertRows(
    tx,
    'wishlist_items',
    items.flatMap(({ id, sku, quantity }) => {
      const productId = productIds.get(sku);
      return productId === undefined
        ? []
        : [{ id, wishlist_id: listId, product_id: productId, quantity, added_at: now }];
    }),
  );
}
