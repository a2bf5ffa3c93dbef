import { searchPins } from '@ceiba/contract/desk/entities/search-pins';
import { tableOf } from '../platform/entities/entity-table.ts';

const noProduct = 'No hay un producto con ese SKU.';

/** Pinned products. Each position of a query has one product, so a query has at most five. */
export const searchPinTable = tableOf(searchPins, {
  table: 'search_pins',
  key: { column: 'id', type: 'integer' },
  columns: {
    words: 'words',
    sku: 'sku',
    product: { computed: 'select title from products p where p.sku = t.sku' },
    place: 'place',
    startsAt: 'starts_at',
    endsAt: 'ends_at',
    state: {
      computed: `case when t.ends_at < now() then 'ended'
        when not exists (select from products p where p.sku = t.sku and p.is_published) then 'off'
        when t.starts_at > now() then 'planned' else 'current' end`,
    },
  },
  constraints: [
    { field: 'place', constraint: 'search_pins_place', text: 'Ese lugar ya está ocupado en esa búsqueda.' },
    { field: 'sku', constraint: 'search_pins_product', text: 'Ese producto ya está fijado en esa búsqueda.' },
    { field: 'sku', constraint: 'search_pins_sku_fkey', text: noProduct, isCheck: true },
  ],
  rules: [
    {
      field: 'endsAt',
      text: 'Debe terminar después de empezar.',
      isBroken: ({ is }) => `${is('endsAt')} < ${is('startsAt')}`,
    },
  ],
  search: `t.words || ' ' || t.sku || ' ' || (select title from products p where p.sku = t.sku)`,
});
