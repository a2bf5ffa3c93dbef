import type { Department } from '@ceiba/contract/locations';
import { useQuery } from '@tanstack/react-query';
import { api } from '../platform/api.ts';
import { unwrap } from '../platform/unwrap.ts';

export type Departments = readonly Department[];

const none: Departments = [];

/** DEL-14; the same entry of the cache as the location drawer's. */
export function useDepartments(): { list: Departments; isFailed: boolean; reload: () => void } {
  const query = useQuery({
    queryKey: ['departments'],
    queryFn: async ({ signal }) => unwrap(await api('listDepartments', {}, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { list: query.data ?? none, isFailed: query.isError, reload: () => void query.refetch() };
}
