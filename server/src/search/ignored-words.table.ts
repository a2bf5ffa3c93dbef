import { ignoredWords } from '@ceiba/contract/desk/entities/ignored-words';
import { tableOf } from '../platform/entities/entity-table.ts';

/** The table of words that the search ignores. A trigger normalizes each word as searches do. */
export const ignoredWordTable = tableOf(ignoredWords, {
  table: 'search_ignored',
  key: { column: 'word', type: 'text' },
  columns: { word: 'word', note: 'note' },
  constraints: [{ field: 'word', constraint: 'search_ignored_pkey', text: 'Esa palabra ya se ignora.' }],
  search: `t.word || ' ' || t.note`,
});
