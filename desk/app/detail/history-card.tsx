import { unwrap } from '@ceiba/client/call-failure';
import { entityLabel, operationLabel } from '@ceiba/contract/desk/audit-words';
import type { DeskIconName } from '@ceiba/ui/desk-icon';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { longMomentText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { historyKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { ChangesTable } from './changes-table.tsx';
import { DayEntry } from './day-entry.tsx';
import { Card } from './detail-frame.tsx';
import { Facts } from './facts.tsx';

export type AuditEntry = DeskAnswer<'getHistory'>['data'][number];

interface HistoryProps {
  entity: string;
  entityId: string;
}

/** What happened to an entity besides its changes: a mail, a payment, a step of its buyer. */
export interface HistoryEvent {
  at: string;
  icon: DeskIconName;
  text: string;
  by: string;
  /** What somebody wrote. */
  note?: string;
  href?: string | null;
}

interface HistoryOf extends HistoryProps {
  /** Another version has another history. Without a version it is read anew each time it is shown. */
  version?: number;
  /** They stand between the changes, by their moments. */
  events?: readonly HistoryEvent[];
  /** False: events alone, for a reader who may not see the changes or has chosen other entries. */
  showsChanges?: boolean;
}

/** "Historial" of an entity (OFF-11): who changed it and what happened to it, in one list, the newest first. */
export const HistoryCard = (props: HistoryOf & { version: number }) => (
  <Card title="Historial" isBare>
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

interface Row {
  at: string;
  /** Its fields before and after are known. */
  entry?: AuditEntry;
  event?: HistoryEvent;
}

/** ms between a change and the event that it caused. */
const togetherMs = 2_000;

const isCause = (entry: AuditEntry, event: HistoryEvent): boolean =>
  event.by === entry.actor.name && Math.abs(Date.parse(event.at) - Date.parse(entry.at)) <= togetherMs;

/** Changes and events as one list. A change and the event that it caused are one row. */
const joined = (entries: readonly AuditEntry[], events: readonly HistoryEvent[]): Row[] => {
  const left = new Set(events);
  const changes = entries.map((entry): Row => {
    const event = [...left].find((each) => isCause(entry, each));
    if (event === undefined) return { at: entry.at, entry };
    left.delete(event);
    return { at: entry.at, entry, event };
  });
  const others = [...left].map((event): Row => ({ at: event.at, event }));
  return [...changes, ...others].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
};

export function History({ entity, entityId, version, events = [], showsChanges = true }: HistoryOf) {
  const [opened, setOpened] = useState<AuditEntry>();
  const history = useInfiniteQuery({
    queryKey: [...historyKey(entity, entityId), version],
    initialPageParam: '',
    enabled: showsChanges,
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
  const entries = showsChanges ? (history.data?.pages.flatMap(({ data }) => data) ?? []) : [];
  // Until older changes are asked for, what happened between them waits with them.
  const from = history.hasNextPage && showsChanges ? (entries.at(-1)?.at ?? '') : '';
  const rows = joined(entries, events).filter(({ at }) => at >= from);
  const isRead = !showsChanges || history.isSuccess;
  return (
    <div>
      {showsChanges && history.isError && (
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
      {showsChanges && history.isPending && <p className="pad muted">Cargando…</p>}
      {isRead && rows.length === 0 && (
        <p className="pad muted">{showsChanges ? 'Nadie lo ha cambiado.' : 'Nada por aquí'}</p>
      )}
      <ol className="tl">
        {rows.map((row, place) => (
          <HistoryRow
            key={row.entry?.id ?? `${row.at} ${row.event?.text}`}
            row={row}
            above={rows[place - 1]}
            onOpen={setOpened}
          />
        ))}
      </ol>
      {showsChanges && history.hasNextPage && (
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

function HistoryRow({
  row: { at, entry, event },
  above,
  onOpen,
}: {
  row: Row;
  above: Row | undefined;
  onOpen: (entry: AuditEntry) => void;
}) {
  const text = event?.text ?? (entry === undefined ? '' : operationLabel(entry.operation));
  const by = entry?.actor.name ?? event?.by ?? '';
  // The text of an event says its reason itself.
  const note = event === undefined ? entry?.reason : event.note;
  return (
    <DayEntry at={at} above={above} icon={event?.icon ?? (entry?.actor.kind === 'staff' ? 'user-round' : 'settings')}>
      {entry !== undefined ? (
        <button type="button" className="link" aria-haspopup="dialog" onClick={() => onOpen(entry)}>
          {text}
        </button>
      ) : event?.href ? (
        <Link className="link" to={event.href}>
          {text}
        </Link>
      ) : (
        text
      )}
      {by !== '' && <small>{by}</small>}
      {note && <span className="note">{note}</span>}
    </DayEntry>
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
      <ChangesTable entity={entity} before={before} after={after} />
    </Dialog>
  );
}
