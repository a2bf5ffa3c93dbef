import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import { type Paged, usePages } from '@ceiba/client/paged-list';
import type { Order, Tracking } from '@ceiba/contract/order-shapes';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../platform/api.ts';

/** Personal: forgotten at sign-out. */
export const ordersKey = ['customer', 'orders'] as const;

/** The orders of who is signed in, the newest first (API-45). */
export const useOrderHistory = (): Paged<Order> =>
  usePages(
    [...ordersKey, 'pages'],
    async (query, signal) => {
      const { orders, next } = unwrap(await api('listOrders', { query }, { signal }));
      return { items: orders, next };
    },
    // An order may have moved on since, and one placed a moment ago must be there.
    { staleTime: 0 },
  );

/** One own order; asked anew whenever a page with it is opened. */
export const ownOrderQuery = (number: string) =>
  queryOptions({
    queryKey: [...ordersKey, number],
    staleTime: 0,
    queryFn: async ({ signal }) => unwrap(await api('getOrder', { params: { number } }, { signal })),
  });

/** There is no order of this number, or it is not theirs. */
export const isMissingOrder = (error: Error | null): boolean =>
  error instanceof ApiFailure && error.error.code === 'ORDER_NOT_FOUND';

export interface ShownOrder {
  order: Order;
  tracking: Tracking[];
}

/** One own order with its shipments; `isUnknown`: there is none of this number, or it is not theirs. */
export function useOwnOrder(number: string): {
  shown: ShownOrder | null;
  isUnknown: boolean;
  isFailed: boolean;
  reload: () => void;
} {
  // Somebody who comes back to the page sees where the order is now.
  const fresh = { staleTime: 0, refetchOnWindowFocus: 'always' } as const;
  const order = useQuery({ ...ownOrderQuery(number), ...fresh });
  const id = order.data?.id;
  // By the order's id (DIF-50), which only the order tells.
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
