import { warranties } from '@ceiba/contract/desk/entities/warranties';
import { tableOf } from '../platform/entities/entity-table.ts';
import { noProduct, optionalProductColumn } from './product-column.ts';

/** SQL for the name of the product or category of a warranty. */
const targetOf = `(case when t.product_id is not null then (select p.title from products p where p.id = t.product_id)
  else (select c.title from categories c where c.id = t.category_id) end)`;

const oneTarget = 'Una garantía es de un producto (SKU) o de una categoría, no de ambos.';

/** The table of extended warranties. Carts and orders refer to them, so warranties are never removed. */
export const warrantyTable = tableOf(warranties, {
  table: 'warranties',
  key: { column: 'sku', type: 'text' },
  columns: {
    code: 'sku',
    label: 'label',
    amount: 'amount',
    sku: optionalProductColumn('product_id'),
    categoryId: 'category_id',
    target: { computed: `coalesce(${targetOf}, '')` },
    isOffered: 'is_offered',
  },
  constraints: [
    { field: 'code', constraint: 'warranties_sku_key', text: 'Ya hay una garantía con ese código.' },
    { field: 'sku', constraint: 'warranties_check', text: oneTarget, isCheck: true },
    { field: 'sku', constraint: 'warranties_product_id_fkey', text: noProduct, isCheck: true },
    { field: 'categoryId', constraint: 'warranties_category_id_fkey', text: 'No hay esa categoría.', isCheck: true },
  ],
  search: `t.label || ' ' || t.sku || ' ' || coalesce(${targetOf}, '')`,
});
