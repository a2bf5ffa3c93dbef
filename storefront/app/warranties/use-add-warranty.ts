import { unwrap } from '@ceiba/client/call-failure';
import type { Product } from '@ceiba/contract/catalog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { type Added, addFailure, addProduct } from '../carts/add-to-cart.ts';
import { moveAddedLine, openAddPanel } from '../carts/cart-store.ts';
import { cartScope, refreshCart, takeCartFields } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';

interface LineForWarranty {
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
    const restored = await addProduct({ product, quantity }).catch((error: Error) =>
      Promise.reject(new LineLost(error)),
    );
    moveAddedLine(restored);
    throw refusal;
  }
}

/** The line could not be put back, for the reason of its `cause`: the product is no longer in the cart. */
class LineLost extends Error {
  override readonly cause: Error;

  constructor(cause: Error) {
    super(cause.message);
    this.cause = cause;
  }
}

/** Puts a warranty on a line that is in the cart already; `onSettled` hears whether it is there. */
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
    onError: async (error, { cartId, product }) => {
      const failure = addFailure(error instanceof LineLost ? error.cause : error);
      showAlert({ id: 'warranty-alert', type: 'Error', ...failure });
      if (error instanceof LineLost) openAddPanel({ product, added: null, reason: failure.message });
      onSettled(false);
      await refreshCart(queryClient, cartId);
    },
  });
  return { add: mutation.mutate };
}
