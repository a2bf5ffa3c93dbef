import { declareEntity } from '../entity.ts';

/**
 * "Solo quedan N disponibles": the number of units from which a product shows this text, and the period (CAT-04,
 * PROD-11).
 */
export const stockOffers = declareEntity({
  name: 'stock-offers',
  slice: 'promotions',
  calls: ['LowStockOffer', 'LowStockOffers'],
  words: {
    one: 'aviso de últimas unidades',
    many: 'avisos de últimas unidades',
    isFeminine: false,
    note: 'Un producto muestra «Solo quedan N disponibles» si le quedan tantas unidades o menos. El aviso de un producto va antes que el de su categoría.',
  },
  permissions: { read: 'promotions.edit', edit: 'promotions.edit' },
  canRemove: true,
  key: 'id',
  title: 'target',
  fields: {
    kind: {
      kind: 'choice',
      label: 'Vale para',
      values: { product: 'Un producto', category: 'Una categoría y lo que tiene debajo' },
      editable: 'once',
    },
    value: {
      kind: 'text',
      label: 'SKU o categoría',
      max: 200,
      editable: 'once',
      hint: 'El SKU del producto, o el enlace de la categoría, como audio/bocinas.',
    },
    target: { kind: 'text', label: 'Producto o categoría', max: 300, editable: 'never' },
    threshold: { kind: 'whole', label: 'Desde cuántas unidades', min: 1, max: 1_000 },
    startsAt: { kind: 'moment', label: 'Desde' },
    endsAt: { kind: 'moment', label: 'Hasta', isEnd: true },
    state: {
      kind: 'choice',
      label: 'Vigencia',
      values: { current: 'Vigente', planned: 'Programado', ended: 'Terminado' },
      editable: 'never',
    },
  },
  list: {
    columns: ['target', 'kind', 'threshold', 'state', 'startsAt', 'endsAt'],
    filters: ['state', 'kind', 'endsAt'],
    sorts: ['target', '-endsAt', 'threshold'],
    search: 'Producto, SKU o categoría',
  },
});
