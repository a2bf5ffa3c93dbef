import { stockOffers } from '@ceiba/contract/desk/entities/stock-offers';
import { tableOf } from '../platform/entities/entity-table.ts';

/** SQL for the name of the product or category of an offer. */
const targetOf = `(case when t.offer_type = 'By SKU' then (select p.title from products p where p.sku = t.offer_value)
  else (select c.title from categories c where c.id::text = t.offer_value) end)`;

/** The table of low-stock offers. Pages and calls identify a category by its number (CAT-04). People use its address. */
export const stockOfferTable = tableOf(stockOffers, {
  table: 'stock_offers',
  key: { column: 'id', type: 'integer' },
  columns: {
    kind: {
      column: 'offer_type',
      read: `case t.offer_type when 'By SKU' then 'product' else 'category' end`,
      write: (typed) => `case ${typed} when 'product' then 'By SKU' else 'By Category ID' end`,
    },
    value: {
      column: 'offer_value',
      read: `case when t.offer_type = 'By SKU' then t.offer_value
        else coalesce((select c.path from categories c where c.id::text = t.offer_value), t.offer_value) end`,
      write: (typed) => `coalesce((select c.id::text from categories c where c.path = ${typed}), ${typed})`,
    },
    target: { computed: `coalesce(${targetOf}, t.offer_value)` },
    threshold: 'threshold',
    startsAt: 'starts_at',
    endsAt: 'ends_at',
    state: {
      computed: `case when t.ends_at < now() then 'ended' when t.starts_at > now() then 'planned' else 'current' end`,
    },
  },
  constraints: [
    { field: 'endsAt', constraint: 'stock_offers_check', text: 'Debe terminar después de empezar.', isCheck: true },
  ],
  rules: [
    {
      field: 'value',
      text: 'No hay un producto con ese SKU.',
      isBroken: ({ is }) =>
        `${is('kind')} = 'By SKU' and not exists (select from products p where p.sku = ${is('value')})`,
    },
    {
      field: 'value',
      text: 'No hay una categoría con ese enlace.',
      isBroken: ({ is }) =>
        `${is('kind')} <> 'By SKU' and not exists (select from categories c where c.id::text = ${is('value')})`,
    },
  ],
  search: `t.offer_value || ' ' || coalesce(${targetOf}, '')`,
});
