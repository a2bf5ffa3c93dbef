import { unwrap } from '@ceiba/client/call-failure';
import type { CallAnswer, CallInput } from '@ceiba/contract/client';
import { addressAlerts, addressFailure } from '@ceiba/domain/addresses/address-alerts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showAlert } from '../alerts/notices.ts';
import { takeAccountPlace } from '../locations/account-place.ts';
import { api } from '../platform/api.ts';

/** Personal data: removed from the cache at sign-out. */
export const addressesKey = ['customer', 'addresses'] as const;

export type SavedAddresses = CallAnswer<'listAddresses'>;
export type SavedAddress = SavedAddresses[number];
export type AddressValues = CallInput<'addAddress'>['body'];

/** The saved addresses of the signed-in customer, the default one first. Null until they are loaded. */
export function useSavedAddresses(): { addresses: SavedAddresses | null; isFailed: boolean; reload: () => void } {
  const query = useQuery({
    queryKey: addressesKey,
    queryFn: async ({ signal }) => unwrap(await api('listAddresses', {}, { signal })),
  });
  useEffect(() => {
    if (query.isError) tellFailure();
  }, [query.isError]);
  return { addresses: query.data ?? null, isFailed: query.isError && !query.data, reload: () => void query.refetch() };
}

/** Shows the one alert for every failure except the failure to choose the default address (ADR-09, DEC-92). */
function tellFailure(): void {
  const { title, message } = addressFailure;
  showAlert({ id: 'addresses-alert', type: 'Error', title, message });
}

const tellSuccess = (title: string): void => showAlert({ id: 'addresses-alert', type: 'Success', title, message: '' });

export interface AddressChanges {
  /** Adds an address, or changes the one with `id`. Returns whether it was saved. */
  save: (values: AddressValues, id: string | null) => Promise<boolean>;
  remove: (id: string) => Promise<void>;
  /** The new default is shown immediately, and rolled back if the call fails (ADR-10). */
  setDefault: (id: string) => Promise<void>;
}

async function readAgain(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: addressesKey });
  takeAccountPlace(queryClient.getQueryData<SavedAddresses>(addressesKey) ?? []);
}

/** Changes saved addresses. Each change shows its alert (ADR-05 to ADR-11). */
export function useAddressChanges(): AddressChanges {
  const queryClient = useQueryClient();
  return {
    save: async (body, id) => {
      const answer =
        id === null ? await api('addAddress', { body }) : await api('changeAddress', { params: { id }, body });
      if (answer.ok) tellSuccess(id === null ? addressAlerts.added : addressAlerts.updated);
      else tellFailure();
      await readAgain(queryClient);
      return answer.ok;
    },
    remove: async (id) => {
      const answer = await api('deleteAddress', { params: { id } });
      // If another tab has already deleted the address, this counts as a success.
      if (answer.ok || answer.error.code === 'ADDRESS_NOT_FOUND') tellSuccess(addressAlerts.deleted);
      else tellFailure();
      await readAgain(queryClient);
    },
    setDefault: (id) => setDefault(queryClient, id),
  };
}

async function setDefault(queryClient: QueryClient, id: string): Promise<void> {
  await queryClient.cancelQueries({ queryKey: addressesKey });
  const before = queryClient.getQueryData<SavedAddresses>(addressesKey);
  queryClient.setQueryData<SavedAddresses>(addressesKey, (known) =>
    known?.map((address) => ({ ...address, defaultShipping: address.id === id })),
  );
  const answer = await api('setDefaultAddress', { params: { id }, body: {} });
  if (answer.ok) tellSuccess(addressAlerts.defaultChanged);
  else {
    queryClient.setQueryData(addressesKey, before);
    showAlert({ id: 'addresses-alert', type: 'Error', title: addressAlerts.defaultFailed, message: '' });
  }
  await readAgain(queryClient);
}
