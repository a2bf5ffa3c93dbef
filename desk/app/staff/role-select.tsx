import type { ComponentProps } from 'react';
import { SelectField } from '../platform/field.tsx';
import { useDeskQuery } from '../session/desk-client.ts';

/** The roles there are, the built-in first. */
export function RoleSelect(props: Omit<ComponentProps<typeof SelectField>, 'children'>) {
  const roles = useDeskQuery('listRoles', {});
  return (
    <SelectField {...props}>
      <option value="">Elige un rol</option>
      {roles.data?.data.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
