import { unwrap } from '@ceiba/client/call-failure';
import { shippingMethodOf } from '@ceiba/domain/delivery/delivery-choice';
import { ok } from '@ceiba/domain/result';
import { callCart } from '../carts/cart-call.ts';
import type { Contact } from '../checkout/checkout-data.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { setLocation } from '../locations/location-store.ts';
import { api } from '../platform/api.ts';
import { shippingAddressOf } from './shipping-address.ts';

/** Sends the delivery of the checkout to its cart. Throws `ApiFailure`. */
export const sendDelivery = async (cartId: string, contact: Contact) =>
  unwrap(await callCart((id) => deliver(id, contact), { of: cartId })).fields;

/** Address first, then method, then the fee (DEL-18, DEL-24). */
async function deliver(id: string, contact: Contact) {
  const checkout = useCheckout.getState();
  const body = shippingAddressOf(checkout, contact);
  if (body === null) throw new Error('a pickup has no store');
  const params = { id };
  const address = await api('setCartShippingAddress', { params, body });
  if (!address.ok) return address;
  const method = await api('setCartShippingMethod', { params, body: shippingMethodOf(checkout.userData.deliver) });
  if (!method.ok) return method;
  const fee = await api('getCartTableRate', { params });
  if (!fee.ok) return fee;
  // Copies the order's place to the shop, so that cart, cards and header agree with the checkout.
  const { deliver, region, city, zone } = checkout.userData;
  if (deliver === 'delivery')
    setLocation({ userRegion: Number(region), userCity: city, ...(zone === '' ? {} : { zone }) });
  return ok({ prices: method.value.data.prices, tableRate: fee.value.data });
}
