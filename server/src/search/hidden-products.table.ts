import { hiddenProducts } from '@ceiba/contract/desk/entities/hidden-products';
import { tableOf } from '../platform/entities/entity-table.ts';

/** Maximum number of products that are hidden in every search. Each search reads all of them. */
const maxHidden = 500;

/** The table of products that searches omit. */
export const hiddenProductTable = tableOf(hiddenProducts, {
  table: 'search_hidden',
  key: { column: 'id', type: 'integer' },
  columns: {
    sku: 'sku',
    product: { computed: 'select title from products p where p.sku = t.sku' },
    words: 'words',
    note: 'note',
  },
  constraints: [
    { field: 'sku', constraint: 'search_hidden_product', text: 'Ese producto ya está oculto en esa búsqueda.' },
    {
      field: 'sku',
      constraint: 'search_hidden_sku_fkey',
      text: 'No hay un producto con ese SKU.',
      isCheck: true,
    },
  ],
  rules: [
    {
      field: 'words',
      text: `Ya hay ${maxHidden} productos ocultos en toda búsqueda. Quita alguno, o despublica el producto.`,
      isBroken: ({ is, was }) => `${is('words')} = '' and ${was('words')} is distinct from ''
        and (select count(*) from (select from search_hidden h where h.words = '' limit ${maxHidden}) first) >= ${maxHidden}`,
    },
  ],
  search: `t.sku || ' ' || t.words || ' ' || (select title from products p where p.sku = t.sku)`,
});
