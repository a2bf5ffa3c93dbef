import { declareEntity } from '../entity.ts';
import { skuMaxLength } from '../product-fields.ts';

/** Free gifts of products, up to their last day (CAT-22, PROD-11). */
export const gifts = declareEntity({
  name: 'gifts',
  slice: 'promotions',
  calls: ['Gift', 'Gifts'],
  words: {
    one: 'regalo',
    many: 'regalos',
    isFeminine: false,
    note: 'Se muestra con el producto, y va en la orden de quien lo compra hasta ese día.',
  },
  permissions: { read: 'promotions.edit', edit: 'promotions.edit' },
  canRemove: true,
  key: 'id',
  title: 'title',
  fields: {
    title: { kind: 'text', label: 'Regalo', max: 120 },
    sku: { kind: 'text', label: 'SKU del producto', max: skuMaxLength, editable: 'once' },
    product: { kind: 'text', label: 'Producto', max: 300, editable: 'never' },
    pictureOf: {
      kind: 'text',
      label: 'Foto de (SKU)',
      max: skuMaxLength,
      isOptional: true,
      editable: 'once',
      hint: 'El regalo usa la primera foto de ese producto. Vacío: sin foto.',
    },
    endDate: { kind: 'day', label: 'Último día', isOptional: true, hint: 'Vacío: sin fin.' },
    state: { kind: 'choice', label: 'Vigencia', values: { current: 'Vigente', ended: 'Terminado' }, editable: 'never' },
  },
  list: {
    columns: ['title', 'product', 'sku', 'state', 'endDate'],
    filters: ['state', 'sku'],
    sorts: ['title', 'product', '-endDate'],
    search: 'Regalo, producto o SKU',
  },
});
