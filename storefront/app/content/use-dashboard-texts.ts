import { unwrap } from '@ceiba/client/call-failure';
import { type DashboardSection, dashboardTexts, type SectionTexts } from '@ceiba/domain/content/dashboard-texts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../platform/api.ts';

/** Title and subtitle of a section of the account: the shop's own texts, or the documented ones if those cannot be loaded (DEC-45). */
export function useDashboardTexts(section: DashboardSection): SectionTexts {
  const { data } = useQuery({
    queryKey: ['dashboard-texts'],
    staleTime: 3_600_000,
    queryFn: async ({ signal }) => unwrap(await api('getDashboardTexts', {}, { signal })).data,
  });
  return (data ?? dashboardTexts)[section];
}
