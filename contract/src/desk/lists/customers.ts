import { declareList } from '../list.ts';

export const customerList = declareList({
  name: 'customers',
  title: 'Clientes',
  slice: 'accounts',
  permission: 'customers.read',
  id: 'id',
  columns: {
    name: { label: 'Nombre', kind: 'link', isPersonal: true },
    email: { label: 'Correo electrónico', kind: 'text', isPersonal: true },
    phone: { label: 'Teléfono', kind: 'text', isPersonal: true },
    createdAt: { label: 'Desde', kind: 'moment' },
    isConfirmed: { label: 'Correo confirmado', kind: 'flag' },
    isEmployee: { label: 'Empleado', kind: 'flag' },
    orders: { label: 'Órdenes', kind: 'number' },
  },
  filters: {
    confirmed: { kind: 'flag', label: 'Correo confirmado' },
    loyalty: { kind: 'flag', label: 'Programa de puntos', needs: 'points' },
    created: { kind: 'dates', label: 'Desde' },
  },
  sorts: ['-createdAt'],
  search: 'Nombre, correo, teléfono o NIT',
});
