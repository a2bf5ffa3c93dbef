import type { setCartBillingAddress, setCartShippingAddress } from '@ceiba/contract/checkout';
import type { Parsed } from '@ceiba/contract/endpoint';
import { countryCode, cutStreet } from '@ceiba/domain/addresses/address';
import { defaultFiscalAddress } from '@ceiba/domain/billing/billing-options';
import { type Identity, normalizeFinalConsumer } from '@ceiba/domain/billing/tax-document';
import { defaultZones } from '@ceiba/domain/delivery/delivery-choice';
import type { StoredBillingAddress, StoredShippingAddress } from '../carts/cart-snapshot.ts';
import type { AddressOf } from './checkout.store.ts';

/** Where a cart goes, as it is stored. DEL-21: the zone's default depends on where that is. */
export const shippingAddressOf = ({
  region: _,
  zone,
  nit,
  ...body
}: Parsed<typeof setCartShippingAddress>['body']): AddressOf<StoredShippingAddress> => ({
  ...body,
  zone: zone ?? defaultZones[body.storeCode === null ? 'delivery' : 'storepickup'],
  nit: normalizeFinalConsumer(nit),
});

/** Who is billed, as it is stored: what was left out takes the defaults of a digital purchase (DEC-84, CONST-20..25). */
export function billingAddressOf(
  body: Omit<Parsed<typeof setCartBillingAddress>['body'], 'same_as_shipping'>,
  identity: Identity,
): AddressOf<StoredBillingAddress> {
  const street = [body.street ?? defaultFiscalAddress].flat().map((line) => cutStreet(line.trim()));
  return {
    firstname: body.firstname ?? '',
    lastname: body.lastname ?? '',
    street: (street[0] ?? '') === '' ? [defaultFiscalAddress] : street,
    city: body.city || defaultFiscalAddress,
    postcode: body.postcode,
    country_code: countryCode,
    telephone: body.telephone,
    ...identity,
  };
}
