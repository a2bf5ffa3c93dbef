import { isPermission, permissionLabels, permissions } from '@ceiba/domain/staff/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { HistoryButton } from '../detail/history-card.tsx';
import { Button } from '../platform/button.tsx';
import { CheckField, TextField } from '../platform/field.tsx';
import { countedText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call, useDeskQuery } from '../session/desk-client.ts';
import { useSession } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';

const labelOf = (permission: string): string => (isPermission(permission) ? permissionLabels[permission] : permission);

/** What each role allows; the shop may add its own. */
export function Component() {
  const roles = useDeskQuery('listRoles', {});
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <PageHead
        title="Roles"
        path={[{ label: 'Personal', to: '/personal' }]}
        actions={
          <Button look="primary" icon="plus" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
            Nuevo rol
          </Button>
        }
      />
      <DetailFrame>
        <Loaded query={roles}>
          {({ data }) =>
            data.map(({ id, label, permissions: granted, isBuiltIn, members }) => (
              <Card
                key={id}
                title={label}
                actions={
                  <>
                    <span className="muted">{countedText(members, 'persona', 'personas')}</span>
                    {/* Ceiba's own never change. */}
                    {!isBuiltIn && <HistoryButton of={label} entity="roles" entityId={id} />}
                  </>
                }
              >
                <p className="tiny muted">{isBuiltIn ? 'Rol incluido' : 'Rol propio'}</p>
                {granted.length === permissions.length ? (
                  <p>Todos los permisos</p>
                ) : (
                  <ul className="row wrapx">
                    {granted.map((permission) => (
                      <li key={permission} className="tagx">
                        {labelOf(permission)}
                      </li>
                    ))}
                    {granted.length === 0 && <li className="muted">Ningún permiso</li>}
                  </ul>
                )}
              </Card>
            ))
          }
        </Loaded>
      </DetailFrame>
      {isAdding && <NewRoleDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}

/** Nobody grants what they do not hold (OFF-09): what is offered is what this person may do. */
function NewRoleDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const { permissions: held } = useSession();
  const [label, setLabel] = useState('');
  const [granted, setGranted] = useState<readonly string[]>([]);
  const { error, isSending, send } = useChange();
  const create = async (): Promise<void> => {
    const created = await send((options) =>
      call('createRole', { body: { label: label.trim(), permissions: [...granted] } }, options),
    );
    if (!created.ok) return;
    showToast('Rol creado');
    onClose();
    void queries.invalidateQueries({ queryKey: callKey('listRoles') });
  };
  const toggle = (permission: string): void =>
    setGranted(granted.includes(permission) ? granted.filter((each) => each !== permission) : [...granted, permission]);
  return (
    <FormDialog
      title="Nuevo rol"
      text="Solo puedes dar permisos que tienes."
      isWide
      onClose={onClose}
      noValidate={false}
      button="Guardar"
      isSending={isSending}
      onSubmit={() => void create()}
    >
      {error && <Note kind="error">{refusalText(error)}</Note>}
      <TextField
        label="Nombre del rol"
        required
        maxLength={40}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
      <fieldset className="fld">
        <legend className="lab">Permisos</legend>
        <div className="choices many">
          {held.map((permission) => (
            <CheckField
              key={permission}
              label={labelOf(permission)}
              checked={granted.includes(permission)}
              onChange={() => toggle(permission)}
            />
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}
