import { departments } from '@ceiba/contract/desk/entities/departments';
import { tableOf } from '../platform/entities/entity-table.ts';

/** The table of departments. A trigger gives new departments a number. */
export const departmentTable = tableOf(departments, {
  table: 'departments',
  key: { column: 'region_id', type: 'integer' },
  columns: {
    title: 'title',
    position: 'position',
    isActive: 'is_active',
    municipalities: { computed: '(select count(*)::integer from municipios m where m.region_id = t.region_id)' },
  },
  defaults: { position: () => '(select coalesce(max(d.position), 0) + 1 from departments d)' },
  rules: [
    {
      field: 'title',
      text: 'Ya hay un departamento con ese nombre.',
      isBroken: ({ is, key }) =>
        `exists (select from departments d where folded(d.title) = folded(${is('title')}) and d.region_id <> ${key})`,
    },
    {
      field: 'isActive',
      text: 'Tiene una tienda que entrega órdenes: retírala antes.',
      isBroken: ({ is, was, key }) =>
        `not ${is('isActive')} and ${was('isActive')} is not false
         and exists (select from stores s where s.region_id = ${key} and s.is_pickup)`,
    },
  ],
  search: 't.title',
});
