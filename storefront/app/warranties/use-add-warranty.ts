import type { Product } from '@ceiba/contract/catalog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/alert-store.ts';
import { moveAddedLine } from '../carts/add-panel-store.ts';
import { cartScope, refreshCart, takeCartFields } from '../carts/cart-cache.ts';
import { type Added, addFailure, addProduct } from '../carts/use-add-to-cart.ts';
import { api } from '../platform/api.ts';
import { unwrap } from '../platform/unwrap.ts';

export interface LineForWarranty {
  cartId: string;
  cartItemId: string;
  product: Product;
  quantity: number;
  /** Sku of the warranty. */
  warranty: string;
}

/** WAR-07: the line goes and comes back with the warranty; without it, should the warranty be refused. */
async function replaceLine({ cartId, cartItemId, product, quantity, warranty }: LineForWarranty): Promise<Added> {
  unwrap(await api('changeCartProduct', { params: { id: cartId }, body: { cartItemId, quantity: 0 } }));
  try {
    return await addProduct({ product, quantity, warranty });
  } catch (refusal) {
    const { cartItemId: restored } = await addProduct({ product, quantity });
    moveAddedLine({ cartId, cartItemId: restored });
    throw refusal;
  }
}

export function useAddWarranty(onSettled: (isAdded: boolean) => void): { add: (line: LineForWarranty) => void } {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    scope: cartScope,
    mutationFn: replaceLine,
    onSuccess: async ({ cartId, cartItemId, ...fields }) => {
      await takeCartFields(queryClient, cartId, fields);
      moveAddedLine({ cartId, cartItemId });
      onSettled(true);
    },
    onError: async (error, { cartId }) => {
      showAlert({ id: 'warranty-alert', type: 'Error', ...addFailure(error) });
      onSettled(false);
      await refreshCart(queryClient, cartId);
    },
  });
  return { add: mutation.mutate };
}
