import { randomBytes, randomUUIDv7 } from 'node:crypto';
import * as calls from '@ceiba/contract/wishlists';
import { isThirdParty } from '@ceiba/domain/carts/cart-line';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { addToWishlist, type WishlistEntry, wishlistTitle } from '@ceiba/domain/wishlists/wishlist';
import { toLinesAnswer } from '../carts/cart-answer.ts';
import { answerRefusal, type CartRefusal } from '../carts/cart-refusal.ts';
import { getChangedCart } from '../carts/read-cart.store.ts';
import { sentAmount } from '../catalog/product-card.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { findSharedItems, shareList, unshareList } from './shared-wishlists.store.ts';
import {
  findShownItems,
  type LineRefusal,
  leaveInLine,
  markPriceSeen,
  moveItems,
  openWishlist,
  type ProductToSave,
  readItems,
  removeItems,
  type StoredItem,
  saveItems,
  takeLine,
  takeWishlist,
} from './wishlists.store.ts';

const toWishlist = (id: string, items: readonly StoredItem[]): calls.Wishlist => ({
  id,
  title: wishlistTitle,
  items: items.map((item) => ({ sku: item.sku, quantity: item.quantity, wishlistItemsIds: [item.id] })),
});

const notFound = { code: 'WISHLIST_NOT_FOUND' } as const;

export const wishlistsRoutes = ({ db }: { db: Database }): Route[] => [
  route(calls.listWishlists, async (_, { customer, now }) => {
    const id = await openWishlist(db.write, customer.id, randomUUIDv7(), now);
    return ok([toWishlist(id, await readItems(db.write, id))]);
  }),

  route(calls.getWishlist, async ({ params: { id } }, { customer, now, policy }) => {
    // A list shows no points.
    const showing = { now, policy: { ...policy, earnsPoints: false } };
    const shown = await findShownItems(db.write, id, customer.id, showing);
    return shown === undefined ? refuse(notFound) : ok({ id, title: wishlistTitle, ...shown });
  }),

  route(calls.shareWishlist, async ({ params: { id } }, { customer }) => {
    const shareToken = await shareList(db.write, id, customer.id, randomBytes(32).toString('base64url'));
    return shareToken === undefined ? refuse(notFound) : ok({ shareToken });
  }),

  route(calls.unshareWishlist, async ({ params: { id } }, { customer }) =>
    (await unshareList(db.write, id, customer.id)) ? ok(null) : refuse(notFound),
  ),

  // Reads the primary, so that a list that is no longer shared is hidden immediately.
  route(calls.getSharedWishlist, async ({ params: { shareToken } }, context) => {
    const items = await findSharedItems(db.write, shareToken, context);
    return items === undefined ? refuse(notFound) : ok({ items });
  }),

  route(calls.addWishlistProducts, ({ params: { id }, body: { products, from, merge } }, { customer, now }) =>
    db.transaction(async (tx) => {
      const skus = products.map(({ sku }) => sku);
      const taken = await takeWishlist(tx, id, customer.id, skus);
      if (taken === undefined) return refuse({ code: 'WISHLIST_NOT_FOUND' });
      const seen = products.filter(({ seenPrice }) => seenPrice !== undefined);
      for (const { sku, seenPrice = 0 } of seen)
        await markPriceSeen(tx, { wishlistId: id, sku, price: sentAmount(seenPrice) }, now);
      if (seen.length > 0) return ok(toWishlist(id, taken.items));
      const wanted = from === undefined ? ok(products) : await lineToSave(tx, customer.id, from, products);
      if (!wanted.ok) return wanted;
      const items = merge
        ? ok(mergeProducts(taken.items, skus, taken.products))
        : withProducts(taken.items, wanted.value, taken.products);
      if (!items.ok) return items;
      if (from !== undefined) {
        const [{ sku, quantity } = { sku: '', quantity: 0 }] = wanted.value;
        const saved = quantityOf(items.value, sku) - quantityOf(taken.items, sku);
        if (saved === 0) return refuse({ code: 'CART_QUANTITY_LIMIT' });
        await leaveInLine(tx, from, quantity - saved, now);
      }
      const changed = items.value.flatMap(({ id: itemId, sku, quantity }) => {
        const product = taken.products.find((known) => known.sku === sku);
        return product === undefined ? [] : [{ id: itemId, productId: product.id, quantity }];
      });
      await saveItems(tx, id, changed, now);
      return ok(toWishlist(id, items.value));
    }),
  ),

  route(calls.moveWishlistItems, async ({ params: { id }, body }, { customer, now, policy }) => {
    const { cartId, wishlistItemsIds: itemIds } = body;
    const lineIds = itemIds.map(() => randomUUIDv7());
    const moved = await moveItems(db.write, { wishlistId: id, customerId: customer.id, cartId, itemIds, lineIds }, now);
    if ('refusal' in moved) return answerRefusal(db.write, { cartId, viewerId: customer.id }, moved.refusal);
    const cart = await getChangedCart(db.write, cartId, now, policy);
    return ok({ ...toLinesAnswer(cart, 200, { viewerId: customer.id }), wishlist: toWishlist(id, moved.items) });
  }),

  route(calls.removeWishlistItems, ({ params: { id }, body: { wishlistItemsIds } }, { customer }) =>
    db.transaction(async (tx) => {
      const taken = await takeWishlist(tx, id, customer.id);
      if (taken === undefined) return refuse({ code: 'WISHLIST_NOT_FOUND' });
      await removeItems(tx, id, wishlistItemsIds);
      return ok(
        toWishlist(
          id,
          taken.items.filter((item) => !wishlistItemsIds.includes(item.id)),
        ),
      );
    }),
  ),
];

const quantityOf = (items: readonly StoredItem[], sku: string): number =>
  items.find((item) => item.sku === sku)?.quantity ?? 0;

/** Returns all units of the product's cart line, for any number in the request. List and line stay locked. */
async function lineToSave(
  tx: Tx,
  customerId: string,
  { cartId, cartItemId }: { cartId: string; cartItemId: string },
  products: readonly WishlistEntry[],
): Promise<Result<WishlistEntry[], CartRefusal<LineRefusal>>> {
  const line = await takeLine(tx, { cartId, lineId: cartItemId, customerId });
  if ('refusal' in line) return answerRefusal(tx, { cartId, viewerId: customerId }, line.refusal);
  const isNamed = products.length === 1 && products[0]?.sku === line.sku;
  return isNamed ? ok([line]) : refuse({ code: 'CART_LINE_NOT_FOUND' });
}

/** Returns the list with all of the products added (DEC-157), or refuses. A new item gets a new ID. */
function withProducts(
  items: readonly StoredItem[],
  wanted: readonly WishlistEntry[],
  products: readonly ProductToSave[],
): Result<StoredItem[], { code: 'PRODUCT_NOT_FOUND' | 'WISHLIST_NOT_ALLOWED' | 'WISHLIST_FULL' }> {
  let entries: WishlistEntry[] = items.map(({ sku, quantity }) => ({ sku, quantity }));
  for (const entry of wanted) {
    const product = products.find(({ sku }) => sku === entry.sku);
    if (product === undefined) return refuse({ code: 'PRODUCT_NOT_FOUND' });
    if (isThirdParty(product)) return refuse({ code: 'WISHLIST_NOT_ALLOWED' });
    const added = addToWishlist(entries, entry);
    if (!added.ok) return refuse({ code: added.error.code });
    entries = added.value;
  }
  const ids = new Map(items.map(({ sku, id }) => [sku, id]));
  return ok(entries.map((entry) => ({ ...entry, id: ids.get(entry.sku) ?? randomUUIDv7() })));
}

/** Returns the list with one unit of each product that it lacks and accepts, up to its limit. */
const mergeProducts = (
  items: readonly StoredItem[],
  skus: readonly string[],
  products: readonly ProductToSave[],
): StoredItem[] =>
  skus.reduce<StoredItem[]>(
    (merged, sku) => {
      if (quantityOf(merged, sku) > 0) return merged;
      const added = withProducts(merged, [{ sku, quantity: 1 }], products);
      return added.ok ? added.value : merged;
    },
    [...items],
  );
