import type { ApiError } from '@ceiba/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { type DeskAction, onceOptions } from '../actions/desk-action.ts';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { Button } from '../platform/button.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { TextAreaField } from '../platform/field.tsx';
import { countText, momentText, nothing } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { ScrollRegion } from '../platform/scroll-region.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { secondsText } from './seconds-text.ts';

type Jobs = DeskAnswer<'getJobs'>['data'];
type FailedJob = Jobs['failed'][number];

/** ms between two looks. */
const refreshMs = 15_000;

/** "Trabajos" (OPS-17): the queue by kind, what failed, and what runs by the clock. */
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
        <p className="pad muted">Ningún trabajo ha fallado.</p>
      ) : (
        <ul className="sessions">
          {jobs.map((job) => (
            <li key={job.id} className="row top-a wrapx">
              <span className="grow">
                <b className="strong">{job.task}</b>{' '}
                {job.state === 'dead' ? (
                  <Pill look="red" icon="circle-x">
                    Sin más intentos
                  </Pill>
                ) : (
                  <Pill look="corn" icon="refresh-cw">
                    Se intenta de nuevo
                  </Pill>
                )}
                <small className="muted">
                  {`${job.attempts} intentos · creado ${momentText(job.createdAt)}${job.state === 'failing' ? ` · próximo ${momentText(job.runAt)}` : ''}`}
                </small>
                <small className="bad wrap-words">{job.error}</small>
              </span>
              <JobActions job={job} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function JobActions({ job }: { job: FailedJob }) {
  const queries = useQueryClient();
  const readAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: ['desk', 'getJobs'] });
  const actions: DeskAction[] = [
    {
      verb: `retry-${job.id}`,
      label: 'Reintentar',
      icon: 'rotate-ccw',
      permission: 'ops.act',
      done: `${job.task}: se intenta de nuevo`,
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
      dialog: (close) => <DiscardDialog job={job} onClose={close} onDone={readAgain} />,
    },
  ];
  return (
    <span className="row">
      <ActionButtons actions={actions} size="small" />
    </span>
  );
}

function DiscardDialog({ job, onClose, onDone }: { job: FailedJob; onClose: () => void; onDone: () => Promise<void> }) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<ApiError>();
  const [options, setOptions] = useState(onceOptions);
  const [isSending, setIsSending] = useState(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    const discarded = await call('discardJob', { params: { id: job.id }, body: { reason: reason.trim() } }, options);
    setIsSending(false);
    if (discarded.ok) {
      await onDone();
      showToast(`${job.task}: descartado`);
      onClose();
      return;
    }
    setError(discarded.error);
    if (discarded.error.status !== 0) setOptions(onceOptions());
  };
  return (
    <Dialog
      title={`¿Descartar ${job.task}?`}
      text="No se intentará más. Queda en la auditoría qué era y por qué."
      onClose={onClose}
      footer={
        <span className="end">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={formId} look="dangerFilled" loading={isSending}>
            Descartar
          </Button>
        </span>
      }
    >
      <form id={formId} className="stack" onSubmit={send}>
        {error && <Note kind="error">{refusalText(error)}</Note>}
        <TextAreaField
          label="Motivo"
          required
          maxLength={300}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
    </Dialog>
  );
}

function Kinds({ kinds }: { kinds: Jobs['kinds'] }) {
  return (
    <Card title="Cola por tipo" isBare>
      <ScrollRegion label="Cola por tipo">
        <table className="tbl">
          <thead>
            <tr>
              <th scope="col">Tipo</th>
              {['Por hacer', 'Planeados', 'En curso', 'Se reintentan', 'Sin más intentos', 'Espera'].map((label) => (
                <th key={label} scope="col" className="r">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ task, due, planned, running, failing, dead, oldestSeconds }) => (
              <tr key={task}>
                <th scope="row">{task}</th>
                <Count value={due} />
                <Count value={planned} />
                <Count value={running} />
                <Count value={failing} isWrong />
                <Count value={dead} isWrong />
                <td className="r">{oldestSeconds === null ? nothing : secondsText(oldestSeconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

const Count = ({ value, isWrong = false }: { value: number; isWrong?: boolean }) => (
  <td className="r">
    <span className={value === 0 ? 'muted' : isWrong ? 'bad strong' : undefined}>{countText(value)}</span>
  </td>
);

function Schedules({ schedules }: { schedules: Jobs['schedules'] }) {
  return (
    <Card title="Por reloj" isBare>
      <ScrollRegion label="Trabajos por reloj">
        <table className="tbl">
          <thead>
            <tr>
              <th scope="col">Trabajo</th>
              <th scope="col">Última vez</th>
              <th scope="col">Próxima vez</th>
            </tr>
          </thead>
          <tbody>
            {schedules.map(({ name, lastRunAt, nextRunAt }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{lastRunAt === null ? nothing : momentText(lastRunAt)}</td>
                <td>{nextRunAt === null ? nothing : momentText(nextRunAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
