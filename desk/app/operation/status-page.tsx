import { DeskIcon } from '@ceiba/ui/desk-icon';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { Button, ButtonLink } from '../platform/button.tsx';
import { countedText, momentText } from '../platform/formats.ts';
import { Pill, type PillStyle } from '../platform/pill.tsx';
import { RowList } from '../platform/row-list.tsx';
import { type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { FindingWay } from './finding-ways.tsx';
import { secondsText } from './seconds-text.ts';

type Status = DeskAnswer<'getStatus'>['data'];
type PartState = Status['parts'][number]['state'];

/** ms between two reads, the interval of the server's own checks. */
const refreshMs = 30_000;

const states: Record<PartState, PillStyle & { label: string }> = {
  broken: { look: 'red', icon: 'circle-x', label: 'Falla' },
  look: { look: 'corn', icon: 'triangle-alert', label: 'Por revisar' },
  sound: { look: 'good', icon: 'circle-check', label: 'Bien' },
};

const roles: Record<Status['nodes'][number]['role'], string> = {
  all: 'Tienda y trabajos',
  web: 'Tienda',
  worker: 'Trabajos',
};

const order: readonly PartState[] = ['broken', 'look', 'sound'];

/** "Operación" (OPS-04): the state of every system that the shop depends on, with the next step. Failures come first. */
export function Component() {
  const status = useDeskQuery(
    'getStatus',
    {},
    { staleTime: 0, refetchInterval: refreshMs, refetchOnWindowFocus: true },
  );
  return (
    <>
      <PageHead
        title="Operación"
        {...(status.data && { caption: `Revisado ${momentText(status.data.data.lookedAt)}` })}
        actions={
          <>
            <ButtonLink to="/operacion/trabajos" icon="clipboard-list">
              Trabajos
            </ButtonLink>
            <Button icon="refresh-cw" loading={status.isFetching} onClick={() => void status.refetch()}>
              Revisar ahora
            </Button>
          </>
        }
      />
      <Loaded query={status}>
        {({ data }) => (
          <DetailFrame aside={<StatusFacts status={data} />}>
            <Card title="Estado" isBare>
              <RowList>
                {order
                  .flatMap((state) => data.parts.filter((part) => part.state === state))
                  .map(({ code, about, state, since, text, next }) => (
                    <li key={`${code} ${text}`} className="flex gap-2 items-start">
                      <span className="min-w-0 flex-1 wrap-anywhere">
                        <b className="font-semibold">{about}</b>
                        <small className="text-ink-muted wrap-anywhere">{text}</small>
                        {next !== null && <small className="wrap-anywhere">{next}</small>}
                        {state !== 'sound' && since !== null && (
                          <small className="text-ink-muted">Desde {momentText(since)}</small>
                        )}
                      </span>
                      {state !== 'sound' && <FindingWay code={code} />}
                      <Pill {...states[state]}>{states[state].label}</Pill>
                    </li>
                  ))}
              </RowList>
            </Card>
          </DetailFrame>
        )}
      </Loaded>
    </>
  );
}

const momentOf = (moment: string | null): string | null => moment && momentText(moment);

function StatusFacts({ status: { guard, lastBackupAt, lastDrillAt, queueSeconds, nodes } }: { status: Status }) {
  return (
    <>
      <Card title="Cola y copias">
        <Facts
          facts={[
            ['Espera del trabajo más viejo', queueSeconds === 0 ? 'Ninguna' : secondsText(queueSeconds)],
            ['Última copia', momentOf(lastBackupAt)],
            ['Última prueba de una copia', momentOf(lastDrillAt)],
          ]}
        />
      </Card>
      <Card title="Vigilancia de datos">
        <Facts facts={[['Última revisión', momentOf(guard.checkedAt)]]} />
        {guard.broken.length === 0 ? (
          <p className="flex items-center gap-2 text-success">
            <DeskIcon name="circle-check" />
            Todas las reglas se cumplen
          </p>
        ) : (
          <>
            <ul className="stack gap-2">
              {guard.broken.map(({ rule, rows }) => (
                <li key={rule} className="flex items-center gap-2 flex-wrap justify-between text-danger">
                  <span className="wrap-anywhere">{rule}</span>
                  <span className="whitespace-nowrap tabular-nums">{countedText(rows, 'fila', 'filas')}</span>
                </li>
              ))}
            </ul>
            <p className="text-ink-muted">
              Escribe <code>ceiba check</code>: dice qué filas son y qué regla no cumplen.
            </p>
          </>
        )}
      </Card>
      <Card title="Procesos">
        {nodes.length === 0 ? (
          <p className="text-ink-muted">Ninguno se ha reportado.</p>
        ) : (
          <ul className="stack gap-2">
            {nodes.map(({ name, role, version, startedAt }) => (
              <li key={name}>
                <b className="font-semibold wrap-anywhere">{name}</b>
                <small className="text-ink-muted block">
                  {`${roles[role]} · versión ${version} · desde ${momentText(startedAt)}`}
                </small>
              </li>
            ))}
          </ul>
        )}
        {new Set(nodes.map(({ version }) => version)).size > 1 && (
          <p className="flex items-center gap-2 text-danger">
            <DeskIcon name="triangle-alert" />
            Corren versiones distintas: actualiza los demás procesos.
          </p>
        )}
      </Card>
    </>
  );
}
