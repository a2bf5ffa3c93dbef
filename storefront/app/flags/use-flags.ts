import { unwrap } from '@ceiba/client/call-failure';
import { defaultFlags, type Flags, readFlags } from '@ceiba/domain/flags/flags';
import { useQuery } from '@tanstack/react-query';
import { api } from '../platform/api.ts';

/** Minutes for which a tab uses the flags it has read. */
const freshMinutes = 5;

/**
 * The flags on pages outside the shop's layout; inside, the layout's loader brings them. Null until loaded. If the call fails, the defaults apply
 * (DEC-158).
 */
export function useFlags(): Flags | null {
  const query = useQuery({
    queryKey: ['flags'],
    queryFn: async ({ signal }) => readFlags(unwrap(await api('getFlags', {}, { signal })).flags),
    staleTime: freshMinutes * 60_000,
  });
  return query.data ?? (query.isError ? defaultFlags : null);
}
