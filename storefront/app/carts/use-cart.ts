import type { Cart } from '@ceiba/contract/carts';
import { useQuery } from '@tanstack/react-query';
import { cartKey, fetchCart } from './cart-cache.ts';
import { useCartId } from './cart-id.ts';

export interface CartState {
  /** Null: there is none, or it is not known yet (`isLoading`). */
  cart: Cart | null;
  isLoading: boolean;
  /** The cart could not be read; `reload` tries again. */
  isFailed: boolean;
  reload: () => void;
}

/** The cart of this browser; the same data wherever it is used. Loading during server rendering. */
export function useCart(): CartState {
  const id = useCartId();
  const query = useQuery({
    queryKey: cartKey(id),
    queryFn: ({ signal }) => (id ? fetchCart(id, signal) : null),
    enabled: typeof id === 'string',
    // Another tab may have changed it; what is shown must be what is charged.
    refetchOnWindowFocus: 'always',
  });
  return {
    cart: query.data ?? null,
    isLoading: id === undefined || (id !== null && query.isPending),
    isFailed: query.isError && !query.data,
    reload: () => void query.refetch(),
  };
}
