import { unwrap } from '@ceiba/client/call-failure';
import type { CallAnswer } from '@ceiba/contract/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../platform/api.ts';
import { useSession } from './session-store.ts';

export const customerKey = ['customer'] as const;

export type SignedInCustomer = CallAnswer<'getCustomer'>;

/** The customer of this browser's session, loaded once for all parts of a page. Null for a guest. */
export function useCustomer(): {
  customer: SignedInCustomer | null;
  isLoading: boolean;
  isFailed: boolean;
  reload: () => void;
} {
  const session = useSession();
  const query = useQuery({
    queryKey: customerKey,
    enabled: session !== null && session !== undefined,
    queryFn: async ({ signal }) => unwrap(await api('getCustomer', {}, { signal })),
  });
  return {
    customer: session ? (query.data ?? null) : null,
    isLoading: session === undefined || (session !== null && query.isPending),
    isFailed: query.isError && !query.data,
    reload: () => void query.refetch(),
  };
}
