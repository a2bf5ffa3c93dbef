import { supplierCodes } from '@ceiba/contract/desk/entities/supplier-codes';
import { suppliers } from '@ceiba/contract/desk/entities/suppliers';
import { tableOf } from '../platform/entities/entity-table.ts';

/** Suppliers in their table. Two names that differ only in capitals or accents would look the same on a purchase. */
export const supplierTable = tableOf(suppliers, {
  table: 'suppliers',
  key: { column: 'id', type: 'integer' },
  columns: {
    name: 'name',
    nit: 'nit',
    contact: 'contact',
    email: 'email',
    phone: 'phone',
    leadDays: 'lead_days',
    terms: 'terms',
    notes: 'notes',
    isActive: 'is_active',
  },
  constraints: [
    {
      field: 'name',
      constraint: 'suppliers_twins',
      text: 'Ya hay un proveedor con ese nombre.',
      isFolded: true,
    },
  ],
  search: `concat_ws(' ', t.name, t.nit, t.contact, t.email)`,
});

/** Article numbers of suppliers. A product has one number for each supplier. */
export const supplierCodeTable = tableOf(supplierCodes, {
  table: 'supplier_codes',
  key: { column: 'id', type: 'integer' },
  columns: {
    code: 'code',
    supplierId: 'supplier_id',
    supplier: { computed: 'select name from suppliers s where s.id = t.supplier_id' },
    sku: 'sku',
    product: { computed: 'select title from products p where p.sku = t.sku' },
  },
  constraints: [
    {
      field: 'sku',
      constraint: 'supplier_codes_product',
      text: 'Ese producto ya tiene un código de ese proveedor.',
      among: ['supplierId'],
    },
    { field: 'sku', constraint: 'supplier_codes_sku', text: 'No hay un producto con ese SKU.', isCheck: true },
    {
      field: 'supplierId',
      constraint: 'supplier_codes_supplier_id_fkey',
      text: 'No hay un proveedor con ese número.',
      isCheck: true,
    },
  ],
  search: `concat_ws(' ', t.code, t.sku, (select title from products p where p.sku = t.sku))`,
});
