import { declareEntity } from '../entity.ts';
import { skuMaxLength } from '../product-fields.ts';

/** Products that are recommended with another one (REC-01, PROD-11). */
export const companions = declareEntity({
  name: 'companions',
  slice: 'promotions',
  calls: ['Companion', 'Companions'],
  words: {
    one: 'acompañante',
    many: 'acompañantes',
    isFeminine: false,
    note: 'Se recomienda junto al producto, después de lo que más se compra con él.',
  },
  permissions: { read: 'promotions.edit', edit: 'promotions.edit' },
  canRemove: true,
  key: 'id',
  title: 'companion',
  fields: {
    sku: { kind: 'text', label: 'SKU del producto', max: skuMaxLength, editable: 'once' },
    product: { kind: 'text', label: 'Producto', max: 300, editable: 'never' },
    companionSku: { kind: 'text', label: 'SKU del acompañante', max: skuMaxLength, editable: 'once' },
    companion: { kind: 'text', label: 'Acompañante', max: 300, editable: 'never' },
    place: { kind: 'whole', label: 'Lugar', min: 0, max: 99, default: 0, hint: 'El menor sale primero.' },
  },
  list: {
    columns: ['companion', 'product', 'sku', 'place'],
    filters: ['sku', 'companionSku'],
    sorts: ['product', 'companion', 'place'],
    search: 'Producto, acompañante o SKU',
  },
});
