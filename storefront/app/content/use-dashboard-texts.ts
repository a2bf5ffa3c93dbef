import { unwrap } from '@ceiba/client/call-failure';
import { type DashboardSection, dashboardTexts, type SectionTexts } from '@ceiba/domain/content/dashboard-texts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../platform/api.ts';

/** What stands above a part of the account: the shop's own texts, while they cannot be had the documented ones (DEC-45). */
export function useDashboardTexts(section: DashboardSection): SectionTexts {
  const { data } = useQuery({
    queryKey: ['dashboard-texts'],
    staleTime: 3_600_000,
    queryFn: async ({ signal }) => unwrap(await api('getDashboardTexts', {}, { signal })).data,
  });
  return (data ?? dashboardTexts)[section];
}
