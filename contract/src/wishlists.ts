import { quantityLimit } from '@ceiba/domain/carts/cart-limits';
import { wishlistLimit } from '@ceiba/domain/wishlists/wishlist';
import { z } from 'zod';
import { cartLinesAnswer } from './carts.ts';
import { product } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { amount, money, sku } from './shapes.ts';

/** An item of a wish list (WISH-01). The calls that remove and move items use its id (DIF-46). */
const wishlistItem = z.object({ sku, quantity: z.int(), wishlistItemsIds: z.array(z.uuid()) });

const wishlist = z.object({ id: z.uuid(), title: z.string(), items: z.array(wishlistItem) });
export type Wishlist = z.infer<typeof wishlist>;

/** An item as shown (WISH-02, WISH-08). `id`: the ID of the item. */
const wishlistDisplayItem = wishlistItem.extend({
  id: z.uuid(),
  ...product.pick({
    title: true,
    slug: true,
    status: true,
    brand: true,
    mainImage: true,
    salesPrice: true,
    regularPrice: true,
    discount: true,
    internalTags: true,
  }).shape,
  /** The last price that the customer saw, if the price has changed since then (PRICE-09). */
  seenPrice: money.optional(),
});
export type WishlistDisplayItem = z.infer<typeof wishlistDisplayItem>;

const ofWishlist = z.strictObject({ id: z.uuid() });

const itemIds = z.array(z.uuid()).min(1).max(wishlistLimit);

export const listWishlists = endpoint({
  name: 'listWishlists',
  slice: 'wishlists',
  method: 'GET',
  path: '/v1/checkout/wishlists',
  summary: 'Returns the customer’s only wish list, and creates it at the first call (API-66, DEC-157)',
  auth: 'customer',
  limit: 'read',
  answers: { 200: z.array(wishlist) },
  errors: ['UNAUTHORIZED'],
});

export const getWishlist = endpoint({
  name: 'getWishlist',
  slice: 'wishlists',
  method: 'GET',
  path: '/v1/checkout/wishlists/{id}',
  summary: 'Returns a wish list with the data that its items show (API-67, WISH-02)',
  auth: 'customer',
  limit: 'read',
  params: ofWishlist,
  answers: {
    200: wishlist.extend({
      items: z.array(wishlistDisplayItem),
      /** The token in the link of the list. Null if the list is not shared. */
      shareToken: z.string().nullable(),
    }),
  },
  errors: ['UNAUTHORIZED', 'WISHLIST_NOT_FOUND'],
});

export const addWishlistProducts = endpoint({
  name: 'addWishlistProducts',
  slice: 'wishlists',
  method: 'POST',
  path: '/v1/checkout/wishlists/{id}/product',
  summary:
    'Adds products to a wish list. A product that is already in the list gets more units (API-68, WISH-06, DEC-157)',
  auth: 'customer',
  limit: 'write',
  dayBytes: { of: 'accounts', bytes: 400 },
  params: ofWishlist,
  body: z.strictObject({
    products: z
      .array(
        z.strictObject({
          sku,
          quantity: z.int().min(1).max(quantityLimit),
          /**
           * A changed price that the customer has seen, so that the list no longer reports it (PRICE-09). The call saves nothing
           * else. Ignored if it differs from the product's price.
           */
          seenPrice: amount.optional(),
        }),
      )
      .min(1)
      .max(wishlistLimit),
    from: z
      .strictObject({ cartId: z.uuid(), cartItemId: z.uuid() })
      .optional()
      .describe(
        'Moves a cart line to the list in one step: the line of the customer’s cart with the one product in `products`. Units that the list can take move to it, whatever `quantity` is, and the cart and the list change together or not at all. Without `from`, the cart does not change: a client that uses two calls sets the line’s quantity to 0 afterwards, by PATCH /v1/carts/{id}/products.',
      ),
    merge: z
      .literal(true)
      .optional()
      .describe(
        'Merges items that a browser stored for a guest. Items that are already in the list do not change. Items that cannot be saved, or have no room, are omitted instead of refused.',
      ),
  }),
  answers: { 201: wishlist },
  errors: [
    'UNAUTHORIZED',
    'FORBIDDEN',
    'WISHLIST_NOT_FOUND',
    'PRODUCT_NOT_FOUND',
    'WISHLIST_FULL',
    'WISHLIST_NOT_ALLOWED',
    'CART_NOT_FOUND',
    'CART_CLOSED',
    'ORDER_IN_PROGRESS',
    'CART_LINE_NOT_FOUND',
    'CART_QUANTITY_LIMIT',
  ],
});

export const moveWishlistItems = endpoint({
  name: 'moveWishlistItems',
  slice: 'wishlists',
  method: 'POST',
  path: '/v1/checkout/wishlists/{id}/cart',
  summary: 'Moves items to a cart. Items that the cart does not accept stay in the list (API-69, WISH-07, DEC-157)',
  auth: 'customer',
  limit: 'write',
  dayBytes: { of: 'accounts', bytes: 400 },
  params: ofWishlist,
  body: z.strictObject({ cartId: z.uuid(), wishlistItemsIds: itemIds }),
  answers: { 200: cartLinesAnswer.extend({ wishlist }) },
  errors: [
    'UNAUTHORIZED',
    'FORBIDDEN',
    'WISHLIST_NOT_FOUND',
    'WISHLIST_NOT_MOVED',
    'CART_NOT_FOUND',
    'CART_CLOSED',
    'ORDER_IN_PROGRESS',
  ],
});

export const removeWishlistItems = endpoint({
  name: 'removeWishlistItems',
  slice: 'wishlists',
  method: 'DELETE',
  path: '/v1/checkout/wishlists/{id}/product',
  summary: 'Removes items. Items that were already removed are ignored (API-70, WISH-06)',
  auth: 'customer',
  limit: 'write',
  params: ofWishlist,
  body: z.strictObject({ wishlistItemsIds: itemIds }),
  answers: { 200: wishlist },
  errors: ['UNAUTHORIZED', 'WISHLIST_NOT_FOUND'],
});

export const shareWishlist = endpoint({
  name: 'shareWishlist',
  slice: 'wishlists',
  method: 'POST',
  path: '/v1/checkout/wishlists/{id}/share',
  summary:
    'Shares a wish list: every reader of its link sees the products. A repeated call answers with the same link.',
  auth: 'customer',
  limit: 'write',
  dayBytes: { of: 'accounts', bytes: 200 },
  params: ofWishlist,
  answers: { 200: z.object({ shareToken: z.string() }) },
  errors: ['UNAUTHORIZED', 'WISHLIST_NOT_FOUND'],
});

export const unshareWishlist = endpoint({
  name: 'unshareWishlist',
  slice: 'wishlists',
  method: 'DELETE',
  path: '/v1/checkout/wishlists/{id}/share',
  summary: 'Stops sharing a wish list. Its link stops working for good',
  auth: 'customer',
  limit: 'write',
  params: ofWishlist,
  answers: { 204: null },
  errors: ['UNAUTHORIZED', 'WISHLIST_NOT_FOUND'],
});

export const getSharedWishlist = endpoint({
  name: 'getSharedWishlist',
  slice: 'wishlists',
  method: 'GET',
  path: '/v1/wishlists/shared/{shareToken}',
  summary:
    'Returns the products of a shared wish list, for everybody with its link. The response does not name the owner',
  auth: 'public',
  limit: 'sharedWishlist',
  params: z.strictObject({ shareToken: z.string().max(100) }),
  answers: { 200: z.object({ items: z.array(z.object({ quantity: z.int(), product })) }) },
  errors: ['WISHLIST_NOT_FOUND'],
});
