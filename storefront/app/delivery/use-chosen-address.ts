import type { SavedAddress } from '@ceiba/contract/addresses';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { emptyDelivery } from '../checkout/checkout-data.ts';
import { updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import type { AddressForm } from './delivery-address-fields.tsx';

/** A saved address as the fields of the form; null empties them for another one. */
function fieldsOf(
  saved: SavedAddress | null,
): Pick<AddressForm, 'address' | 'addressName' | 'region' | 'city' | 'zone'> {
  const { address, addressName, region, city, zone } = emptyDelivery;
  if (saved === null) return { address, addressName, region, city, zone };
  return {
    address: saved.street.join(', '),
    addressName: saved.alias,
    region: String(saved.region.regionId),
    city: saved.city,
    zone: saved.zone,
  };
}

const pointOf = ({ latitude, longitude }: SavedAddress) =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/**
 * The saved address the order goes to, null while another one is typed; the default one is chosen where nothing was
 * typed or chosen before (DEL-17). Its fields stand in the form, which is what is sent.
 */
export function useChosenAddress(
  form: UseFormReturn<AddressForm>,
  addresses: readonly SavedAddress[],
): { chosen: SavedAddress | null; choose: (saved: SavedAddress | null) => void } {
  const savedAddressId = useCheckout((state) => state.userData.savedAddressId);
  const { getValues, reset } = form;
  const choose = (saved: SavedAddress | null): void => {
    const fields = fieldsOf(saved);
    reset({ ...getValues(), ...fields, saveAddress: false });
    updateDelivery({
      ...fields,
      saveAddress: false,
      savedAddressId: saved?.id ?? otherAddress,
      point: saved === null ? null : pointOf(saved),
    });
  };
  const preselected = addresses.find(({ defaultShipping }) => defaultShipping);
  useEffect(() => {
    const isUntouched = savedAddressId === null && getValues('address') === '';
    if (isUntouched && preselected !== undefined) choose(preselected);
  });
  return { chosen: addresses.find(({ id }) => id === savedAddressId) ?? null, choose };
}

/** In the place of an id: the shopper types another address, and none is preselected any more. */
const otherAddress = '';
