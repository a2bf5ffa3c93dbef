import type { PricedCart } from '../../carts/cart-snapshot.ts';
import type { CartSupply } from '../../delivery/delivery.store.ts';
import {
  type Demand,
  deliveryTimes,
  type Moment,
  noPickup,
  pickupTimes,
  type Times,
} from '../../delivery/delivery-times.ts';
import type { DeliveryPromise } from './placement.ts';

/** Lines of one product are added up, because they share its stock. */
const demandsOf = ({ lines }: PricedCart, { products }: CartSupply): Demand[] => {
  const demands = new Map<string, Demand>();
  for (const { sku, quantity } of lines) {
    const row = products.get(sku);
    if (row !== undefined) demands.set(sku, { row, quantity: (demands.get(sku)?.quantity ?? 0) + quantity });
  }
  return [...demands.values()];
};

const timesOf = (cart: PricedCart, demands: readonly Demand[], { places, store }: CartSupply, at: Moment): Times => {
  const { deliveryType, shippingAddress } = cart;
  if (deliveryType === 'delivery') return deliveryTimes(demands, shippingAddress?.region.regionId ?? 0, places, at);
  // The snapshot omits a store that has stopped pickups (DEC-97). `supply` was read for the stored address, which may still name that store.
  if (store === null || store.store_code !== shippingAddress?.storeCode) return noPickup;
  return pickupTimes(demands, store, places, at) ?? noPickup;
};

/**
 * Returns the delivery dates of a cart at the moment of its order, by seller (DEC-101). The server computes the dates, and ignores dates
 * that the browser sends. `supply`: the locked stock, before this order takes its units. Null for digital orders.
 */
export function promiseOf(cart: PricedCart, supply: CartSupply, at: Moment): DeliveryPromise | null {
  const { deliveryType } = cart;
  if (cart.needsNoPlace || deliveryType === null) return null;
  const groups = [...Map.groupBy(demandsOf(cart, supply), ({ row }) => row.seller_id)];
  return {
    shippingMethod: deliveryType,
    groups: groups.map(([sellerId, demands]) => {
      const { shopId, deliveryDate, pickupDate, pickupTime } = timesOf(cart, demands, supply, at);
      return { sellerId, shopId, deliveryDate, pickupDate, pickupTime };
    }),
  };
}
