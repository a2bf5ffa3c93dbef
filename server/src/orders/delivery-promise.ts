import type { CartSnapshot } from '../carts/cart-snapshot.ts';
import { readSupply, type Supply } from '../delivery/delivery.store.ts';
import {
  type Demand,
  deliveryTimes,
  type Moment,
  noPickup,
  pickupTimes,
  type Times,
} from '../delivery/delivery-times.ts';
import type { Tx } from '../platform/database.ts';
import type { DeliveryPromise } from './order-draft.ts';

/** Lines of one product are one demand, as they share its stock. */
const demandsOf = ({ lines }: CartSnapshot, { products }: Supply): Demand[] => {
  const demands = new Map<string, Demand>();
  for (const { sku, quantity } of lines) {
    const row = products.get(sku);
    if (row !== undefined) demands.set(sku, { row, quantity: (demands.get(sku)?.quantity ?? 0) + quantity });
  }
  return [...demands.values()];
};

const timesOf = (cart: CartSnapshot, demands: readonly Demand[], { places }: Supply, at: Moment): Times => {
  const { shippingMethod, shippingAddress } = cart;
  if (shippingMethod === 'delivery') return deliveryTimes(demands, shippingAddress?.region.regionId ?? 0, places, at);
  const store = places.find(({ store_code }) => store_code === shippingAddress?.storeCode);
  return (store && pickupTimes(demands, store, places, at)) ?? noPickup;
};

/**
 * What the shop promises for a cart at the moment it is ordered, seller by seller (DEC-101): worked out here, whatever the
 * browser says it has shown. Read while the cart's stock is locked and not yet taken. Null for digital orders.
 */
export async function promiseOf(tx: Tx, cart: CartSnapshot, at: Moment): Promise<DeliveryPromise | null> {
  const { shippingMethod, isDigitalOnly, lines } = cart;
  if (isDigitalOnly || shippingMethod === null) return null;
  const supply = await readSupply(
    tx,
    lines.map(({ sku }) => sku),
  );
  const groups = [...Map.groupBy(demandsOf(cart, supply), ({ row }) => row.seller_id)];
  return {
    shippingMethod,
    groups: groups.map(([sellerId, demands]) => {
      const { shopId, deliveryDate, pickupDate, pickupTime } = timesOf(cart, demands, supply, at);
      return { sellerId, shopId, deliveryDate, pickupDate, pickupTime };
    }),
  };
}
