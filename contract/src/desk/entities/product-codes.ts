import { declareEntity } from '../entity.ts';
import { skuMaxLength } from '../product-fields.ts';

/** Codes printed on products, in addition to their sku. A scan of such a code finds its product (BUY-07). */
export const productCodes = declareEntity({
  name: 'product-codes',
  slice: 'catalog',
  calls: ['ProductCode', 'ProductCodes'],
  words: {
    one: 'código de barras',
    many: 'códigos de barras',
    isFeminine: false,
    note: 'Un producto puede tener varios códigos. Un código es de un solo producto.',
  },
  permissions: { read: ['catalog.read', 'stock.read'], edit: 'catalog.edit' },
  isForAll: true,
  canRemove: true,
  key: 'code',
  title: 'code',
  fields: {
    code: {
      kind: 'text',
      label: 'Código',
      max: 60,
      form: { pattern: /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/, words: 'el código como lo lee el lector, sin tildes' },
      hint: 'Escanéalo o escríbelo.',
      editable: 'once',
      file: 'codigo',
      example: '7401000000015',
    },
    sku: { kind: 'text', label: 'SKU del producto', max: skuMaxLength, file: 'sku' },
    product: { kind: 'text', label: 'Producto', max: 300, editable: 'never' },
    kind: {
      kind: 'choice',
      label: 'Clase',
      values: { ean: 'EAN o UPC', maker: 'Del fabricante', old: 'Anterior', other: 'Otro' },
      default: 'ean',
      file: 'clase',
      example: 'ean o upc',
    },
  },
  list: {
    columns: ['code', 'product', 'sku', 'kind'],
    filters: ['sku', 'kind'],
    sorts: ['code', 'sku'],
    search: 'Código, SKU o producto',
  },
});
