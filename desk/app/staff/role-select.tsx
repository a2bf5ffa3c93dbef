import { roleLabel } from '@ceiba/domain/staff/permissions';
import type { ComponentProps } from 'react';
import { SelectField } from '../platform/field.tsx';
import { useDeskQuery } from '../session/desk-client.ts';

/** All roles, the built-in ones first. `current` can be shown before they load. */
export function RoleSelect({
  current,
  ...props
}: Omit<ComponentProps<typeof SelectField>, 'children'> & { current?: string }) {
  const answer = useDeskQuery('listRoles', {});
  const read = answer.data?.data ?? [];
  const roles =
    current === undefined || read.some(({ id }) => id === current)
      ? read
      : [{ id: current, label: roleLabel(current) }, ...read];
  return (
    <SelectField {...props}>
      <option value="">Elige un rol</option>
      {roles.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
