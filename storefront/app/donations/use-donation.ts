import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { readCartId } from '../carts/cart-store.ts';
import { cartScope, refreshCart, takeCartFields } from '../carts/use-cart.ts';
import { api, unwrap } from '../platform/api.ts';
import { failureWords } from '../platform/failure-words.ts';

const donationFailed = {
  title: 'No pudimos actualizar tu donación',
  message: 'Intenta de nuevo más tarde.',
} as const;

/** Whole quetzales to give, 0 takes the donation away (DON-03, DEC-53). */
async function sendDonation(donation: number) {
  const cartId = readCartId();
  if (cartId === null) throw new Error('a donation needs a cart');
  const params = { id: cartId };
  const answer =
    donation === 0
      ? await api('removeCartDonation', { params })
      : await api('setCartDonation', { params, body: { donation } });
  return { cartId, fields: unwrap(answer) };
}

export function useDonation(): { give: (quetzales: number) => void; remove: () => void; isPending: boolean } {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationKey: ['cart', 'donation'],
    scope: cartScope,
    mutationFn: sendDonation,
    onSuccess: ({ cartId, fields }) => takeCartFields(queryClient, cartId, fields),
    onError: async (error) => {
      showAlert({ id: 'cart-alerts', type: 'Error', ...failureWords(error, donationFailed) });
      const cartId = readCartId();
      if (cartId !== null) await refreshCart(queryClient, cartId);
    },
  });
  return { give: mutation.mutate, remove: () => mutation.mutate(0), isPending: mutation.isPending };
}
