import type { CallInput } from '@ceiba/contract/client';
import { countryCode, cutStreet, defaultPhone, finalConsumerNit, postcode } from '@ceiba/domain/addresses/address';
import { type TrustedPerson, toReceiver } from '@ceiba/domain/addresses/trusted-person';
import { defaultZones } from '@ceiba/domain/delivery/delivery-choice';
import { defaultPickupRegionId } from '@ceiba/domain/delivery/regions';
import { type CheckoutData, type Contact, chosenReceiver, type DeliveryData } from '../checkout/checkout-data.ts';

type ShippingBody = CallInput<'setCartShippingAddress'>['body'];

/** "5512-3480" → "55123480". */
const digitsOf = (telephone: string): string => telephone.replace(/\D/g, '');

/** The recipient's name, phone and directions (TRU-04). If the buyer receives, directions are sent under the buyer's own name. */
function trustedPersonOf(
  data: DeliveryData,
  contact: Contact,
  person: TrustedPerson | null,
): ShippingBody['trustedPerson'] {
  const extras = data.deliver === 'delivery' && data.isExtras ? data.extras.trim() : '';
  if (person !== null) return toReceiver({ ...person, phone: digitsOf(person.phone) }, extras);
  if (extras === '') return null;
  const buyer = { name: contact.firstname, lastName: contact.lastname, phone: digitsOf(contact.telephone), dpi: null };
  return toReceiver(buyer, extras);
}

/** The shipping address to send (DEL-19). Null if a pickup has no store yet. */
export function shippingAddressOf(
  checkout: Pick<CheckoutData, 'userData' | 'trustPeople' | 'storeLocationSelected'>,
  contact: Contact,
): ShippingBody | null {
  const { userData: data, storeLocationSelected: store } = checkout;
  const person = {
    firstname: contact.firstname,
    lastname: contact.lastname,
    telephone: digitsOf(contact.telephone) || defaultPhone,
    postcode,
    country_code: countryCode,
    nit: finalConsumerNit,
    trustedPerson: trustedPersonOf(data, contact, chosenReceiver(checkout)),
  };
  if (data.deliver === 'delivery') {
    return {
      ...person,
      street: cutStreet(data.address.trim()),
      city: data.city,
      region: Number(data.region),
      zone: data.zone === '' ? defaultZones.delivery : data.zone,
      latitude: data.point?.latitude ?? null,
      longitude: data.point?.longitude ?? null,
      storeCode: null,
    };
  }
  if (store === null) return null;
  return {
    ...person,
    street: cutStreet(store.street),
    city: store.city,
    // 488 only if the store has no region (DEL-27, DIF-41).
    region: store.regionId || defaultPickupRegionId,
    zone: store.zone === '' ? defaultZones.storepickup : store.zone,
    latitude: store.latitude,
    longitude: store.longitude,
    storeCode: store.storeCode,
  };
}

/** The typed address to save for later (DEL-15, DEC-91), with the recipient (DEC-94). */
export function addressToSave(
  checkout: Pick<CheckoutData, 'userData' | 'trustPeople'>,
  { firstname, lastname, telephone }: Contact,
): CallInput<'addAddress'>['body'] {
  const { address, addressName, region, city, zone, point } = checkout.userData;
  const person = chosenReceiver(checkout);
  return {
    alias: addressName.trim(),
    street: [cutStreet(address.trim())],
    city,
    regionId: Number(region),
    zone,
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
    countryCode,
    firstName: firstname,
    lastName: lastname,
    phone: digitsOf(telephone),
    nit: finalConsumerNit,
    defaultShipping: false,
    trustedPerson: person && { firstName: person.name, lastName: person.lastName, dpi: person.dpi ?? '' },
  };
}
