import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import type { Cart, CartItem } from '@ceiba/contract/carts';
import { canSaveForLater } from '@ceiba/domain/wishlists/wishlist';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { showAlert, showToast } from '../alerts/notices.ts';
import { measureRemoval } from '../analytics/removal-events.ts';
import { useSession } from '../auth/session-store.ts';
import { callCart } from '../carts/cart-call.ts';
import { announceCartChange } from '../carts/cart-changes.ts';
import { cartFailureWords } from '../carts/cart-failure.ts';
import type { SavingForLater } from '../carts/cart-line-row.tsx';
import { readCartId } from '../carts/cart-store.ts';
import { cartKey, cartScope, refreshCart } from '../carts/use-cart.ts';
import { savingWords } from './saving-words.ts';
import { readAgain, saveLine } from './wishlists-data.ts';

const saveKey = ['cart', 'save-for-later'] as const;

interface LineToSave {
  item: CartItem;
  quantity: number;
}

/** Returns whether the line is already saved: an earlier answer was lost, or another tab was first. */
const isAlreadySaved = (error: Error): boolean =>
  error instanceof ApiFailure && error.error.code === 'CART_LINE_NOT_FOUND';

/**
 * Moves lines of the cart to the wishlist in one step (CART-23), in the queue of the cart (CART-24). Units that do not fit in the list stay in the
 * cart.
 */
export function useSaveForLater(): SavingForLater {
  const queryClient = useQueryClient();
  const hasSession = Boolean(useSession());
  const readBoth = async (cartId: string): Promise<void> => {
    announceCartChange(cartId);
    await Promise.all([refreshCart(queryClient, cartId), readAgain(queryClient)]);
  };
  const { mutate } = useMutation({
    mutationKey: saveKey,
    scope: cartScope,
    mutationFn: async ({ item: { sku, cartItemId }, quantity }: LineToSave) => {
      const save = (id: string) => saveLine(queryClient, { sku, quantity }, { cartId: id, cartItemId });
      const { cartId } = unwrap(await callCart(save));
      await readBoth(cartId);
      return cartId;
    },
    onSuccess: (cartId, { item }) => {
      const lines = queryClient.getQueryData<Cart | null>(cartKey(cartId))?.items ?? [];
      if (lines.some(({ cartItemId }) => cartItemId === item.cartItemId))
        showAlert({ id: 'cart-alerts', type: 'Info', ...partlySaved });
      else {
        measureRemoval(item);
        showToast('Guardado en tu lista de deseos');
      }
    },
    onError: async (error) => {
      const cartId = readCartId();
      if (!isAlreadySaved(error))
        showAlert({ id: 'cart-alerts', type: 'Error', ...cartFailureWords(error, savingWords(error)) });
      if (cartId !== null) await readBoth(cartId);
    },
  });
  const saving = useMutationState({
    filters: { mutationKey: saveKey, status: 'pending' },
    select: ({ state }) => (isLineToSave(state.variables) ? state.variables.item.cartItemId : null),
  });
  return {
    canSave: (line) => canSaveForLater(line, hasSession),
    save: (item, quantity) => mutate({ item, quantity }),
    isSaving: (cartItemId) => saving.includes(cartItemId),
  };
}

const partlySaved = {
  title: 'Guardamos una parte',
  message: 'Tu lista guarda hasta 10 unidades de cada producto. Las demás siguen en tu carrito.',
};

const isLineToSave = (variables: unknown): variables is LineToSave =>
  typeof variables === 'object' && variables !== null && 'item' in variables;
