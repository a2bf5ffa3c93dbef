import { unwrap } from '@ceiba/client/call-failure';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { callCart } from '../carts/cart-call.ts';
import { cartFailureWords } from '../carts/cart-failure.ts';
import { readCartId } from '../carts/cart-store.ts';
import { cartScope, refreshCart, takeCartFields } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';

const donationFailed = {
  title: 'No pudimos actualizar tu donación',
  message: 'Intenta de nuevo más tarde.',
} as const;

/** Sends a donation in whole quetzales; 0 removes it (DON-03, DEC-53). */
const sendDonation = (donation: number) =>
  callCart((id) =>
    donation === 0
      ? api('removeCartDonation', { params: { id } })
      : api('setCartDonation', { params: { id }, body: { donation } }),
  );

export function useDonation(): { give: (quetzales: number) => void; remove: () => void; isPending: boolean } {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationKey: ['cart', 'donation'],
    scope: cartScope,
    mutationFn: async (donation: number) => unwrap(await sendDonation(donation)),
    onSuccess: ({ cartId, fields }) => takeCartFields(queryClient, cartId, fields),
    onError: async (error) => {
      showAlert({ id: 'cart-alerts', type: 'Error', ...cartFailureWords(error, donationFailed) });
      const cartId = readCartId();
      if (cartId !== null) await refreshCart(queryClient, cartId);
    },
  });
  return { give: mutation.mutate, remove: () => mutation.mutate(0), isPending: mutation.isPending };
}
