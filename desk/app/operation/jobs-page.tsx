import { reasonField } from '@ceiba/contract/desk/fields';
import { useQueryClient } from '@tanstack/react-query';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { HistoryButton } from '../detail/history-card.tsx';
import { countedText, countText, momentText, nothing } from '../platform/formats.ts';
import { Pill } from '../platform/pill.tsx';
import { RowList } from '../platform/row-list.tsx';
import { Table } from '../platform/table.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { secondsText } from './seconds-text.ts';

type Jobs = DeskAnswer<'getJobs'>['data'];
type FailedJob = Jobs['failed'][number];

/** ms between two reads. */
const refreshMs = 15_000;

/** "Trabajos" (OPS-17): the queue by kind, failed jobs, and schedules. */
export function Component() {
  const jobs = useDeskQuery('getJobs', {}, { staleTime: 0, refetchInterval: refreshMs, refetchOnWindowFocus: true });
  return (
    <>
      <PageHead title="Trabajos" path={[{ label: 'Operación', to: '/operacion' }]} />
      <Loaded query={jobs}>
        {({ data }) => (
          <>
            <FailedJobs jobs={data.failed} />
            <Kinds kinds={data.kinds} />
            <Schedules schedules={data.schedules} />
          </>
        )}
      </Loaded>
    </>
  );
}

function FailedJobs({ jobs }: { jobs: Jobs['failed'] }) {
  return (
    <Card title="Fallidos" isBare>
      {jobs.length === 0 ? (
        <p className="p-4 text-ink-muted">Ningún trabajo ha fallado.</p>
      ) : (
        <RowList>
          {jobs.map((job) => (
            <li key={job.id} className="flex gap-2 items-start flex-wrap">
              <span className="min-w-0 flex-1 wrap-anywhere">
                <b className="font-semibold">{job.label}</b>{' '}
                {job.state === 'dead' ? (
                  <Pill look="red" icon="circle-x">
                    Sin más intentos
                  </Pill>
                ) : (
                  <Pill look="corn" icon="refresh-cw">
                    Se intenta de nuevo
                  </Pill>
                )}
                <small className="text-ink-muted">
                  {`${job.task} · ${countedText(job.attempts, 'intento', 'intentos')} · creado ${momentText(job.createdAt)}${job.state === 'failing' ? ` · próximo ${momentText(job.runAt)}` : ''}`}
                </small>
                <small className="text-danger wrap-anywhere">{job.error}</small>
              </span>
              <JobActions job={job} />
            </li>
          ))}
        </RowList>
      )}
    </Card>
  );
}

function JobActions({ job }: { job: FailedJob }) {
  const queries = useQueryClient();
  const readAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: callKey('getJobs') });
  const actions: DeskAction[] = [
    {
      verb: `retry-${job.id}`,
      label: 'Reintentar',
      icon: 'rotate-ccw',
      permission: 'ops.act',
      done: `${job.label}: se intenta de nuevo`,
      run: async (options) => {
        const retried = await call('retryJob', { params: { id: job.id }, body: {} }, options);
        await readAgain();
        return retried;
      },
    },
    {
      verb: `discard-${job.id}`,
      label: 'Descartar',
      icon: 'trash-2',
      isDanger: true,
      permission: 'ops.act',
      dialog: (close) => (
        <FieldDialog
          title={`¿Descartar “${job.label}”?`}
          text="No se intentará más. Queda en la auditoría qué era y por qué."
          button="Descartar"
          isDanger
          fields={{ reason: reasonField }}
          send={({ reason }, options) => call('discardJob', { params: { id: job.id }, body: { reason } }, options)}
          onDone={() => void readAgain()}
          done={`${job.label}: descartado`}
          onClose={close}
        />
      ),
    },
  ];
  return (
    <span className="flex items-center gap-2">
      <HistoryButton of={`${job.label} (${job.id})`} entity="jobs" entityId={job.id} />
      <ActionButtons actions={actions} size="small" />
    </span>
  );
}

function KindActions({ kind }: { kind: Jobs['kinds'][number] }) {
  const queries = useQueryClient();
  const readAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: callKey('getJobs') });
  const { task, label, pausedAt } = kind;
  const action: DeskAction =
    pausedAt === null
      ? {
          verb: `pause-${task}`,
          label: 'Pausar',
          icon: 'pause',
          permission: 'ops.act',
          dialog: (close) => (
            <FieldDialog
              title={`¿Pausar “${label}”?`}
              text="Lo que está en curso termina; lo demás espera hasta que se reanude."
              button="Pausar"
              fields={{ reason: reasonField }}
              send={({ reason }, options) => call('pauseJobs', { params: { task }, body: { reason } }, options)}
              onDone={() => void readAgain()}
              done={`${label}: en pausa`}
              onClose={close}
            />
          ),
        }
      : {
          verb: `resume-${task}`,
          label: 'Reanudar',
          icon: 'refresh-cw',
          permission: 'ops.act',
          done: `${label}: sigue`,
          run: async (options) => {
            const resumed = await call('resumeJobs', { params: { task }, body: {} }, options);
            await readAgain();
            return resumed;
          },
        };
  return (
    <span className="flex items-center gap-2">
      <HistoryButton of={label} entity="jobs" entityId={task} />
      <ActionButtons actions={[action]} size="small" />
    </span>
  );
}

type Kind = Jobs['kinds'][number];

/** Paused kinds come first, then failing kinds, then kinds with work. The other kinds keep the server's order. */
const urgencyOf = ({ pausedAt, dead, failing, due, running }: Kind): number => {
  if (pausedAt !== null) return 3;
  return dead + failing > 0 ? 2 : due + running > 0 ? 1 : 0;
};
const byUrgency = (one: Kind, other: Kind): number => urgencyOf(other) - urgencyOf(one);

function Kinds({ kinds }: { kinds: Jobs['kinds'] }) {
  return (
    <Card title="Cola por tipo" isBare>
      <Table
        label="Cola por tipo"
        look="job-table"
        texts={['Tipo']}
        numbers={['Por hacer', 'Planeados', 'En curso', 'Se reintentan', 'Sin más intentos', 'Espera']}
        hasActions
      >
        {[...kinds].sort(byUrgency).map((kind) => (
          <tr key={kind.task}>
            <th scope="row">
              {kind.label}
              <small className="text-ink-muted block wrap-anywhere">{kind.task}</small>
              {kind.pausedAt !== null && (
                <>
                  <Pill look="corn" icon="pause">
                    En pausa
                  </Pill>
                  <small className="text-ink-muted block">{`Desde ${momentText(kind.pausedAt)}: ${kind.pauseReason ?? ''}`}</small>
                </>
              )}
            </th>
            <Count value={kind.due} />
            <Count value={kind.planned} />
            <Count value={kind.running} />
            <Count value={kind.failing} isWrong />
            <Count value={kind.dead} isWrong />
            <td className="text-right">{kind.oldestSeconds === null ? nothing : secondsText(kind.oldestSeconds)}</td>
            <td className="text-right">
              <KindActions kind={kind} />
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

const Count = ({ value, isWrong = false }: { value: number; isWrong?: boolean }) => (
  <td className="text-right">
    <span className={value === 0 ? 'text-ink-muted' : isWrong ? 'text-danger font-semibold' : undefined}>
      {countText(value)}
    </span>
  </td>
);

function Schedules({ schedules }: { schedules: Jobs['schedules'] }) {
  return (
    <Card title="Por reloj" isBare>
      <Table label="Trabajos por reloj" look="job-table" texts={['Trabajo', 'Última vez', 'Próxima vez']}>
        {schedules.map(({ name, label, lastRunAt, nextRunAt }) => (
          <tr key={name}>
            <th scope="row">
              {label}
              <small className="text-ink-muted block wrap-anywhere">{name}</small>
            </th>
            <td>{lastRunAt === null ? nothing : momentText(lastRunAt)}</td>
            <td>{nextRunAt === null ? nothing : momentText(nextRunAt)}</td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
