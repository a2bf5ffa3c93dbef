import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import { useQuery } from '@tanstack/react-query';
import type { CartLine } from '../carts/cart-lines.ts';
import { api } from '../platform/api.ts';
import { unwrap } from '../platform/unwrap.ts';

export interface DeliveryPlace {
  region: number;
  city: string;
  zone?: string;
  /** Code of the store, for pickup. */
  store?: string;
}

/** What travels: goods alone, each sku once with all its units (DEC-84, DEL-33). */
export function deliveryItems(lines: readonly CartLine[]): { sku: string; quantity: number }[] {
  const units = new Map<string, number>();
  for (const { kind, quantity, item } of lines) {
    if (kind === 'product') units.set(item.sku, (units.get(item.sku) ?? 0) + quantity);
  }
  return [...units].map(([sku, quantity]) => ({ sku, quantity }));
}

/** Dates by seller group (DEL-29, DEC-99); nothing is asked without items or without a place. */
export function useDeliveryTimes(
  shippingMethod: DeliveryType,
  place: DeliveryPlace | null,
  items: readonly { sku: string; quantity: number }[],
): { groups: DeliveryTimeGroup[] | undefined; isLoading: boolean } {
  const query = useQuery({
    queryKey: ['delivery-times', shippingMethod, place, items],
    enabled: place !== null && items.length > 0,
    queryFn: async ({ signal }) => {
      if (place === null) return [];
      const body = { shippingMethod, location: place, items: [...items] };
      return unwrap(await api('computeDeliveryTimes', { body }, { signal })).data;
    },
  });
  return { groups: query.data, isLoading: query.isLoading };
}
