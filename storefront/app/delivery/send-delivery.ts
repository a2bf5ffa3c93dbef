import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import { shippingMethodOf } from '@ceiba/domain/delivery/delivery-choice';
import { forgetIfOver } from '../carts/cart-call.ts';
import type { Contact } from '../checkout/checkout-data.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { keepLocation } from '../locations/location-store.ts';
import { api } from '../platform/api.ts';
import { shippingAddressOf } from './shipping-address.ts';

/** Like `deliver`; forgets a cart that is gone or has become an order (DEC-72). */
export const sendDelivery = (cartId: string, contact: Contact) =>
  deliver(cartId, contact).catch((error: unknown) => {
    if (error instanceof ApiFailure) forgetIfOver(cartId, error.error);
    throw error;
  });

/** Address first, then method, then the fee (DEL-18, DEL-24). */
async function deliver(cartId: string, contact: Contact) {
  const checkout = useCheckout.getState();
  const body = shippingAddressOf(checkout, contact);
  if (body === null) throw new Error('a pickup needs its store');
  const params = { id: cartId };
  unwrap(await api('setCartShippingAddress', { params, body }));
  const method = await api('setCartShippingMethod', { params, body: shippingMethodOf(checkout.userData.deliver) });
  const { prices } = unwrap(method).data;
  const tableRate = unwrap(await api('getCartTableRate', { params })).data;
  // The shop goes on with the place of the order: cart, cards and header say what the checkout has said.
  const { deliver, region, city, zone } = checkout.userData;
  if (deliver === 'delivery')
    keepLocation({ userRegion: Number(region), userCity: city, ...(zone === '' ? {} : { zone }) });
  return { prices, tableRate };
}
