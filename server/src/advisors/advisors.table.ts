import { advisors } from '@ceiba/contract/desk/entities/advisors';
import { tableOf } from '../platform/entities/entity-table.ts';

/** SQL for the name of an advisor's store. */
const storeName = '(select s.name from stores s where s.store_code = t.store_code)';

/** Advisors. The database makes the hash of a new advisor. No field shows it. */
export const advisorTable = tableOf(advisors, {
  table: 'advisors',
  key: { column: 'id', type: 'integer' },
  columns: {
    firstName: 'first_name',
    store: 'store_code',
    storeName: { computed: storeName },
    staff: 'staff_email',
    staffName: { computed: '(select m.name from staff_members m where lower(m.email) = lower(t.staff_email))' },
    state: { computed: `case when t.ended_at is null then 'current' else 'ended' end` },
    addedAt: 'added_at',
    // The action that ends an advisor writes this column and counts as a change (OFF-21). Other computed columns never count.
    endedAt: { computed: 't.ended_at' },
  },
  constraints: [
    {
      field: 'store',
      constraint: 'advisors_store_code_fkey',
      text: 'Elige una tienda de la lista.',
      isCheck: true,
    },
    { field: 'staff', constraint: 'advisors_staff', text: 'Otro asesor tiene ese correo.' },
  ],
  rules: [
    {
      field: 'store',
      text: 'Esa tienda está retirada.',
      isBroken: ({ is, was }) =>
        `${is('store')} is distinct from ${was('store')}
           and exists (select from stores s where s.store_code = ${is('store')} and s.retired_at is not null)`,
    },
    {
      field: 'staff',
      text: 'Nadie entra al escritorio con ese correo.',
      isBroken: ({ is, was }) =>
        `${is('staff')} is distinct from ${was('staff')} and ${is('staff')} is not null
           and not exists (select from staff_members m where lower(m.email) = lower(${is('staff')}))`,
    },
  ],
  search: `t.first_name || ' ' || t.store_code || ' ' || coalesce(${storeName}, '') || ' ' || coalesce(t.staff_email, '')`,
  actionsOf: ({ state }) => (state === 'current' ? ['end', 'print'] : []),
});
