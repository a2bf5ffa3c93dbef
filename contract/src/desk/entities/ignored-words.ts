import { declareEntity } from '../entity.ts';

/** Words that say nothing about the thing that is searched for, such as "comprar" (PROD-17). */
export const ignoredWords = declareEntity({
  name: 'ignored-words',
  slice: 'search',
  calls: ['IgnoredWord', 'IgnoredWords'],
  words: {
    one: 'palabra ignorada',
    many: 'palabras ignoradas',
    isFeminine: true,
    note: 'El buscador la deja de lado cuando la búsqueda dice algo más.',
  },
  permissions: { read: 'content.edit', edit: 'content.edit' },
  canRemove: true,
  key: 'word',
  title: 'word',
  fields: {
    word: {
      kind: 'text',
      label: 'Palabra',
      max: 60,
      form: { pattern: /^[\p{L}\p{N}]+$/u, words: 'una sola palabra, sin signos' },
      editable: 'once',
    },
    note: { kind: 'text', label: 'Nota', max: 120, mayBeBlank: true, default: '', hint: 'Solo la ve el personal.' },
  },
  list: { columns: ['word', 'note'], sorts: ['word', 'note'], search: 'Palabra o nota' },
});
