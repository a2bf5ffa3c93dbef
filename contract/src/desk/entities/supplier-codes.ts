import { declareEntity } from '../entity.ts';
import { skuMaxLength } from '../product-fields.ts';

/** The numbers that suppliers have for the shop's products (BUY-01). Papers and searches of purchases use them. */
export const supplierCodes = declareEntity({
  name: 'supplier-codes',
  slice: 'suppliers',
  calls: ['SupplierCode', 'SupplierCodes'],
  words: {
    one: 'código de proveedor',
    many: 'códigos de proveedores',
    isFeminine: false,
    note: 'El número con que un proveedor conoce un producto. Sale en sus órdenes de compra.',
  },
  permissions: { read: 'purchases.read', edit: 'purchases.edit' },
  isForAll: true,
  canRemove: true,
  key: 'id',
  title: 'code',
  fields: {
    code: { kind: 'text', label: 'Código del proveedor', max: 60, isPlain: true },
    supplierId: { kind: 'reference', label: 'Proveedor', names: 'supplier', editable: 'once' },
    supplier: { kind: 'text', label: 'Proveedor', max: 80, editable: 'never', isListed: true },
    sku: { kind: 'text', label: 'SKU del producto', max: skuMaxLength, editable: 'once' },
    product: { kind: 'text', label: 'Producto', max: 300, editable: 'never' },
  },
  list: {
    columns: ['code', 'supplier', 'product', 'sku'],
    filters: ['supplierId', 'sku'],
    sorts: ['code', 'sku'],
    search: 'Código, SKU o producto',
  },
});
