import type { Client } from '@ceiba/contract/client';
import { defaultLocation } from '../locations/location-store.ts';
import { deliveryCard, digitalCard, type FulfilmentText, isHomeOnly, pickupCard } from './availability-texts.ts';
import { type CardProduct, isDigital } from './card-product.ts';

/**
 * The availability cards of a product for Guatemala / Guatemala, which holds for everybody who chose no other place
 * (DEC-25): so the page brings them along. Empty for what cannot be bought.
 */
export async function loadAvailability(call: Client, product: CardProduct): Promise<FulfilmentText[]> {
  if (product.status === 'OUT_OF_STOCK' || product.salesPrice === null) return [];
  if (isDigital(product)) return [digitalCard(product)];
  const items = [{ sku: product.sku, quantity: 1 }];
  const location = { region: defaultLocation.userRegion, city: defaultLocation.userCity };
  const [times, stores] = await Promise.all([
    product.restricted ? null : call('computeDeliveryTimes', { body: { shippingMethod: 'delivery', location, items } }),
    isHomeOnly(product) ? null : call('checkPickupStock', { body: { location, items } }),
  ]);
  const group = times?.ok ? times.value.data[0] : undefined;
  const store = stores?.ok && stores.value.data.found ? stores.value.data.stores[0] : undefined;
  return [deliveryCard(product, defaultLocation, group), pickupCard(product, store)];
}
