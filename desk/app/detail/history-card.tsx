import { unwrap } from '@ceiba/client/call-failure';
import type { ApiError, CallOptions } from '@ceiba/contract/client';
import { entityLabel, operationLabel } from '@ceiba/contract/desk/audit-words';
import type { Result } from '@ceiba/domain/result';
import type { DeskIconName } from '@ceiba/ui/desk-icon';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useChange } from '../actions/use-change.ts';
import { Button } from '../platform/button.tsx';
import { Dialog, DialogEnd } from '../platform/dialog.tsx';
import { longMomentText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
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

/** An event in the history that is not a change: a mail, a payment, a step of the buyer. */
export interface HistoryEvent {
  at: string;
  icon: DeskIconName;
  text: string;
  by: string;
  /** The text that a person typed. */
  note?: string;
  href?: string | null;
}

/** Restores the values from before a change, as a new change (PROD-05). */
export interface ValueRestorer {
  /** The values of an entry that can be restored. Undefined if no value can be restored. */
  valuesOf: (entry: AuditEntry) => Readonly<Record<string, unknown>> | undefined;
  /** The reason why values cannot be restored now. */
  blocked?: string | undefined;
  send: (values: Readonly<Record<string, unknown>>, options: CallOptions) => Promise<Result<unknown, ApiError>>;
}

interface HistoryOf extends HistoryProps {
  restoring?: ValueRestorer;
  /** The history is read again for each new version. Without a version, it is read each time it is shown. */
  version?: number;
  /** Events to merge with the changes by time. */
  events?: readonly HistoryEvent[];
  /** False: shows only events, because the reader may not see changes, or has filtered them out. */
  showsChanges?: boolean;
}

/** "Historial" of an entity (OFF-11): its changes and events in one list, newest first. */
export const HistoryCard = (props: HistoryOf & { version: number }) => (
  <Card title="Historial" isBare>
    <History {...props} />
  </Card>
);

/** A button that opens the history of an entity without its own page (OFF-11). `of` is the entity's name. */
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
  /** The change. Undefined if the row is only an event. */
  entry?: AuditEntry;
  event?: HistoryEvent;
}

/** Maximum ms between a change and the event that it caused. */
const togetherMs = 2_000;

const apartMs = (entry: AuditEntry, { at }: HistoryEvent): number => Math.abs(Date.parse(at) - Date.parse(entry.at));

const isCause = (entry: AuditEntry, event: HistoryEvent): boolean =>
  event.by === entry.actor.name && apartMs(entry, event) <= togetherMs;

/**
 * Merges changes and events into one list, newest first. A change and the nearest event of the same person, within `togetherMs`,
 * become one row.
 */
const joined = (entries: readonly AuditEntry[], events: readonly HistoryEvent[]): Row[] => {
  const unmatched = new Set(events);
  const changes = entries.map((entry): Row => {
    const [event] = [...unmatched]
      .filter((each) => isCause(entry, each))
      .toSorted((one, other) => apartMs(entry, one) - apartMs(entry, other));
    if (event === undefined) return { at: entry.at, entry };
    unmatched.delete(event);
    return { at: entry.at, entry, event };
  });
  const others = [...unmatched].map((event): Row => ({ at: event.at, event }));
  return [...changes, ...others].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
};

export function History({ entity, entityId, version, events = [], showsChanges = true, restoring }: HistoryOf) {
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
  // Events older than the loaded changes wait until more changes are loaded.
  const from = history.hasNextPage && showsChanges ? (entries.at(-1)?.at ?? '') : '';
  const rows = joined(entries, events).filter(({ at }) => at >= from);
  const isRead = !showsChanges || history.isSuccess;
  return (
    <div>
      {showsChanges && history.isError && (
        <div className="p-4">
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
      {showsChanges && history.isPending && <p className="p-4 text-ink-muted">Cargando…</p>}
      {isRead && rows.length === 0 && (
        <p className="p-4 text-ink-muted">{showsChanges ? 'Nadie lo ha cambiado.' : 'Nada por aquí'}</p>
      )}
      <ol className="px-4 pt-1 pb-3">
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
        <div className="p-4">
          <Button size="small" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Ver más
          </Button>
        </div>
      )}
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} {...(restoring && { restoring })} />}
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
  const text = event?.text ?? (entry === undefined ? '' : operationLabel(entry.operation, entry.entityId));
  const by = entry?.actor.name ?? event?.by ?? '';
  // An event's own text already contains the reason.
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
      {by !== '' && <small className="block text-xs text-ink-muted">{by}</small>}
      {note && <span className="mt-1 block rounded-sm bg-maiz-50 px-2.5 py-2 wrap-anywhere text-ink">{note}</span>}
    </DayEntry>
  );
}

/** A change with its fields before and after. */
export function EntryDialog({
  entry,
  onClose,
  restoring,
}: {
  entry: AuditEntry;
  onClose: () => void;
  restoring?: ValueRestorer;
}) {
  const { operation, actor, at, reason, requestId, entity, entityId, before, after } = entry;
  return (
    <Dialog
      isWide
      title={operationLabel(operation, entityId)}
      text={`${actor.name}, ${longMomentText(at)}`}
      onClose={onClose}
      footer={restoring !== undefined && <Restore entry={entry} restoring={restoring} onDone={onClose} />}
    >
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

/** "Volver a este valor". If another person changed the entity, the page reads the entity again, and the next press uses the new version. */
function Restore({ entry, restoring, onDone }: { entry: AuditEntry; restoring: ValueRestorer; onDone: () => void }) {
  const { send, isSending, error } = useChange();
  const values = restoring.valuesOf(entry);
  if (values === undefined) return null;
  const restore = async (): Promise<void> => {
    const sent = await send((options) => restoring.send(values, options));
    if (!sent.ok) return;
    showToast('Valor anterior guardado');
    onDone();
  };
  return (
    <>
      {error !== undefined && <Note kind="error">{refusalText(error)}</Note>}
      {restoring.blocked !== undefined && <small className="text-ink-muted">{restoring.blocked}</small>}
      <DialogEnd>
        <Button
          icon="undo-2"
          disabled={restoring.blocked !== undefined}
          loading={isSending}
          onClick={() => void restore()}
        >
          {Object.keys(values).length === 1 ? 'Volver a este valor' : 'Volver a estos valores'}
        </Button>
      </DialogEnd>
    </>
  );
}
