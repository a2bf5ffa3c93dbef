import { synonyms } from '@ceiba/contract/desk/entities/synonyms';
import { tableOf } from '../platform/entities/entity-table.ts';

/** Groups of synonyms. Triggers store their words as searches read them (`search_synonyms`), and invalidate cached searches. */
export const synonymTable = tableOf(synonyms, {
  table: 'search_synonym_groups',
  key: { column: 'meaning', type: 'integer' },
  columns: { words: 'words', meant: 'meant', isQuality: 'is_quality', isStandard: 'is_standard' },
  rules: [
    {
      field: 'words',
      text: 'Escribe al menos dos palabras o frases, separadas por comas; cada frase de hasta cuatro palabras.',
      isBroken: ({ is }) => `not are_search_phrases(${is('words')}, ${is('meant')})`,
    },
  ],
  search: `t.words || ' ' || t.meant`,
});
