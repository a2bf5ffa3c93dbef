import { declareEntity } from '../entity.ts';

/** Groups of words and phrases that the search treats as equal (PROD-17). */
export const synonyms = declareEntity({
  name: 'synonyms',
  slice: 'search',
  calls: ['Synonym', 'Synonyms'],
  words: {
    one: 'grupo de sinónimos',
    many: 'grupos de sinónimos',
    isFeminine: false,
    note: 'Quien busca una de las palabras encuentra también lo que dice las otras. Vale desde que guardas.',
  },
  permissions: { read: 'content.edit', edit: 'content.edit' },
  canRemove: true,
  key: 'id',
  title: 'words',
  fields: {
    words: {
      kind: 'text',
      label: 'Palabras',
      max: 400,
      hint: 'Separadas por comas, como «televisor, tele, pantalla plana». Cada una de hasta cuatro palabras.',
    },
    meant: {
      kind: 'text',
      label: 'También significan',
      max: 400,
      mayBeBlank: true,
      default: '',
      hint: 'Lo que esas palabras encuentran además, pero no al revés: quien busca «gamer» ve «144 hz».',
    },
    isQuality: {
      kind: 'flag',
      label: 'Clase',
      words: ['Cualidad, como un color', 'Cosa que se busca'],
      default: false,
    },
    isStandard: { kind: 'flag', label: 'Origen', words: ['Lista inicial', 'De la tienda'], editable: 'never' },
  },
  list: {
    columns: ['words', 'meant', 'isQuality', 'isStandard'],
    filters: ['isQuality', 'isStandard'],
    sorts: ['words'],
    search: 'Palabra',
  },
});
