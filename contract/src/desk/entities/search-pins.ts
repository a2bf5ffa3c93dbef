import { declareEntity } from '../entity.ts';
import { phraseForm } from '../fields.ts';
import { skuMaxLength } from '../product-fields.ts';

/** Products that come first in the results of a query, up to five (PROD-17). */
export const searchPins = declareEntity({
  name: 'search-pins',
  slice: 'search',
  calls: ['SearchPin', 'SearchPins'],
  words: {
    one: 'producto fijado',
    many: 'productos fijados',
    isFeminine: false,
    note: 'Sale primero cuando alguien busca justo esas palabras, mientras no filtre ni ordene los resultados.',
  },
  permissions: { read: 'content.edit', edit: 'content.edit' },
  canRemove: true,
  key: 'id',
  title: 'words',
  fields: {
    words: { kind: 'text', label: 'Búsqueda', max: 60, form: phraseForm, editable: 'once' },
    sku: { kind: 'text', label: 'SKU', max: skuMaxLength, editable: 'once' },
    product: { kind: 'text', label: 'Producto', max: 300, editable: 'never' },
    place: { kind: 'whole', label: 'Lugar', min: 1, max: 5, default: 1, hint: 'De 1 a 5; el 1 sale primero.' },
    startsAt: { kind: 'moment', label: 'Desde', isOptional: true },
    endsAt: { kind: 'moment', label: 'Hasta', isEnd: true, isOptional: true },
    state: {
      kind: 'choice',
      label: 'Vigencia',
      values: { current: 'Vigente', planned: 'Programado', off: 'Sin venta', ended: 'Terminado' },
      editable: 'never',
    },
  },
  list: {
    columns: ['words', 'place', 'product', 'sku', 'state'],
    filters: ['state', 'sku'],
    sorts: ['words', 'place', '-endsAt'],
    search: 'Búsqueda, producto o SKU',
  },
});
