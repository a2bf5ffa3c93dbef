import { declareEntity } from '../entity.ts';
import type { TextForm } from '../fields.ts';

/** A path of the shop without a query. */
export const answerPathForm: TextForm = {
  pattern: /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/,
  words: 'una dirección de la tienda como «/ayuda/pagos»',
};

/** Pages that answer searches. A search for one of their words shows their card above the results (PROD-17). */
export const searchAnswers = declareEntity({
  name: 'search-answers',
  slice: 'search',
  calls: ['SearchAnswer', 'SearchAnswers'],
  words: {
    one: 'página que responde',
    many: 'páginas que responden',
    isFeminine: true,
    note: 'Su tarjeta sale sobre los resultados de quien busca una de sus palabras.',
  },
  permissions: { read: 'content.edit', edit: 'content.edit' },
  canRemove: true,
  key: 'id',
  title: 'path',
  fields: {
    path: {
      kind: 'text',
      label: 'Página',
      max: 300,
      form: answerPathForm,
      hint: 'Su dirección en la tienda: «/ayuda/pagos».',
      editable: 'once',
    },
    title: {
      kind: 'text',
      label: 'Título de la tarjeta',
      max: 60,
      isOptional: true,
      hint: 'Vacío: el título de la página.',
    },
    text: {
      kind: 'text',
      label: 'Texto de la tarjeta',
      max: 160,
      isOptional: true,
      hint: 'Vacío: la descripción de la página.',
    },
    words: { kind: 'text', label: 'Palabras', max: 4_000, editable: 'never' },
  },
  list: {
    columns: ['path', 'title', 'text', 'words'],
    sorts: ['path'],
    search: 'Dirección, título o palabra',
  },
});
