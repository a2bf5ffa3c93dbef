import type { ApiError } from '@ceiba/contract/client';
import { shippingMethodOf } from '@ceiba/domain/delivery/delivery-choice';
import { forgetIfOver } from '../carts/cart-call.ts';
import type { Contact } from '../checkout/checkout-data.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { ApiFailure, api, unwrap } from '../platform/api.ts';
import { shippingAddressOf } from './shipping-address.ts';

/** As `deliver`; a cart that is gone or an order by now is forgotten (DEC-72). */
export const sendDelivery = (cartId: string, contact: Contact) =>
  deliver(cartId, contact).catch((error: unknown) => {
    if (error instanceof ApiFailure) forgetIfOver(cartId, error.error);
    throw error;
  });

/**
 * Makes what this page shows of the delivery the cart's again; null, or why the cart refused it. Of a payment link another payer may
 * have typed another one since, and what is paid here is not to go there.
 */
export async function restoreDelivery(cartId: string, contact: Contact): Promise<ApiError | null> {
  const checkout = useCheckout.getState();
  const body = shippingAddressOf(checkout, contact);
  if (body === null) return null;
  const params = { id: cartId };
  const address = await api('setCartShippingAddress', { params, body });
  if (!address.ok) return address.error;
  const method = await api('setCartShippingMethod', { params, body: shippingMethodOf(checkout.userData.deliver) });
  return method.ok ? null : method.error;
}

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
  return { prices, tableRate };
}
