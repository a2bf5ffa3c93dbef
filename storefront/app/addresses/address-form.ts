import { countryCode, cutStreet, finalConsumerNit } from '@ceiba/domain/addresses/address';
import type { SignedInCustomer } from '../auth/customer-query.ts';
import type { AddressValues, SavedAddress } from './saved-addresses.ts';

/** ADR-02. */
export interface AddressForm {
  addressAlias: string;
  department: string;
  city: string;
  address: string;
  defaultAddress: boolean;
}

export const formOf = (edited: SavedAddress | null): AddressForm => ({
  addressAlias: edited?.alias ?? '',
  department: edited === null ? '' : String(edited.region.regionId),
  city: edited?.city ?? '',
  address: edited?.street[0] ?? '',
  defaultAddress: edited?.defaultShipping ?? false,
});

/** Who receives at a new address: the customer, as the profile knows them (API-16). */
const receiverOf = ({ firstName, lastName, phone, nit }: SignedInCustomer) => ({
  firstName,
  lastName,
  ...(phone === null ? {} : { phone }),
  nit: nit ?? finalConsumerNit,
});

/** What the form does not ask for stays as it was saved, but what names a place that was left: its zone and its point. */
const keptOf = ({ street, latitude, longitude, zone, ...edited }: SavedAddress, form: AddressForm) => {
  const isSamePlace = edited.region.regionId === Number(form.department) && edited.city === form.city;
  const { firstName, lastName, phone, nit, trustedPerson } = edited;
  return {
    street: street.slice(1),
    values: {
      firstName,
      lastName,
      phone,
      nit,
      trustedPerson,
      ...(isSamePlace ? { zone, latitude, longitude } : {}),
    },
  };
};

/** The body of API-16 and API-17. */
export function valuesOf(form: AddressForm, edited: SavedAddress | null, customer: SignedInCustomer): AddressValues {
  const kept = edited === null ? { street: [], values: receiverOf(customer) } : keptOf(edited, form);
  return {
    latitude: null,
    longitude: null,
    ...kept.values,
    alias: form.addressAlias.trim(),
    street: [cutStreet(form.address.trim()), ...kept.street],
    city: form.city,
    regionId: Number(form.department),
    countryCode,
    defaultShipping: form.defaultAddress,
  };
}
