import { sellers } from '@ceiba/contract/desk/entities/sellers';
import { tableOf } from '../platform/entities/entity-table.ts';

const taken = 'Otro vendedor tiene un nombre con la misma dirección.';

/** The table of sellers. A trigger numbers them, and derives their address from their name (SEL-04). */
export const sellerTable = tableOf(sellers, {
  table: 'sellers',
  key: { column: 'id', type: 'integer' },
  columns: {
    title: 'title',
    leadDays: 'lead_days',
    taxRegime: 'tax_regime',
    isActive: 'is_active',
    slug: { computed: 't.slug' },
  },
  constraints: [{ field: 'title', constraint: 'sellers_slug_key', text: taken }],
  rules: [
    {
      field: 'title',
      text: 'Escribe un nombre con letras o números.',
      isBroken: ({ is }) => `${is('slug')} = ''`,
    },
    {
      field: 'isActive',
      text: 'El primer vendedor es la tienda misma: no se retira.',
      isBroken: ({ is, key }) => `${key} = 1 and not ${is('isActive')}`,
    },
    {
      field: 'isActive',
      text: 'Todavía tiene productos publicados: retíralos de la venta o dáselos a otro vendedor antes.',
      isBroken: ({ is, was, key }) =>
        `not ${is('isActive')} and ${was('isActive')} is not false
         and exists (select from products p where p.seller_id = ${key} and p.is_published)`,
    },
  ],
  search: 't.title',
});
