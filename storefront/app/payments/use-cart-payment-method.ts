import type { CallInput } from '@ceiba/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cartScope, takeCartFields } from '../carts/cart-cache.ts';
import { api } from '../platform/api.ts';
import { unwrap } from '../platform/unwrap.ts';

export type PaymentMethodToSet = CallInput<'setCartPaymentMethod'>['body'];

/** Tells the cart how it will be paid: that decides the bank promotion and so the total (PAY-09, DEC-79, DEC-103). */
export function useCartPaymentMethod(cartId: string, onFailed: () => void) {
  const queryClient = useQueryClient();
  const { mutate, isPending, isError } = useMutation({
    scope: cartScope,
    mutationFn: async (body: PaymentMethodToSet) =>
      unwrap(await api('setCartPaymentMethod', { params: { id: cartId }, body })).data,
    onSuccess: ({ prices }) => takeCartFields(queryClient, cartId, { prices }),
    onError: onFailed,
  });
  return { set: mutate, isPending, isError };
}
