import { unwrap } from '@ceiba/client/call-failure';
import type { Cart, CartLinesAnswer } from '@ceiba/contract/carts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../platform/api.ts';
import { readOpenLink } from '../platform/open-link.ts';
import { shopNow } from '../platform/shop-time.ts';
import { announceCartChange, followCartChanges } from './cart-changes.ts';
import { forgetCartId, useCartId } from './cart-store.ts';
import { saveLastCart } from './last-cart.ts';

export const cartKey = (id: string | null | undefined) => ['cart', id ?? null] as const;

/** Line operations and all other changes of a cart run one after the other (CART-24). */
export const cartScope = { id: 'cart' } as const;

/** Null if the cart is gone. Then the browser forgets the cart, too (DEC-72). */
async function fetchCart(id: string, signal: AbortSignal): Promise<Cart | null> {
  const answer = await api('getCart', { params: { id } }, { signal });
  if (answer.ok || answer.error.status !== 404) return unwrap(answer);
  forgetCartId(id);
  return null;
}

/**
 * Replaces the cart's fields with the fields that a line operation returned (CART-20). A read that started earlier cannot undo this. Other
 * tabs are notified (DEC-192).
 */
export async function takeCartFields(
  queryClient: QueryClient,
  id: string,
  fields: Partial<CartLinesAnswer>,
): Promise<void> {
  announceCartChange(id);
  await queryClient.cancelQueries({ queryKey: cartKey(id) });
  const known = queryClient.getQueryData<Cart | null>(cartKey(id));
  if (known) queryClient.setQueryData<Cart>(cartKey(id), { ...known, ...fields });
  else await queryClient.invalidateQueries({ queryKey: cartKey(id) });
}

export const refreshCart = (queryClient: QueryClient, id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: cartKey(id) });

export interface CartState {
  /** Null if there is no cart, or if the cart is still loading (`isLoading`). */
  cart: Cart | null;
  isLoading: boolean;
  /** True if the cart could not be read; `reload` tries again. */
  isFailed: boolean;
  reload: () => void;
}

/** The cart of this browser, with the same data in every component. During server rendering the cart is loading. */
export function useCart(): CartState {
  const id = useCartId();
  const queryClient = useQueryClient();
  useEffect(() => followCartChanges(queryClient), [queryClient]);
  const query = useQuery({
    queryKey: cartKey(id),
    queryFn: ({ signal }) => (id ? fetchCart(id, signal) : null),
    enabled: typeof id === 'string',
    // Another tab may have changed the cart. The shown amount must be the charged amount.
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => {
    // An offline browser shows its last cart (record 0017).
    if (query.data && !query.data.ended && readOpenLink() === null) saveLastCart(query.data, shopNow());
  }, [query.data]);
  return {
    cart: query.data ?? null,
    isLoading: id === undefined || (id !== null && query.isPending),
    isFailed: query.isError && !query.data,
    reload: () => void query.refetch(),
  };
}
