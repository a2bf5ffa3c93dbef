import type { PickupStore } from '@ceiba/contract/delivery';
import { useQuery } from '@tanstack/react-query';
import { api } from '../platform/api.ts';
import { unwrap } from '../platform/unwrap.ts';
import { useShopperPlace } from './shopper-place.ts';

export interface PickupStores {
  /** Stores that can serve every item, nearest first (DEC-100); empty while they are not known. */
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
    isLoading: place === null || (isAsked && query.isPending),
    isFailed: query.isError,
    reload: () => void query.refetch(),
  };
}
