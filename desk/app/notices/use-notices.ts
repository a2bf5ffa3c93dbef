import { unwrap } from '@ceiba/client/call-failure';
import type { DeskNotice } from '@ceiba/contract/desk/notices';
import { maxNotices } from '@ceiba/domain/notices/notice-limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refusalText } from '../platform/notes.tsx';
import { showFailure, showToast } from '../platform/toasts.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call } from '../session/desk-client.ts';

interface Notices {
  list: readonly DeskNotice[];
  unread: number;
  /** The value of `after` in the next read. */
  next: string;
}

/** ms between two reads of a visible page (DEC-209). */
const pollMs = 5_000;

const key = callKey('listNotices');

/** Maximum number of separate toasts. More new notices share one toast. */
const maxToasts = 2;

const announce = (fresh: readonly DeskNotice[]): void => {
  if (fresh.length > maxToasts) showToast(`${fresh.length} avisos nuevos`);
  else for (const { title } of fresh.toReversed()) showToast(title);
};

const merged = (known: readonly DeskNotice[], news: readonly DeskNotice[]): DeskNotice[] => {
  const ids = new Set(news.map(({ id }) => id));
  return [...news, ...known.filter(({ id }) => !ids.has(id))]
    .sort((a, b) => (a.id.length === b.id.length ? (a.id < b.id ? 1 : -1) : b.id.length - a.id.length))
    .slice(0, maxNotices);
};

/**
 * The person's notices (OFF-23). After a lost answer, the next read starts at the same notice, so that no notice is missed.
 */
export function useNotices() {
  const queries = useQueryClient();
  const answer = useQuery<Notices>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const before = queries.getQueryData<Notices>(key);
      const read = unwrap(await call('listNotices', { query: before ? { after: before.next } : {} }, { signal }));
      const known = new Set(before?.list.map(({ id }) => id));
      if (before !== undefined) announce(read.data.filter(({ id, isRead }) => !isRead && !known.has(id)));
      return { list: merged(before?.list ?? [], read.data), unread: read.unread, next: read.next };
    },
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
    staleTime: 0,
    retry: false,
  });
  const mark = async (body: { ids: string[] } | { all: true }): Promise<void> => {
    const sent = await call('readNotices', { body });
    if (!sent.ok) return showFailure(refusalText(sent.error));
    queries.setQueryData<Notices>(
      key,
      (held) =>
        held && {
          ...held,
          unread: sent.value.data.unread,
          list: held.list.map((each) =>
            'all' in body || body.ids.includes(each.id) ? { ...each, isRead: true } : each,
          ),
        },
    );
  };
  return {
    list: answer.data?.list,
    unread: answer.data?.unread ?? 0,
    mark,
    /** Reads all notices again, because another device may have marked some as read. */
    renew: async (): Promise<void> => {
      const read = await call('listNotices', { query: {} });
      if (read.ok)
        queries.setQueryData<Notices>(key, {
          list: read.value.data,
          unread: read.value.unread,
          next: read.value.next,
        });
    },
  };
}
