import { unwrap } from '@ceiba/client/call-failure';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { longMomentText, timeText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { entityLabel, operationLabel } from './audit-words.ts';
import { ChangesTable } from './changes-table.tsx';
import { Card } from './detail-frame.tsx';

export type AuditEntry = DeskAnswer<'getHistory'>['data'][number];

const dayOf = (iso: string): string => {
  const day = guatemalaDate(new Date(iso));
  return day === guatemalaDate(new Date()) ? 'Hoy' : formatDate(day);
};

/** "Historial" of an entity (OFF-11): who changed it, the newest first. Another `version` has another history. */
export function HistoryCard({ entity, entityId, version }: { entity: string; entityId: string; version: number }) {
  const [opened, setOpened] = useState<AuditEntry>();
  const history = useInfiniteQuery({
    queryKey: ['desk', 'getHistory', entity, entityId, version],
    initialPageParam: '',
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
    <Card title="Historial" isBare>
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
          {entries.map((entry, place) => {
            const day = dayOf(entry.at);
            const before = entries[place - 1];
            return (
              <Fragment key={entry.id}>
                {(before === undefined || dayOf(before.at) !== day) && <li className="day">{day}</li>}
                <li>
                  <span className="d">
                    <DeskIcon name={entry.actor.kind === 'staff' ? 'user-round' : 'settings'} />
                  </span>
                  <span className="row top-a">
                    <span className="grow">
                      <button type="button" className="link" aria-haspopup="dialog" onClick={() => setOpened(entry)}>
                        {operationLabel(entry.operation)}
                      </button>
                      <small>{entry.actor.name}</small>
                      {entry.reason && <span className="note">{entry.reason}</span>}
                    </span>
                    <time className="tiny muted" dateTime={entry.at}>
                      {timeText(entry.at)}
                    </time>
                  </span>
                </li>
              </Fragment>
            );
          })}
        </ol>
        {history.hasNextPage && (
          <div className="pad">
            <Button size="small" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
              Ver más
            </Button>
          </div>
        )}
      </div>
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

/** A change with its fields before and after. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { operation, actor, at, reason, requestId, entity, entityId, before, after } = entry;
  return (
    <Dialog isWide title={operationLabel(operation)} text={`${actor.name}, ${longMomentText(at)}`} onClose={onClose}>
      <dl className="kv">
        <div>
          <dt>Registro</dt>
          <dd>{`${entityLabel(entity)} ${entityId}`}</dd>
        </div>
        {reason && (
          <div>
            <dt>Motivo</dt>
            <dd>{reason}</dd>
          </div>
        )}
        {requestId && (
          <div>
            <dt>Solicitud</dt>
            <dd>{requestId}</dd>
          </div>
        )}
      </dl>
      <ChangesTable before={before} after={after} />
    </Dialog>
  );
}
