import { declareEntity } from '../entity.ts';

/** Brands that the shop does not sell. A search for such a brand reports this, and offers similar products. */
export const otherBrands = declareEntity({
  name: 'other-brands',
  slice: 'search',
  calls: ['OtherBrand', 'OtherBrands'],
  words: { one: 'marca ajena', many: 'marcas ajenas', isFeminine: true },
  permissions: { read: 'catalog.read', edit: 'catalog.edit' },
  isForAll: true,
  canRemove: true,
  key: 'word',
  title: 'word',
  fields: {
    word: {
      kind: 'text',
      label: 'Palabra',
      max: 60,
      form: { pattern: /^[a-z0-9]+(?: [a-z0-9]+){0,2}$/, words: 'hasta tres palabras en minúsculas y sin tildes' },
      hint: 'Lo que alguien escribe al buscar.',
      editable: 'once',
    },
    shown: {
      kind: 'text',
      label: 'Se muestra',
      max: 60,
      isPlain: true,
      hint: 'Como se le escribe a quien busca: «iPhone».',
    },
    instead: { kind: 'text', label: 'Se busca en su lugar', max: 60, isPlain: true, mayBeBlank: true, default: '' },
  },
  list: { columns: ['word', 'shown', 'instead'], filters: ['shown'], sorts: ['word', 'shown'], search: 'Palabra' },
});
