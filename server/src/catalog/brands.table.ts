import { brands } from '@ceiba/contract/desk/entities/brands';
import { tableOf } from '../platform/entities/entity-table.ts';

/** The table of brands. A trigger stores each former name and redirects it to the new name (record 0121). */
export const brandTable = tableOf(brands, {
  table: 'brands',
  key: { column: 'id', type: 'integer' },
  columns: {
    title: 'title',
    slug: 'slug',
    state: 'state',
    products: { computed: '(select count(*)::integer from products p where p.brand_id = t.id)' },
    replacement: { computed: '(select b.title from brands b where b.id = t.replaced_by)' },
  },
  defaults: { slug: (of) => `slug_of(${of('title')})` },
  constraints: [
    { field: 'title', constraint: 'brands_title_key', text: 'Ya hay una marca con ese nombre.' },
    {
      field: 'title',
      constraint: 'brands_twins',
      text: 'Ya hay una marca con ese nombre. Ni mayúsculas ni tildes hacen otra.',
    },
    { field: 'slug', constraint: 'brands_slug_key', text: 'Otra marca tiene ese enlace.' },
  ],
  rules: [
    {
      field: 'state',
      text: 'Todavía tiene productos publicados: cámbiales la marca antes de retirarla.',
      isBroken: ({ is, was, key }) =>
        `${is('state')} = 'retired' and ${was('state')} is distinct from 'retired'
         and exists (select from products p where p.brand_id = ${key} and p.is_published)`,
    },
    {
      field: 'state',
      text: 'Otra marca la reemplaza, y solo lo que está retirado tiene un reemplazo.',
      isBroken: ({ is }) => `${is('state')} <> 'retired' and ${is('replacement')} is not null`,
    },
  ],
  actionsOf: ({ state }) => (state === 'retired' ? [] : ['merge']),
  search: `t.title || ' ' || t.slug`,
});
