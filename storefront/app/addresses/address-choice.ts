import { unwrap } from '@ceiba/client/call-failure';
import type { SavedAddress } from '@ceiba/contract/addresses';
import type { CallInput } from '@ceiba/contract/client';
import { addressFailure } from '@ceiba/domain/addresses/address-alerts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { useSession } from '../auth/session-store.ts';
import { api } from '../platform/api.ts';
import { addressesKey } from './saved-addresses.ts';

/**
 * Saved addresses to choose from in the checkout, the default one first. Guests have no saved addresses. If the
 * addresses cannot be loaded, the shopper types an address.
 */
export function useAddressChoice(): { isCustomer: boolean; addresses: readonly SavedAddress[]; isLoading: boolean } {
  const session = useSession();
  const isCustomer = Boolean(session);
  const query = useQuery({
    queryKey: addressesKey,
    enabled: isCustomer,
    queryFn: async ({ signal }) => unwrap(await api('listAddresses', {}, { signal })),
  });
  return {
    isCustomer,
    addresses: isCustomer ? (query.data ?? []) : [],
    isLoading: session === undefined || (isCustomer && query.isPending),
  };
}

type Address = CallInput<'addAddress'>['body'];

/** Saves an address for later purchases and returns its ID, or null. A failure only shows its alert (DEC-91). */
export function useSaveAddress(): (address: Address) => Promise<string | null> {
  const queryClient = useQueryClient();
  return async (body) => {
    const answer = await api('addAddress', { body });
    void queryClient.invalidateQueries({ queryKey: addressesKey });
    if (answer.ok) return answer.value.id;
    const { title, message } = addressFailure;
    showAlert({ id: 'addresses-alert', type: 'Error', title, message }, 'checkout');
    return null;
  };
}
