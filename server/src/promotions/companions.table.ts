import { companions } from '@ceiba/contract/desk/entities/companions';
import { tableOf } from '../platform/entities/entity-table.ts';
import { noProduct, productColumn, searchedProduct, titleColumn } from './product-column.ts';

/** The table of products that are shown as companions of a product. */
export const companionTable = tableOf(companions, {
  table: 'product_companions',
  key: { column: 'id', type: 'integer' },
  columns: {
    sku: productColumn('product_id'),
    product: titleColumn('product_id'),
    companionSku: productColumn('companion_id'),
    companion: titleColumn('companion_id'),
    place: 'place',
  },
  constraints: [
    {
      field: 'companionSku',
      constraint: 'product_companions_pkey',
      text: 'Ese producto ya tiene ese acompañante.',
    },
    { field: 'sku', constraint: 'product_companions_product_id_fkey', text: noProduct, isCheck: true },
    { field: 'companionSku', constraint: 'product_companions_companion_id_fkey', text: noProduct, isCheck: true },
  ],
  rules: [
    {
      field: 'companionSku',
      text: 'Un producto no se acompaña a sí mismo.',
      isBroken: ({ is }) => `${is('sku')} = ${is('companionSku')}`,
    },
  ],
  search: `${searchedProduct('product_id')} || ' ' || ${searchedProduct('companion_id')}`,
});
