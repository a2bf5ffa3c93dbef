import { unwrap } from '@ceiba/client/call-failure';
import type { ApiError, CallAnswer } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from '../auth/session-store.ts';
import { api } from '../platform/api.ts';

export type Wishlist = CallAnswer<'listWishlists'>[number];
export type ShownWishlist = CallAnswer<'getWishlist'>;
export type WishlistItem = ShownWishlist['items'][number];

/** Personal data: removed from the cache at sign-out. The prefix of all keys about lists. */
export const wishlistsKey = ['customer', 'wishlists'] as const;

export const wishlistKey = (id: string) => [...wishlistsKey, id] as const;

const wishlistsQuery = queryOptions({
  queryKey: wishlistsKey,
  queryFn: async ({ signal }) => unwrap(await api('listWishlists', {}, { signal })),
  // Another tab or device may have saved something.
  refetchOnWindowFocus: 'always',
});

/** The lists of the signed-in customer. Null until loaded, and for a guest, because guests have no lists (WISH-05). */
export function useWishlists(): { wishlists: readonly Wishlist[] | null; isFailed: boolean; reload: () => void } {
  const session = useSession();
  const query = useQuery({ ...wishlistsQuery, enabled: Boolean(session) });
  return {
    wishlists: session ? (query.data ?? null) : null,
    isFailed: query.isError && !query.data,
    reload: () => void query.refetch(),
  };
}

/** The content of a list (WISH-02). Null until loaded. */
export function useWishlist(id: string): { wishlist: ShownWishlist | null; isFailed: boolean; reload: () => void } {
  const query = useQuery({
    queryKey: wishlistKey(id),
    queryFn: async ({ signal }) => unwrap(await api('getWishlist', { params: { id } }, { signal })),
    refetchOnWindowFocus: 'always',
  });
  return { wishlist: query.data ?? null, isFailed: query.isError && !query.data, reload: () => void query.refetch() };
}

export const readAgain = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: wishlistsKey });

/** Returns the customer's list. Loads the list if it is not known yet. */
export async function ownList(queryClient: QueryClient): Promise<Wishlist> {
  const [list] = await queryClient.fetchQuery(wishlistsQuery);
  if (list === undefined) throw new Error('the customer has no list (DEC-157)');
  return list;
}

/**
 * Saves a product in the customer's list (WISH-06). If the product is already in the list, its quantity increases
 * (DEC-157). Throws `ApiFailure`.
 */
export async function saveProduct(queryClient: QueryClient, product: { sku: string; quantity: number }): Promise<void> {
  const { id } = await ownList(queryClient);
  unwrap(await api('addWishlistProducts', { params: { id }, body: { products: [product] } }));
  await readAgain(queryClient);
}

/** Moves a line of a cart to the list, as far as there is room. The move is one step: even after a lost answer, the line is in only one place. */
export async function saveLine(
  queryClient: QueryClient,
  product: { sku: string; quantity: number },
  from: { cartId: string; cartItemId: string },
): Promise<Result<Wishlist, ApiError>> {
  const { id } = await ownList(queryClient);
  return api('addWishlistProducts', { params: { id }, body: { products: [product], from } });
}
