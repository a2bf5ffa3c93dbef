import { ApiFailure } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { addressFailure } from '@ceiba/domain/addresses/address-alerts';
import { tryToLoad } from '@ceiba/ui/try-to-load';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { cartScope, takeCartFields } from '../carts/use-cart.ts';
import type { Contact } from '../checkout/checkout-data.ts';
import { dispatchStep, updateCheckout } from '../checkout/checkout-store.ts';
import { loadWithRetries } from '../platform/load-part.ts';

/** The script that sends a delivery loads with the delivery step. */
export const loadSending = () => import('./send-delivery.ts');

/** Fetched when a refusal names a field, because forms know only the last part of the field's path. */
async function openRefused(fields: Readonly<Record<string, string>>): Promise<void> {
  const { openRefusedStep } = await tryToLoad(() => import('../checkout/open-refused-step.ts'));
  openRefusedStep(Object.fromEntries(Object.entries(fields).map(([path, said]) => [path.split('.').at(-1), said])));
}

interface Acceptance {
  contact: Contact;
  /** The dates shown when the shopper continued. They become the promise of the order (DEL-32). */
  groups: DeliveryTimeGroup[];
}

/** Sends the delivery to the cart. Returns true if the server has accepted it (DEC-95). A refusal shows its alert and reopens the step. */
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
      const fields = error instanceof ApiFailure ? (error.error.metadata.fields ?? {}) : {};
      const [reason] = Object.values(fields);
      if (reason !== undefined) void openRefused(fields);
      const words = { title: addressFailure.title, message: reason ?? addressFailure.message };
      showAlert({ id: 'addresses-alert', type: 'Error', ...failureWords(error, words) }, 'checkout');
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
