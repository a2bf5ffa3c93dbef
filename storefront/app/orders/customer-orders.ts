import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import { type Paged, usePages } from '@ceiba/client/paged-list';
import type { Order, Tracking } from '@ceiba/contract/order-shapes';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../platform/api.ts';

/** Personal data: removed from the cache at sign-out. */
export const ordersKey = ['customer', 'orders'] as const;

/** The orders of the signed-in customer, newest first (API-45). */
export const useOrderHistory = (): Paged<Order> =>
  usePages(
    [...ordersKey, 'pages'],
    async (query, signal) => {
      const { orders, next } = unwrap(await api('listOrders', { query }, { signal }));
      return { items: orders, next };
    },
    // The cache is never fresh: an order may have progressed, and a new one must be in the list.
    { staleTime: 0 },
  );

/** One of the customer's orders; read again whenever a page with it opens. */
export const ownOrderQuery = (number: string) =>
  queryOptions({
    queryKey: [...ordersKey, number],
    staleTime: 0,
    queryFn: async ({ signal }) => unwrap(await api('getOrder', { params: { number } }, { signal })),
  });

/** True if no order has this number, or the order belongs to another customer. */
export const isMissingOrder = (error: Error | null): boolean =>
  error instanceof ApiFailure && error.error.code === 'ORDER_NOT_FOUND';

export interface ShownOrder {
  order: Order;
  tracking: Tracking[];
}

/** One of the customer's orders with its shipments. `isUnknown`: no order has this number, or the order belongs to another customer. */
export function useOwnOrder(number: string): {
  shown: ShownOrder | null;
  isUnknown: boolean;
  isFailed: boolean;
  reload: () => void;
} {
  // A customer who returns to the page sees the current state.
  const fresh = { staleTime: 0, refetchOnWindowFocus: 'always' } as const;
  const order = useQuery({ ...ownOrderQuery(number), ...fresh });
  const id = order.data?.id;
  // Needs the order's ID (DIF-50), which only the order contains.
  const tracking = useQuery({
    ...fresh,
    queryKey: [...ordersKey, number, 'tracking'],
    queryFn:
      id === undefined
        ? skipToken
        : async ({ signal }) => unwrap(await api('getTracking', { params: { id } }, { signal })).data,
  });
  return {
    shown: order.data && tracking.data ? { order: order.data, tracking: tracking.data } : null,
    isUnknown: [order.error, tracking.error].some(isMissingOrder),
    isFailed: order.isError || tracking.isError,
    reload: () => {
      if (order.isError) void order.refetch();
      if (tracking.isError) void tracking.refetch();
    },
  };
}
