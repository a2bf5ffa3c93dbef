import { declareEntity } from '../entity.ts';
import { skuForm, skuMaxLength } from '../product-fields.ts';

/** Extended warranties of a product, or of a category and all below it (WAR-01, PROD-11). */
export const warranties = declareEntity({
  name: 'warranties',
  slice: 'promotions',
  calls: ['Warranty', 'Warranties'],
  words: {
    one: 'garantía extendida',
    many: 'garantías extendidas',
    isFeminine: true,
    note: 'Un producto ofrece las suyas; si no tiene, las de su categoría más cercana que tenga.',
  },
  permissions: { read: 'promotions.edit', edit: 'prices.edit' },
  key: 'code',
  title: 'label',
  fields: {
    code: { kind: 'text', label: 'Código', max: skuMaxLength, form: skuForm, editable: 'once' },
    label: { kind: 'text', label: 'Etiqueta', max: 120, hint: 'Lo que lee el comprador.' },
    amount: { kind: 'money', label: 'Precio', min: 0.01 },
    sku: {
      kind: 'text',
      label: 'SKU del producto',
      max: skuMaxLength,
      isOptional: true,
      editable: 'once',
      hint: 'Vacío si es de una categoría.',
    },
    categoryId: {
      kind: 'reference',
      label: 'Categoría',
      names: 'category',
      isOptional: true,
      editable: 'once',
      hint: 'Vacía si es de un producto.',
    },
    target: { kind: 'text', label: 'Producto o categoría', max: 300, editable: 'never' },
    isOffered: { kind: 'flag', label: 'Se ofrece', words: ['Sí', 'No'], default: true },
  },
  list: {
    columns: ['label', 'code', 'target', 'amount', 'isOffered'],
    filters: ['isOffered', 'sku', 'categoryId'],
    sorts: ['label', 'code', 'target', 'amount'],
    search: 'Etiqueta, código, producto o categoría',
  },
});
