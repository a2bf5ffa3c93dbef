import { unwrap } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { CallAnswer } from '@ceiba/contract/client';
import { Button } from '@ceiba/ui/button';
import { Picture } from '@ceiba/ui/picture';
import { tryToLoad } from '@ceiba/ui/try-to-load';
import { useFocusAfterRemoval } from '@ceiba/ui/use-focus-after-removal';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { showAlert } from '../alerts/notices.ts';
import { api } from '../platform/api.ts';
import { useSettled } from '../platform/use-settled.ts';

/** Personal data: removed from the cache at sign-out. */
const noticesKey = ['customer', 'restock-notices'] as const;

type Notices = CallAnswer<'listRestockNotices'>['data'];
type Notice = Notices[number];

/** Loads with the first press. */
const loadAsking = () => tryToLoad(() => import('./ask-restock.ts'));

const titleId = (sku: string): string => `aviso-${sku}`;
const headingId = 'titulo-avisos';

/**
 * The sold-out products for which a customer requested a restock mail. Renders nothing without requests, or if they
 * cannot be loaded. `areListsKnown`: the wishlists above have loaded and no longer move this part.
 */
export function RestockNotices({ areListsKnown }: { areListsKnown: boolean }) {
  const { data: notices } = useQuery({
    queryKey: noticesKey,
    queryFn: async ({ signal }) => unwrap(await api('listRestockNotices', {}, { signal })).data,
    // Another tab may have requested one.
    refetchOnWindowFocus: 'always',
  });
  const isSettled = useSettled(areListsKnown);
  if (!isSettled || notices === undefined || notices.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="panel grid gap-3">
      <div>
        <h2 id={headingId} className="text-xl">
          Avisos de disponibilidad
        </h2>
        <p className="text-sm text-ink-soft">Te escribiremos una vez, cuando vuelvan.</p>
      </div>
      <NoticeList notices={notices} />
    </section>
  );
}

function NoticeList({ notices }: { notices: Notices }) {
  const queryClient = useQueryClient();
  const ids = notices.map(({ sku }) => sku);
  const keepFocus = useFocusAfterRemoval(ids, titleId, 'titulo-deseos');
  const askAgain = useMutation({
    mutationFn: async (sku: string) => (await loadAsking()).askRestock(sku),
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesKey }),
  });
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (sku: string) => unwrap(await api('cancelRestockNotice', { params: { sku } })),
    onError: (error) => showAlert({ id: 'restock-alert', type: 'Error', ...failureWords(error, cancelFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesKey }),
  });
  return (
    <ul>
      {notices.map((notice) => (
        <NoticeRow
          key={notice.sku}
          notice={notice}
          isLeaving={isPending && variables === notice.sku}
          onCancel={() => {
            keepFocus(notice.sku);
            mutate(notice.sku);
          }}
          isAsking={askAgain.isPending && askAgain.variables === notice.sku}
          onAskAgain={() => askAgain.mutate(notice.sku)}
        />
      ))}
    </ul>
  );
}

const cancelFailed = { title: 'No pudimos quitar tu aviso', message: 'Inténtalo de nuevo en un momento.' };

interface NoticeRowProps {
  notice: Notice;
  isLeaving: boolean;
  onCancel: () => void;
  isAsking: boolean;
  onAskAgain: () => void;
}

function NoticeRow({ notice, isLeaving, onCancel, isAsking, onAskAgain }: NoticeRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border py-3 first:border-t-0">
      <span className="well aspect-square w-16 flex-none rounded-[10px]">
        <Picture image={notice.mainImage} width={64} alt="" className="w-[88%]" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <span className="block text-xs text-ink-muted">{notice.brand.title}</span>
        <Link id={titleId(notice.sku)} to={`/${notice.slug}`} className="font-medium text-pretty hover:underline">
          {notice.title}
        </Link>
        {notice.isStopped && <p className="text-sm text-ink-soft">Detuviste este aviso: no te escribiremos.</p>}
      </div>
      {notice.isStopped && (
        <Button
          variant="outline"
          size="sm"
          aria-describedby={titleId(notice.sku)}
          loading={isAsking}
          onClick={onAskAgain}
        >
          Volver a recibirlo
        </Button>
      )}
      <Button variant="ghost" size="sm" aria-describedby={titleId(notice.sku)} loading={isLeaving} onClick={onCancel}>
        Quitar aviso
      </Button>
    </li>
  );
}
