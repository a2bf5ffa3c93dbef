import { searchAnswers } from '@ceiba/contract/desk/entities/search-answers';
import { linkedPages } from '@ceiba/domain/content/linked-pages';
import { tableOf } from '../platform/entities/entity-table.ts';

const fixedPages = `array[${linkedPages.map((path) => `'${path}'`).join(', ')}]`;

/** Cards of pages that answer searches. A card without a title has the title of its page. */
export const searchAnswerTable = tableOf(searchAnswers, {
  table: 'search_answers',
  key: { column: 'id', type: 'integer' },
  columns: {
    path: 'path',
    title: 'title',
    text: 'text',
    words: {
      computed: `coalesce((select string_agg(w.word, ', ' order by w.word) from search_answer_words w where w.path = t.path), '')`,
    },
  },
  constraints: [{ field: 'path', constraint: 'search_answers_pkey', text: 'Esa página ya responde.' }],
  rules: [
    {
      field: 'path',
      text: 'No hay ninguna página en esa dirección.',
      isBroken: ({ is, was }) => `${was('path')} is null and not is_open_address(${is('path')}, ${fixedPages})`,
    },
    {
      field: 'title',
      text: 'Escribe el título: esa página no tiene uno propio.',
      isBroken: ({ is }) =>
        `${is('title')} is null and not exists (select from category_pages c where '/' || c.slug = ${is('path')})`,
    },
  ],
  search: `t.path || ' ' || coalesce(t.title, '') || ' ' || coalesce((select string_agg(w.word, ' ') from search_answer_words w where w.path = t.path), '')`,
});
