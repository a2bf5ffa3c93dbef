import { unwrap } from '@ceiba/client/call-failure';
import type { Department } from '@ceiba/contract/locations';
import { useQuery } from '@tanstack/react-query';
import { api } from '../platform/api.ts';

export type Departments = readonly Department[];

const none: Departments = [];

/** The departments (DEL-14), loaded once per visit for the location drawer and the checkout's address. */
export function useDepartments(): { list: Departments; isLoading: boolean; isFailed: boolean; reload: () => void } {
  const query = useQuery({
    queryKey: ['departments'],
    queryFn: async ({ signal }) => unwrap(await api('listDepartments', {}, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    list: query.data ?? none,
    isLoading: query.isPending,
    isFailed: query.isError,
    reload: () => void query.refetch(),
  };
}
