import { isPermission, permissionLabels, permissions } from '@ceiba/domain/staff/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldControl } from '../actions/field-control.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { HistoryButton } from '../detail/history-card.tsx';
import { Button } from '../platform/button.tsx';
import { CheckField } from '../platform/field.tsx';
import { countedText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { Tag } from '../platform/tag.tsx';
import { showToast } from '../platform/toasts.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call, useDeskQuery } from '../session/desk-client.ts';
import { useSession } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';

const labelOf = (permission: string): string => (isPermission(permission) ? permissionLabels[permission] : permission);

/** The permissions of each role. The shop may add roles. */
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
                    <span className="text-ink-muted">{countedText(members, 'persona', 'personas')}</span>
                    {/* Built-in roles never change. */}
                    {!isBuiltIn && <HistoryButton of={label} entity="roles" entityId={id} />}
                  </>
                }
              >
                <p className="text-xs text-ink-muted">{isBuiltIn ? 'Rol incluido' : 'Rol propio'}</p>
                {granted.length === permissions.length ? (
                  <p>Todos los permisos</p>
                ) : (
                  <ul className="flex items-center gap-2 flex-wrap">
                    {granted.map((permission) => (
                      <li key={permission} className="flex">
                        <Tag>{labelOf(permission)}</Tag>
                      </li>
                    ))}
                    {granted.length === 0 && <li className="text-ink-muted">Ningún permiso</li>}
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

const labelField = { kind: 'text', label: 'Nombre del rol', max: 40 } as const;

/** People can only grant permissions that they hold (OFF-09), so only such permissions are offered. */
function NewRoleDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const { permissions: ownPermissions } = useSession();
  const [granted, setGranted] = useState<readonly string[]>([]);
  const { form, said, isSending, send } = useLandingForm<Record<string, string>>({ defaultValues: { label: '' } });
  const create = form.handleSubmit(async ({ label = '' }) => {
    const body = { label: label.trim(), permissions: [...granted] };
    const created = await send((options) => call('createRole', { body }, options), { label: 'label' });
    if (!created.ok) return;
    showToast('Rol creado');
    onClose();
    void queries.invalidateQueries({ queryKey: callKey('listRoles') });
  });
  const toggle = (permission: string): void =>
    setGranted(granted.includes(permission) ? granted.filter((each) => each !== permission) : [...granted, permission]);
  return (
    <FormDialog
      title="Nuevo rol"
      text="Solo puedes dar permisos que tienes."
      isWide
      onClose={onClose}
      button="Guardar"
      isSending={isSending}
      onSubmit={() => void create()}
    >
      {said !== undefined && <Note kind="error">{said}</Note>}
      <FieldControl form={form} name="label" field={labelField} />
      <fieldset className="grid content-start gap-1.5">
        <legend className="mb-1 text-dense font-semibold">Permisos</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-x-3">
          {ownPermissions.map((permission) => (
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
