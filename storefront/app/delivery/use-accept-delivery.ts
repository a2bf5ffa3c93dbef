import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { addressAlerts } from '@ceiba/domain/addresses/address';
import { shippingMethodOf } from '@ceiba/domain/delivery/delivery-choice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { cartScope, takeCartFields } from '../carts/use-cart.ts';
import type { Contact } from '../checkout/checkout-data.ts';
import { dispatchStep, updateCheckout, useCheckout } from '../checkout/checkout-store.ts';
import { api, unwrap } from '../platform/api.ts';
import { failureWords } from '../platform/failure-words.ts';
import { shippingAddressOf } from './shipping-address.ts';

interface Acceptance {
  contact: Contact;
  /** Dates shown when the shopper went on; they become the promise of the order (DEL-32). */
  groups: DeliveryTimeGroup[];
}

/** Address first, then method, then the fee (DEL-18, DEL-24). */
async function sendDelivery(cartId: string, { contact }: Acceptance) {
  const checkout = useCheckout.getState();
  const body = shippingAddressOf(checkout, contact);
  if (body === null) throw new Error('a pickup needs its store');
  const params = { id: cartId };
  unwrap(await api('setCartShippingAddress', { params, body }));
  const method = await api('setCartShippingMethod', { params, body: shippingMethodOf(checkout.userData.deliver) });
  const { prices } = unwrap(method).data;
  const tableRate = unwrap(await api('getCartTableRate', { params })).data;
  return { prices, tableRate };
}

/** Sends the delivery to the cart; true when the server took it (DEC-95). A refusal shows its alert and reopens the step. */
export function useAcceptDelivery(cartId: string): {
  accept: (acceptance: Acceptance) => Promise<boolean>;
  isPending: boolean;
} {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    scope: cartScope,
    mutationFn: (acceptance: Acceptance) => sendDelivery(cartId, acceptance),
    onSuccess: async ({ prices, tableRate }, { groups }) => {
      await takeCartFields(queryClient, cartId, { prices });
      updateCheckout({ tableRate, deliveryTime: groups });
    },
    onError: (error) => {
      dispatchStep({ type: 'deliveryRefused' });
      const { failedTitle: title, failedMessage: message } = addressAlerts;
      showAlert({ id: 'addresses-alert', type: 'Error', ...failureWords(error, { title, message }) }, 'checkout');
    },
  });
  return {
    accept: (acceptance) =>
      mutation.mutateAsync(acceptance).then(
        () => true,
        () => false,
      ),
    isPending: mutation.isPending,
  };
}
