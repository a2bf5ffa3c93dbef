import { roleLabel } from '@ceiba/domain/staff/permissions';
import { declareList } from '../list.ts';

export const staffList = declareList({
  name: 'staff',
  title: 'Personal',
  slice: 'staff',
  permission: 'staff.edit',
  id: 'id',
  columns: {
    name: { label: 'Nombre', kind: 'link' },
    email: { label: 'Correo electrónico', kind: 'text' },
    role: { label: 'Rol', kind: 'text', wordsOf: roleLabel },
    state: {
      label: 'Estado',
      kind: 'state',
      values: { invited: 'Invitado', active: 'Activo', disabled: 'Desactivado' },
    },
    stores: { label: 'Tiendas', kind: 'text' },
    lastSeenAt: { label: 'Última visita', kind: 'moment' },
  },
  filters: {
    state: {
      kind: 'choice',
      label: 'Estado',
      values: { invited: 'Invitado', active: 'Activo', disabled: 'Desactivado' },
    },
    role: { kind: 'text', label: 'Rol', names: 'role' },
  },
  sorts: ['name', 'email', 'lastSeenAt'],
  search: 'Nombre o correo',
});
