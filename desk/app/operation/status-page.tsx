import { DeskIcon } from '@ceiba/ui/desk-icon';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { Button, ButtonLink } from '../platform/button.tsx';
import { countedText, momentText } from '../platform/formats.ts';
import { Pill, type PillStyle } from '../platform/pill.tsx';
import { type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { PageHead } from '../shell/page-head.tsx';
import { secondsText } from './seconds-text.ts';

type Status = DeskAnswer<'getStatus'>['data'];
type PartState = Status['parts'][number]['state'];

/** ms between two looks: as often as the server looks itself. */
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

/** "Operación" (OPS-04): how everything that the shop stands on is, and what to do next; what fails stands first. */
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
              <ul className="sessions">
                {order
                  .flatMap((state) => data.parts.filter((part) => part.state === state))
                  .map(({ code, about, state, since, text, next }) => (
                    <li key={`${code} ${text}`} className="row top-a">
                      <span className="grow">
                        <b className="strong">{about}</b>
                        <small className="muted wrap-words">{text}</small>
                        {next !== null && <small className="wrap-words">{next}</small>}
                        {state !== 'sound' && since !== null && (
                          <small className="muted">Desde {momentText(since)}</small>
                        )}
                      </span>
                      <Pill {...states[state]}>{states[state].label}</Pill>
                    </li>
                  ))}
              </ul>
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
          <p className="row ok">
            <DeskIcon name="circle-check" />
            Todas las reglas se cumplen
          </p>
        ) : (
          <>
            <ul className="stack g8">
              {guard.broken.map(({ rule, rows }) => (
                <li key={rule} className="row between bad">
                  <span className="wrap-words">{rule}</span>
                  <span className="num">{countedText(rows, 'fila', 'filas')}</span>
                </li>
              ))}
            </ul>
            <p className="muted">
              Escribe <code>ceiba check</code>: dice qué filas son y qué regla no cumplen.
            </p>
          </>
        )}
      </Card>
      <Card title="Procesos">
        {nodes.length === 0 ? (
          <p className="muted">Ninguno se ha reportado.</p>
        ) : (
          <ul className="stack g8">
            {nodes.map(({ name, role, version, startedAt }) => (
              <li key={name}>
                <b className="strong wrap-words">{name}</b>
                <small className="muted block">
                  {`${roles[role]} · versión ${version} · desde ${momentText(startedAt)}`}
                </small>
              </li>
            ))}
          </ul>
        )}
        {new Set(nodes.map(({ version }) => version)).size > 1 && (
          <p className="row bad">
            <DeskIcon name="triangle-alert" />
            Corren versiones distintas: actualiza los demás procesos.
          </p>
        )}
      </Card>
    </>
  );
}
