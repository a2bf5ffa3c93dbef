import { declareEntity } from '../entity.ts';
import { skuMaxLength } from '../product-fields.ts';

/** Products that are excluded from the results of one query, or of all queries (PROD-17). */
export const hiddenProducts = declareEntity({
  name: 'hidden-products',
  slice: 'search',
  calls: ['HiddenProduct', 'HiddenProducts'],
  words: {
    one: 'producto oculto al buscar',
    many: 'productos ocultos al buscar',
    isFeminine: false,
    note: 'No sale al buscar, pero sí en su categoría y en su página.',
  },
  permissions: { read: 'content.edit', edit: 'content.edit' },
  canRemove: true,
  key: 'id',
  title: 'sku',
  fields: {
    sku: { kind: 'text', label: 'SKU', max: skuMaxLength, editable: 'once' },
    product: { kind: 'text', label: 'Producto', max: 300, editable: 'never' },
    words: {
      kind: 'text',
      label: 'Búsqueda',
      max: 60,
      mayBeBlank: true,
      default: '',
      editable: 'once',
      hint: 'Si la dejas vacía, no sale en ninguna búsqueda.',
    },
    note: { kind: 'text', label: 'Nota', max: 120, mayBeBlank: true, default: '', hint: 'Solo la ve el personal.' },
  },
  list: {
    columns: ['sku', 'product', 'words', 'note'],
    filters: ['words'],
    sorts: ['sku', 'words'],
    search: 'SKU, producto o búsqueda',
  },
});
