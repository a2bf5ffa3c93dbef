import { answerWords } from '@ceiba/contract/desk/entities/answer-words';
import { tableOf } from '../platform/entities/entity-table.ts';

/** The table of words that lead to the card of a page. A trigger normalizes each word as searches do. */
export const answerWordTable = tableOf(answerWords, {
  table: 'search_answer_words',
  key: { column: 'word', type: 'text' },
  columns: {
    word: 'word',
    path: 'path',
    card: {
      computed: `coalesce((select coalesce(a.title, c.title) from search_answers a left join category_pages c on '/' || c.slug = a.path
        where a.path = t.path), '')`,
    },
  },
  constraints: [
    { field: 'word', constraint: 'search_answer_words_pkey', text: 'Esa palabra ya tiene una respuesta.' },
    {
      field: 'path',
      constraint: 'search_answer_words_path_fkey',
      text: 'Esa página no está entre las que responden: agrégala primero.',
      isCheck: true,
    },
  ],
  search: `t.word || ' ' || t.path`,
});
