import { unwrap } from '@ceiba/client/call-failure';
import type { ApiError, CallAnswer } from '@ceiba/contract/client';
import type { Result } from '@ceiba/domain/result';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from '../auth/session-store.ts';
import { api } from '../platform/api.ts';

export type Wishlist = CallAnswer<'listWishlists'>[number];
export type ShownWishlist = CallAnswer<'getWishlist'>;
export type WishlistItem = ShownWishlist['items'][number];

/** Personal: forgotten at sign-out. Everything about lists stands under it. */
export const wishlistsKey = ['customer', 'wishlists'] as const;

export const wishlistKey = (id: string) => [...wishlistsKey, id] as const;

const wishlistsQuery = queryOptions({
  queryKey: wishlistsKey,
  queryFn: async ({ signal }) => unwrap(await api('listWishlists', {}, { signal })),
  // Another tab or device may have saved something.
  refetchOnWindowFocus: 'always',
});

/** The lists of who is signed in, null while they are not known, and for a guest, who has none (WISH-05). */
export function useWishlists(): { wishlists: readonly Wishlist[] | null; isFailed: boolean; reload: () => void } {
  const session = useSession();
  const query = useQuery({ ...wishlistsQuery, enabled: Boolean(session) });
  return {
    wishlists: session ? (query.data ?? null) : null,
    isFailed: query.isError && !query.data,
    reload: () => void query.refetch(),
  };
}

/** What a list shows (WISH-02); null while that is not known. */
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

/** The customer's list, asked for where it is not known yet. */
export async function ownList(queryClient: QueryClient): Promise<Wishlist> {
  const [list] = await queryClient.fetchQuery(wishlistsQuery);
  if (list === undefined) throw new Error('every customer has a list (DEC-157)');
  return list;
}

/** Saves in the customer's list (WISH-06); where there is more of it already, that grows (DEC-157). Throws `ApiFailure`. */
export async function saveProduct(queryClient: QueryClient, product: { sku: string; quantity: number }): Promise<void> {
  const { id } = await ownList(queryClient);
  unwrap(await api('addWishlistProducts', { params: { id }, body: { products: [product] } }));
  await readAgain(queryClient);
}

/** Moves a line of a cart into the list, as far as that takes it, in one step: it is in one of them, whatever is lost. */
export async function saveLine(
  queryClient: QueryClient,
  product: { sku: string; quantity: number },
  from: { cartId: string; cartItemId: string },
): Promise<Result<Wishlist, ApiError>> {
  const { id } = await ownList(queryClient);
  return api('addWishlistProducts', { params: { id }, body: { products: [product], from } });
}
