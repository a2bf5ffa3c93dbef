import { absentWords } from '@ceiba/contract/desk/entities/absent-words';
import { tableOf } from '../platform/entities/entity-table.ts';

/** The table of goods that the shop does not sell. A trigger normalizes each word as searches do. */
export const absentWordTable = tableOf(absentWords, {
  table: 'search_absent',
  key: { column: 'word', type: 'text' },
  columns: { word: 'word', note: 'note', category: 'category_path', isStandard: 'is_standard' },
  constraints: [{ field: 'word', constraint: 'search_absent_pkey', text: 'Eso ya está en la lista.' }],
  rules: [
    {
      field: 'category',
      text: 'No hay una categoría con esa dirección.',
      isBroken: ({ is, was }) =>
        `${is('category')} is distinct from ${was('category')} and not exists (select from categories c where c.path = ${is('category')}) and ${is('category')} is not null`,
    },
  ],
  search: `t.word || ' ' || t.note || ' ' || coalesce(t.category_path, '')`,
});
