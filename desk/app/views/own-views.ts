import { unwrap } from '@ceiba/client/call-failure';
import { deskCallTable } from '@ceiba/contract/desk/call-table';
import type { SavedView } from '@ceiba/contract/desk/views';
import { useQuery } from '@tanstack/react-query';
import { allDeskKeys } from '../session/cache-keys.ts';
import { followsChanges } from '../session/changes.ts';
import { callAny, useDeskQuery } from '../session/desk-client.ts';

/** The parameter of an address that names the open view. */
export const viewParam = 'vista';

const minuteMs = 60_000;

/** The person's saved views, and those that colleagues share. */
export const useSavedViews = (): readonly SavedView[] =>
  useDeskQuery('listViews', {}, { staleTime: minuteMs, meta: followsChanges }).data?.data ?? [];

/** The query of a view without the filters that its list has lost. */
export const knownQuery = ({ query, unknown }: SavedView): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !unknown.includes(name)));

export const searchOf = (view: SavedView): string =>
  new URLSearchParams({ ...knownQuery(view), [viewParam]: view.id }).toString();

/** The call of a list's pages: `listOrderRows` for `orders`. */
const callOfList = (list: string): string | undefined =>
  Object.entries(deskCallTable).find(([, row]) => row === `/v1/admin/${list}`)?.[0];

interface Counted {
  total: { value: number; capped: boolean };
}

const isCounted = (answer: unknown): answer is Counted =>
  typeof answer === 'object' && answer !== null && 'total' in answer && typeof answer.total === 'object';

/** The number of rows of a view: the total of its list. Undefined while unknown. */
export function useLiveCount(view: SavedView): string | undefined {
  const { columns: _, ...query } = knownQuery(view);
  const name = callOfList(view.list);
  const answer = useQuery({
    // The same key as the list's, so that an open list and its entry in the menu share one read.
    queryKey: [...allDeskKeys, view.list, query],
    queryFn: async ({ signal }) => unwrap(await callAny(name ?? '', { query }, { signal })),
    enabled: name !== undefined,
    staleTime: 5_000,
    refetchInterval: minuteMs,
    meta: followsChanges,
  });
  if (!isCounted(answer.data)) return undefined;
  const { value, capped } = answer.data.total;
  return capped ? `${value.toLocaleString('es-GT')}+` : value.toLocaleString('es-GT');
}
