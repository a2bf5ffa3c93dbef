import { failureWords } from '@ceiba/client/failure-words';
import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { addressAlerts } from '@ceiba/domain/addresses/address-alerts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { cartScope, takeCartFields } from '../carts/use-cart.ts';
import type { Contact } from '../checkout/checkout-data.ts';
import { dispatchStep, updateCheckout } from '../checkout/checkout-store.ts';
import { loadWithRetries } from '../platform/load-part.ts';

/** What sends a delivery comes with the step that asks for it. */
export const loadSending = () => import('./send-delivery.ts');

interface Acceptance {
  contact: Contact;
  /** Dates shown when the shopper went on; they become the promise of the order (DEL-32). */
  groups: DeliveryTimeGroup[];
}

/** Sends the delivery to the cart; true when the server took it (DEC-95). A refusal shows its alert and reopens the step. */
export function useAcceptDelivery(cartId: string): {
  accept: (acceptance: Acceptance) => Promise<boolean>;
  isPending: boolean;
} {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    scope: cartScope,
    mutationFn: async ({ contact }: Acceptance) => {
      const { sendDelivery } = await loadWithRetries(loadSending);
      return sendDelivery(cartId, contact);
    },
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
