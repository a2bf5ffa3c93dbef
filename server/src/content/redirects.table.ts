import { redirects } from '@ceiba/contract/desk/entities/redirects';
import { linkedPages } from '@ceiba/domain/content/linked-pages';
import { ok, refuse } from '@ceiba/domain/result';
import { tableOf } from '../platform/entities/entity-table.ts';
import { leadsSomewhere } from './content.store.ts';

const noPage = 'No hay ninguna página en esa dirección.';

const loop = 'Esa redirección volvería a su propia dirección.';

/** Redirects. A trigger stores each path in lower case, and refuses a loop that two people write at once. */
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
  // A file may bring a target together with its redirect, so only the form refuses a target without a page.
  before: async (tx, { values, before }) => {
    const to = String(values['to']);
    const from = String(values['from'] ?? before?.from);
    const [found] = before?.to === to ? [{ leads: true }] : await leadsSomewhere(tx, [to, from, [...linkedPages]]);
    return found?.leads === true
      ? ok(values)
      : refuse({ code: 'VALIDATION_ERROR', message: noPage, metadata: { fields: { to: noPage } } });
  },
  search: `t.from_path || ' ' || t.to_path || ' ' || t.note`,
});
