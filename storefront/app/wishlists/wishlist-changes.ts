import { unwrap } from '@ceiba/client/call-failure';
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { cartScope, takeCartFields } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';
import { tryToLoad } from '../platform/load-part.ts';
import {
  readAgain,
  type ShownWishlist,
  type Wishlist,
  type WishlistItem,
  wishlistKey,
  wishlistsKey,
} from './wishlists-data.ts';

/** What fills a cart comes with the first press. */
const loadAdding = () => tryToLoad(() => import('../carts/add-to-cart.ts'));

const moveKey = ['cart', 'move-wishlist-item'] as const;
const removeKey = ['wishlists', 'remove'] as const;

export interface WishlistChanges {
  move: (item: WishlistItem) => void;
  remove: (item: WishlistItem) => void;
  isMoving: (id: string) => boolean;
  isRemoving: (id: string) => boolean;
}

/** What can be done with the items of a list (WISH-03); what fails is logged, and the list read again (WISH-04, DEC-157). */
export function useWishlistChanges(listId: string, onMoved: (item: WishlistItem) => void): WishlistChanges {
  const queryClient = useQueryClient();
  const params = { id: listId };
  const onError = (error: Error): void => console.warn('wishlist', error);
  const onSettled = (): Promise<void> => readAgain(queryClient);
  const moving = useMutation({
    mutationKey: moveKey,
    // The cart is changed, too: in its queue (CART-24).
    scope: cartScope,
    mutationFn: async ({ wishlistItemsIds }: WishlistItem) => {
      const { addToOpenCart } = await loadAdding();
      return addToOpenCart((cartId) => api('moveWishlistItems', { params, body: { cartId, wishlistItemsIds } }));
    },
    onSuccess: async ({ cartId, wishlist: _, ...fields }, item) => {
      await takeCartFields(queryClient, cartId, fields);
      await dropItem(queryClient, listId, item.id);
      onMoved(item);
    },
    onError,
    onSettled,
  });
  const removing = useMutation({
    mutationKey: removeKey,
    mutationFn: async ({ wishlistItemsIds }: WishlistItem) =>
      unwrap(await api('removeWishlistItems', { params, body: { wishlistItemsIds } })),
    onSuccess: (_, item) => dropItem(queryClient, listId, item.id),
    onError,
    onSettled,
  });
  const moved = usePending(moveKey);
  const removed = usePending(removeKey);
  return {
    move: moving.mutate,
    remove: removing.mutate,
    isMoving: (id) => moved.includes(id),
    isRemoving: (id) => removed.includes(id),
  };
}

/** The items whose change is on its way. */
const usePending = (mutationKey: readonly string[]): (string | null)[] =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (isItem(state.variables) ? state.variables.id : null),
  });

const isItem = (variables: unknown): variables is WishlistItem =>
  typeof variables === 'object' && variables !== null && 'wishlistItemsIds' in variables;

/** Gone from what is shown at once; answers of two changes may come in another order than the server made them. */
async function dropItem(queryClient: QueryClient, listId: string, itemId: string): Promise<void> {
  await queryClient.cancelQueries({ queryKey: wishlistsKey });
  queryClient.setQueryData<ShownWishlist>(
    wishlistKey(listId),
    (known) => known && { ...known, items: known.items.filter(({ id }) => id !== itemId) },
  );
  queryClient.setQueryData<Wishlist[]>(wishlistsKey, (known) =>
    known?.map((list) => ({
      ...list,
      items: list.items.filter(({ wishlistItemsIds }) => !wishlistItemsIds.includes(itemId)),
    })),
  );
}
