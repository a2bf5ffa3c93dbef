import { roleLabel } from '@ceiba/domain/staff/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../actions/use-action.tsx';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { PlaceNames } from '../list/place-names.tsx';
import { Button } from '../platform/button.tsx';
import { momentText, timeText } from '../platform/formats.ts';
import { Pill } from '../platform/pill.tsx';
import { RowList } from '../platform/row-list.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useSession } from '../session/session.ts';
import { useSignOut } from '../session/sign-out.ts';
import { PageHead } from '../shell/page-head.tsx';
import { deviceText } from './device-text.ts';
import { OwnPasskeys } from './own-passkeys.tsx';

/** "Mi cuenta": the signed-in person and their sessions (OFF-05). */
export function Component() {
  const { user, stores, sessionExpiresAt } = useSession();
  const sessions = useDeskQuery('listOwnSessions', {}, { staleTime: 0 });
  const signOut = useSignOut();
  return (
    <>
      <PageHead
        title="Mi cuenta"
        actions={
          <Button icon="log-out" onClick={signOut}>
            Cerrar sesión
          </Button>
        }
      />
      <DetailFrame
        aside={
          <Card title="Tus datos">
            <Facts
              facts={[
                ['Nombre', user.name],
                ['Correo electrónico', user.email],
                ['Rol', roleLabel(user.role)],
                ['Tiendas', stores === null ? 'Todas' : <PlaceNames key="stores" codes={stores} />],
                ['La sesión termina', timeText(sessionExpiresAt)],
              ]}
            />
          </Card>
        }
      >
        <Card title="Sesiones abiertas" isBare>
          <Loaded query={sessions}>{({ data }) => <Sessions sessions={data} />}</Loaded>
        </Card>
        <OwnPasskeys />
      </DetailFrame>
    </>
  );
}

type OwnSessions = DeskAnswer<'listOwnSessions'>['data'];

function Sessions({ sessions }: { sessions: OwnSessions }) {
  const queries = useQueryClient();
  const { start, running, dialog } = useAction();
  const end = (id: string): void =>
    start({
      verb: id,
      label: 'Cerrar',
      permission: 'signedIn',
      done: 'Sesión cerrada',
      run: async (options) => {
        const ended = await call('endOwnSession', { params: { id } }, options);
        await queries.invalidateQueries({ queryKey: callKey('listOwnSessions') });
        return ended;
      },
    });
  return (
    <RowList>
      {sessions.map(({ id, device, createdAt, usedAt, isCurrent }) => (
        <li key={id} className="flex items-center gap-2">
          <span className="min-w-0 flex-1 wrap-anywhere">
            <span className="block truncate">{deviceText(device)}</span>
            <small className="text-ink-muted">{`Desde ${momentText(createdAt)} · usada ${momentText(usedAt)}`}</small>
          </span>
          {isCurrent ? (
            <Pill look="good" icon="circle-check">
              Esta sesión
            </Pill>
          ) : (
            <Button
              size="small"
              loading={running === id}
              aria-label={`Cerrar la sesión de ${deviceText(device)}`}
              onClick={() => end(id)}
            >
              Cerrar
            </Button>
          )}
        </li>
      ))}
      {dialog}
    </RowList>
  );
}
