import { unwrap } from '@ceiba/client/call-failure';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { longMomentText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { entityLabel, operationLabel } from './audit-words.ts';
import { ChangesTable } from './changes-table.tsx';
import { DayEntry } from './day-entry.tsx';
import { Card } from './detail-frame.tsx';
import { Facts } from './facts.tsx';

export type AuditEntry = DeskAnswer<'getHistory'>['data'][number];

interface HistoryProps {
  entity: string;
  entityId: string;
}

/**
 * "Historial" of an entity (OFF-11): who changed it, the newest first. Another `version` has another history. Another `title` where what became of
 * the entity itself stands beside it.
 */
export const HistoryCard = ({ title = 'Historial', ...props }: HistoryProps & { version: number; title?: string }) => (
  <Card title={title} isBare>
    <History {...props} />
  </Card>
);

/** "Historial" of an entity without a page of its own (OFF-11): a button that opens it. `of`: what it is called. */
export function HistoryButton({ of, ...props }: HistoryProps & { of: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const title = `Historial de ${of}`;
  return (
    <>
      <Button
        look="ghost"
        size="small"
        icon="history"
        aria-haspopup="dialog"
        aria-label={title}
        onClick={() => setIsOpen(true)}
      >
        Historial
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={() => setIsOpen(false)}>
          <History {...props} />
        </Dialog>
      )}
    </>
  );
}

/** Without a `version` it is read anew each time it is shown. */
function History({ entity, entityId, version }: HistoryProps & { version?: number }) {
  const [opened, setOpened] = useState<AuditEntry>();
  const history = useInfiniteQuery({
    queryKey: ['desk', 'getHistory', entity, entityId, version],
    initialPageParam: '',
    ...(version === undefined && { staleTime: 0 }),
    queryFn: async ({ pageParam, signal }) =>
      unwrap(
        await call(
          'getHistory',
          { params: { entity, entityId }, query: pageParam === '' ? {} : { before: pageParam } },
          { signal },
        ),
      ),
    getNextPageParam: ({ next }) => next,
  });
  const entries = history.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div>
      {history.isError && (
        <div className="pad">
          <Note
            kind="error"
            actions={
              <Button size="small" onClick={() => void history.refetch()}>
                Reintentar
              </Button>
            }
          >
            No pudimos leer el historial.
          </Note>
        </div>
      )}
      {history.isSuccess && entries.length === 0 && <p className="pad muted">Nadie lo ha cambiado.</p>}
      <ol className="tl">
        {entries.map((entry, place) => (
          <DayEntry
            key={entry.id}
            at={entry.at}
            above={entries[place - 1]}
            icon={entry.actor.kind === 'staff' ? 'user-round' : 'settings'}
          >
            <button type="button" className="link" aria-haspopup="dialog" onClick={() => setOpened(entry)}>
              {operationLabel(entry.operation)}
            </button>
            <small>{entry.actor.name}</small>
            {entry.reason && <span className="note">{entry.reason}</span>}
          </DayEntry>
        ))}
      </ol>
      {history.hasNextPage && (
        <div className="pad">
          <Button size="small" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Ver más
          </Button>
        </div>
      )}
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

/** A change with its fields before and after. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { operation, actor, at, reason, requestId, entity, entityId, before, after } = entry;
  return (
    <Dialog isWide title={operationLabel(operation)} text={`${actor.name}, ${longMomentText(at)}`} onClose={onClose}>
      <Facts
        facts={[
          ['Registro', `${entityLabel(entity)} ${entityId}`],
          ...(reason ? [['Motivo', reason] as const] : []),
          ...(requestId ? [['Solicitud', requestId] as const] : []),
        ]}
      />
      <ChangesTable before={before} after={after} />
    </Dialog>
  );
}
