import type { WishlistDisplayItem } from '@ceiba/contract/wishlists';
import { lineLimit, quantityLimit } from '@ceiba/domain/carts/cart-limits';
import type { Centavos } from '@ceiba/domain/money/money';
import type { LockRefusal } from '../carts/carts.store.ts';
import { productCardSelect } from '../catalog/product-card.store.ts';
import { type DisplayContext, type ProductCardRow, priceNow, seenPriceOf, toProduct } from '../catalog/product-card.ts';
import { builtStatement, type Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';

/** One product of a list. */
export type StoredItem = RowOf<typeof list>;

const open = statement('wishlists.open', 'select open_wishlist($1, $2, $3) as id', { id: neverNull() });

/** Returns the ID of the customer's list. Creates it as `newId` if there is none. */
export async function openWishlist(tx: Tx, customerId: string, newId: string, now: Date): Promise<string> {
  const [row] = await open(tx, [customerId, newId, now]);
  return row?.id ?? newId;
}

const list = statement(
  'wishlists.items',
  `select i.id, p.sku, i.quantity from wishlist_items i join products p on p.id = i.product_id
   where i.wishlist_id = $1 order by i.added_at, i.id`,
);

/** Reads the items of a list, the oldest first. */
export const readItems = (tx: Tx, wishlistId: string): Promise<StoredItem[]> => list(tx, [wishlistId]);

type ShownRow = { share_token: string | null } & (
  | { item_id: null }
  | ({ item_id: string; item_quantity: number; seen_price: number | null } & ProductCardRow)
);

// A list without items has one row, so that one query returns its existence and its content.
const show = builtStatement<ShownRow, [id: string, customer: string, now: Date]>(
  'wishlists.show',
  `select w.share_token, entry.id as item_id, entry.quantity as item_quantity, entry.seen_price, product.*
   from wishlists w left join wishlist_items entry on entry.wishlist_id = w.id
     left join lateral (${productCardSelect('entry.product_id', '$3')}) product on true
   where w.id = $1 and w.customer_id = $2
   order by entry.added_at, entry.id`,
);

/** Finds a list's items as shown, and the token of its link. Undefined if the list is not the customer's. */
export async function findShownItems(
  tx: Tx,
  wishlistId: string,
  customerId: string,
  showing: DisplayContext,
): Promise<{ items: WishlistDisplayItem[]; shareToken: string | null } | undefined> {
  const rows = await show(tx, [wishlistId, customerId, showing.now]);
  const [first] = rows;
  if (first === undefined) return undefined;
  const items = rows.flatMap((row) => (row.item_id === null ? [] : [toShown(row, showing)]));
  return { items, shareToken: first.share_token };
}

type ShownItemRow = Extract<ShownRow, { item_id: string }>;

function toShown(row: ShownItemRow, showing: DisplayContext): WishlistDisplayItem {
  const { item_id: id, item_quantity: quantity, seen_price: seenPrice } = row;
  const { sku, title, slug, status, brand, mainImage, salesPrice, regularPrice, discount, internalTags } = toProduct(
    row,
    showing,
  );
  // A product that is unpublished or has no price cannot be bought.
  const isSold = salesPrice !== null && row.is_published;
  return {
    id,
    sku,
    quantity,
    wishlistItemsIds: [id],
    title,
    slug,
    status: isSold ? status : 'OUT_OF_STOCK',
    brand,
    mainImage,
    salesPrice,
    regularPrice,
    discount,
    internalTags,
    ...seenPriceOf(seenPrice, priceNow(row)),
  };
}

export interface ProductToSave {
  id: number;
  sku: string;
  sellerId: number;
}

const take = statement(
  'wishlists.take',
  `select take_wishlist($1, $2) as items, coalesce((
     select jsonb_agg(jsonb_build_object('id', id, 'sku', sku, 'sellerId', seller_id)) from products
     where sku = any ($3) and is_published), '[]') as products`,
  { items: column<StoredItem[]>(), products: column<ProductToSave[]>() },
);

/** Locks a list until the transaction ends, and reads the products of `skus`. Undefined if the list is not the customer's. */
export async function takeWishlist(
  tx: Tx,
  wishlistId: string,
  customerId: string,
  skus: readonly string[] = [],
): Promise<{ items: StoredItem[]; products: ProductToSave[] } | undefined> {
  const [row] = await take(tx, [wishlistId, customerId, skus]);
  return row?.items ? { items: row.items, products: row.products } : undefined;
}

export type LineRefusal = LockRefusal | 'FORBIDDEN' | 'CART_LINE_NOT_FOUND';

const callTakeLine = statement('wishlists.take-line', 'select refusal, sku, units from take_cart_line($1, $2, $3)', {
  refusal: column<LineRefusal>(),
});

/** Reads and locks a cart line until the transaction ends. Call with the list locked. */
export async function takeLine(
  tx: Tx,
  { cartId, lineId, customerId }: { cartId: string; lineId: string; customerId: string },
): Promise<{ sku: string; quantity: number } | { refusal: LineRefusal }> {
  const [row] = await callTakeLine(tx, [cartId, lineId, customerId]);
  if (row?.refusal) return { refusal: row.refusal };
  if (!row?.sku || !row.units) throw new Error('take_cart_line answered neither a line nor a refusal');
  return { sku: row.sku, quantity: row.units };
}

const callLeave = statement('wishlists.leave-in-line', 'select leave_in_cart_line($1, $2, $3, $4)');

/** Sets the units of a locked line that stay in the cart. Zero removes the line. */
export async function leaveInLine(
  tx: Tx,
  { cartId, cartItemId }: { cartId: string; cartItemId: string },
  units: number,
  now: Date,
): Promise<void> {
  await callLeave(tx, [cartId, cartItemId, units, now]);
}

const save = statement(
  'wishlists.save',
  `insert into wishlist_items (id, wishlist_id, product_id, quantity, added_at)
   select (i ->> 'id')::uuid, $1, (i ->> 'productId')::bigint, (i ->> 'quantity')::int, $3
   from jsonb_array_elements($2::jsonb) i
   on conflict (wishlist_id, product_id) do update set quantity = excluded.quantity`,
);

/** Writes new items, and new quantities of existing items. Call with the list locked. */
export async function saveItems(
  tx: Tx,
  wishlistId: string,
  items: readonly { id: string; productId: number; quantity: number }[],
  now: Date,
): Promise<void> {
  await save(tx, [wishlistId, JSON.stringify(items), now]);
}

const markSeen = statement(
  'wishlists.mark-price-seen',
  `update wishlist_items i set seen_price = $3 from products p
   where i.wishlist_id = $1 and p.sku = $2 and i.product_id = p.id and price_at(p.id, $4) = $3`,
);

/** Records that the customer has seen the price of a product (PRICE-09), if the price is still valid. Call with the list locked. */
export async function markPriceSeen(
  tx: Tx,
  { wishlistId, sku, price }: { wishlistId: string; sku: string; price: Centavos | null },
  now: Date,
): Promise<void> {
  await markSeen(tx, [wishlistId, sku, price, now]);
}

const remove = statement(
  'wishlists.remove',
  'delete from wishlist_items where wishlist_id = $1 and id = any ($2::uuid[])',
);

/** Call with the list locked. */
export async function removeItems(tx: Tx, wishlistId: string, itemIds: readonly string[]): Promise<void> {
  await remove(tx, [wishlistId, itemIds]);
}

export type MoveRefusal = LockRefusal | 'WISHLIST_NOT_FOUND' | 'WISHLIST_NOT_MOVED' | 'FORBIDDEN';

const callMove = statement(
  'wishlists.move',
  'select refusal, items from move_wishlist_items($1, $2, $3, $4, $5, $6, $7, $8)',
  { refusal: column<MoveRefusal>(), items: column<StoredItem[]>() },
);

export interface ItemsToMove {
  wishlistId: string;
  customerId: string;
  cartId: string;
  itemIds: readonly string[];
  /** IDs of new cart lines, in the order of the items. */
  lineIds: readonly string[];
}

/** Moves the items that the cart accepts. Returns the rest, or why nothing was written. */
export async function moveItems(
  tx: Tx,
  { wishlistId, customerId, cartId, itemIds, lineIds }: ItemsToMove,
  now: Date,
): Promise<{ items: StoredItem[] } | { refusal: MoveRefusal }> {
  const [row] = await callMove(tx, [wishlistId, customerId, cartId, itemIds, lineIds, lineLimit, quantityLimit, now]);
  if (row?.refusal) return { refusal: row.refusal };
  if (!row?.items) throw new Error('move_wishlist_items answered neither items nor a refusal');
  return { items: row.items };
}
