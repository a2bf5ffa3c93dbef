import { advisors } from '@ceiba/contract/desk/entities/advisors';
import { tableOf } from '../platform/entities/entity-table.ts';

/** Advisors. The database makes the hash of a new one; no field shows it. */
export const advisorTable = tableOf(advisors, {
  table: 'advisors',
  key: { column: 'id', type: 'integer' },
  columns: {
    firstName: 'first_name',
    store: 'store_code',
    staffEmail: 'staff_email',
    state: { computed: `case when t.ended_at is null then 'current' else 'ended' end` },
    addedAt: 'added_at',
    // The verb that writes it counts as a change (OFF-21), as no column that only the database writes does.
    endedAt: { computed: 't.ended_at' },
  },
  constraints: [
    {
      field: 'store',
      constraint: 'advisors_store_code_fkey',
      text: 'No hay una tienda con ese código.',
      isCheck: true,
    },
    { field: 'staffEmail', constraint: 'advisors_staff', text: 'Otro asesor tiene ese correo.' },
  ],
  rules: [
    {
      field: 'staffEmail',
      text: 'Nadie entra al escritorio con ese correo.',
      isBroken: ({ is, was }) =>
        `${is('staffEmail')} is distinct from ${was('staffEmail')} and ${is('staffEmail')} is not null
           and not exists (select from staff_members m where lower(m.email) = lower(${is('staffEmail')}))`,
    },
  ],
  search: `t.first_name || ' ' || t.store_code`,
  actionsOf: ({ state }) => (state === 'current' ? ['end', 'print'] : []),
});
