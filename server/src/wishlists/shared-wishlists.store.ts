import type { Product } from '@ceiba/contract/catalog';
import { productCardSelect } from '../catalog/product-card.store.ts';
import { type DisplayContext, type ProductCardRow, toProduct } from '../catalog/product-card.ts';
import { builtStatement, type Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';

const share = statement(
  'wishlists.share',
  'update wishlists set share_token = coalesce(share_token, $3) where id = $1 and customer_id = $2 returning share_token',
  { shareToken: neverNull() },
);

/** Shares a list under `newToken`, or keeps its present token. Undefined if the list is not the customer's. */
export async function shareList(
  tx: Tx,
  wishlistId: string,
  customerId: string,
  newToken: string,
): Promise<string | undefined> {
  const [row] = await share(tx, [wishlistId, customerId, newToken]);
  return row?.shareToken;
}

const unshare = statement(
  'wishlists.unshare',
  'update wishlists set share_token = null where id = $1 and customer_id = $2 returning id',
);

/** Returns false if the list is not the customer's. */
export const unshareList = async (tx: Tx, wishlistId: string, customerId: string): Promise<boolean> =>
  (await unshare(tx, [wishlistId, customerId])).length > 0;

type SharedRow = { item_quantity: null } | ({ item_quantity: number } & ProductCardRow);

const showShared = builtStatement<SharedRow, [token: string, now: Date]>(
  'wishlists.shared',
  `select entry.quantity as item_quantity, product.*
   from wishlists w left join wishlist_items entry on entry.wishlist_id = w.id
     left join lateral (${productCardSelect('entry.product_id', '$2')}) product on true
   where w.share_token = $1
   order by entry.added_at, entry.id`,
);

/** Finds the visible items of a shared list. Undefined if no list is shared under that token. */
export async function findSharedItems(
  tx: Tx,
  token: string,
  showing: DisplayContext,
): Promise<{ quantity: number; product: Product }[] | undefined> {
  const rows = await showShared(tx, [token, showing.now]);
  if (rows.length === 0) return undefined;
  return rows.flatMap((row) =>
    row.item_quantity === null || !row.is_published
      ? []
      : [{ quantity: row.item_quantity, product: toProduct(row, showing) }],
  );
}
