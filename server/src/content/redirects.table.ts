import { redirects } from '@ceiba/contract/desk/entities/redirects';
import { tableOf } from '../platform/entities/entity-table.ts';
import { fixedPages } from './content-pages.table.ts';

export const noPage = 'No hay ninguna página en esa dirección.';

const loop = 'Esa redirección volvería a su propia dirección.';

/** Redirects. A trigger stores each path in lower case, and refuses a loop that two people create concurrently. */
export const redirectTable = tableOf(redirects, {
  table: 'redirects',
  key: { column: 'id', type: 'integer' },
  columns: { from: 'from_path', to: 'to_path', note: 'note' },
  constraints: [
    {
      field: 'from',
      constraint: 'redirects_from_key',
      text: 'Ya hay una redirección de esa dirección.',
    },
    { field: 'to', constraint: 'redirects_no_loop', text: loop, isCheck: true },
  ],
  rules: [
    { field: 'to', text: loop, isBroken: ({ is }) => `redirect_loops(${is('from')}, ${is('to')})` },
    {
      field: 'to',
      text: noPage,
      isBroken: ({ is, was }) =>
        `${is('to')} is distinct from ${was('to')} and not is_open_address(${is('to')}, ${fixedPages})`,
      isLateInFiles: true,
    },
    {
      field: 'from',
      text: 'Esa dirección es de una página de la tienda.',
      isBroken: ({ is, was }) => `${was('from')} is null and is_shop_page(redirect_path(${is('from')}))`,
    },
    {
      field: 'from',
      text: 'Esa dirección ya lleva a la página que la tuvo antes.',
      isBroken: ({ is, was }) =>
        `${was('from')} is null and current_address(ltrim(redirect_path(${is('from')}), '/')) is not null`,
    },
  ],
  search: `t.from_path || ' ' || t.to_path || ' ' || t.note`,
});
