import { declareEntity } from '../entity.ts';

/** Words that the search ignores, because they do not describe a product, such as "comprar" (PROD-17). */
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
