import { contentPages } from '@ceiba/contract/desk/entities/content-pages';
import { linkedPages } from '@ceiba/domain/content/linked-pages';
import { tableOf } from '../platform/entities/entity-table.ts';

/** SQL for the shop's own pages. */
export const fixedPages = `array[${linkedPages.map((path) => `'${path}'`).join(', ')}]`;

/** Content pages, without help pages. Triggers bind a page to the category of its path, and redirect a former address to the new address. */
export const contentPageTable = tableOf(contentPages, {
  table: 'content_pages',
  key: { column: 'id', type: 'integer' },
  columns: {
    title: 'title',
    slug: 'slug',
    description: 'description',
    blocks: 'blocks',
    isPublished: 'is_published',
    startsAt: 'starts_at',
    endsAt: 'ends_at',
    category: { computed: `coalesce((select c.title from categories c where c.id = t.category_id), '')` },
    state: {
      computed: `case when not t.is_published then 'draft' when t.ends_at < now() then 'ended'
        when t.starts_at > now() then 'planned' else 'current' end`,
    },
  },
  defaults: { blocks: () => `'[]'::jsonb` },
  constraints: [{ field: 'slug', constraint: 'category_pages_pkey', text: 'Otra página tiene esa dirección.' }],
  rules: [
    {
      field: 'slug',
      text: 'Un producto tiene esa dirección.',
      isBroken: ({ is }) => `exists (select from products p where p.slug = ${is('slug')})`,
    },
    {
      field: 'slug',
      text: 'Es la página de una categoría: su dirección se cambia en la categoría.',
      isBroken: ({ is, was }) =>
        `${was('slug')} <> ${is('slug')} and exists (select from categories c where c.path = ${was('slug')})`,
    },
    {
      field: 'endsAt',
      text: 'Debe terminar después de empezar.',
      isBroken: ({ is }) => `${is('endsAt')} < ${is('startsAt')}`,
    },
    {
      field: 'blocks',
      text: 'Un bloque de productos tiene un SKU que no existe.',
      isBroken: ({ is }) => `unknown_block_sku(${is('blocks')}) is not null`,
    },
    {
      field: 'blocks',
      text: 'Un bloque de banner lleva a una dirección sin página.',
      isBroken: ({ is }) => `lost_block_link(${is('blocks')}, ${fixedPages}) is not null`,
    },
  ],
  search: `t.title || ' ' || t.slug`,
});
