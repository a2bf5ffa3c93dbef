import { unwrap } from '@ceiba/client/call-failure';
import type { DeliveryTimeGroup, PickupStore } from '@ceiba/contract/delivery';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CartLine } from '../carts/cart-lines.ts';
import { defaultLocation, useLocationStore } from '../locations/location-store.ts';
import { api } from '../platform/api.ts';

export interface DeliveryPlace {
  region: number;
  city: string;
  zone?: string;
  /** Store code, for pickup. */
  store?: string;
}

/** The goods to ship, without services, gift cards and the donation: each SKU once with all its units (DEC-84, DEL-33). */
export function deliveryItems(lines: readonly CartLine[]): { sku: string; quantity: number }[] {
  const units = new Map<string, number>();
  for (const { kind, quantity, item } of lines) {
    if (kind === 'goods') units.set(item.sku, (units.get(item.sku) ?? 0) + quantity);
  }
  return [...units].map(([sku, quantity]) => ({ sku, quantity }));
}

export interface DeliveryTimes {
  groups: DeliveryTimeGroup[] | undefined;
  isLoading: boolean;
  isFailed: boolean;
  reload: () => void;
  /** Resolves with the dates when the call ends. Empty if the call failed. */
  settled: () => Promise<DeliveryTimeGroup[]>;
}

/** Dates by seller group (DEL-29, DEC-99). No call without items or without a place. */
export function useDeliveryTimes(
  deliveryType: DeliveryType,
  place: DeliveryPlace | null,
  items: readonly { sku: string; quantity: number }[],
): DeliveryTimes {
  const queryClient = useQueryClient();
  const times = queryOptions({
    queryKey: ['delivery-times', deliveryType, place, items],
    queryFn: async ({ signal }) => {
      if (place === null || items.length === 0) return [];
      const body = { shippingMethod: deliveryType, location: place, items: [...items] };
      return unwrap(await api('computeDeliveryTimes', { body }, { signal })).data;
    },
  });
  const query = useQuery({ ...times, enabled: place !== null && items.length > 0 });
  return {
    groups: query.data,
    isLoading: query.isLoading,
    isFailed: query.isError && query.data === undefined && !query.isFetching,
    reload: () => void query.refetch(),
    settled: () => queryClient.ensureQueryData(times).catch(() => []),
  };
}

export interface PickupStores {
  /** Stores that can serve every item, nearest first (DEC-100). Empty until they are loaded. */
  stores: readonly PickupStore[];
  isLoading: boolean;
  isFailed: boolean;
  reload: () => void;
}

const none: readonly PickupStore[] = [];

export function usePickupStores(items: readonly { sku: string; quantity: number }[]): PickupStores {
  const place = useShopperPlace();
  const isAsked = place !== null && items.length > 0;
  const query = useQuery({
    queryKey: ['pickup-stores', place, items],
    enabled: isAsked,
    queryFn: async ({ signal }) => {
      if (place === null) return none;
      const body = { items: [...items], location: place };
      const { found, stores } = unwrap(await api('checkPickupStock', { body }, { signal })).data;
      return found ? stores : none;
    },
  });
  return {
    stores: query.data ?? none,
    isLoading: place === null || (isAsked && query.isPending) || (query.isError && query.isFetching),
    isFailed: query.isError && !query.isFetching,
    reload: () => void query.refetch(),
  };
}

/** The place for availability before an address is typed (DEC-25). Null until the page has hydrated. */
export function useShopperPlace(): DeliveryPlace | null {
  const chosen = useLocationStore((state) => state.location);
  if (chosen === undefined) return null;
  const { userRegion: region, userCity: city, zone } = chosen ?? defaultLocation;
  return { region, city, ...(zone === undefined ? {} : { zone }) };
}
