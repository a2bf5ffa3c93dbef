import { declareEntity } from '../entity.ts';
import { phraseForm } from '../fields.ts';

/** Goods that the shop does not sell. A search for such a good finds nothing, and offers the nearest category (PROD-17). */
export const absentWords = declareEntity({
  name: 'absent-words',
  slice: 'search',
  calls: ['AbsentWord', 'AbsentWords'],
  words: {
    one: 'cosa que no vendemos',
    many: 'cosas que no vendemos',
    isFeminine: true,
    note: 'Quien la busca no ve productos parecidos, sino la categoría cercana, hasta que un producto se llame así.',
  },
  permissions: { read: 'content.edit', edit: 'content.edit' },
  canRemove: true,
  key: 'word',
  title: 'word',
  fields: {
    word: {
      kind: 'text',
      label: 'Lo que buscan',
      max: 60,
      form: phraseForm,
      hint: 'Hasta cuatro palabras, como «carro usado».',
      editable: 'once',
    },
    note: { kind: 'text', label: 'Nota', max: 120, mayBeBlank: true, default: '', hint: 'Solo la ve el personal.' },
    category: {
      kind: 'text',
      label: 'Categoría cercana',
      max: 200,
      isOptional: true,
      hint: 'Su dirección en la tienda, como «tv-y-video/televisores».',
    },
    isStandard: { kind: 'flag', label: 'Origen', words: ['Lista inicial', 'De la tienda'], editable: 'never' },
  },
  list: {
    columns: ['word', 'category', 'note', 'isStandard'],
    filters: ['isStandard'],
    sorts: ['word'],
    search: 'Palabra o categoría',
  },
});
