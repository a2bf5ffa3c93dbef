import { stores } from '@ceiba/contract/desk/entities/stores';
import { isInGuatemala } from '@ceiba/domain/locations/guatemala';
import { ok, refuse } from '@ceiba/domain/result';
import { tableOf } from '../platform/entities/entity-table.ts';

const outside = 'Ese punto no está en Guatemala. Revisa los dos números.';

/** The table of stores. Triggers make a store's address, give it a till, and invalidate the pages that show it. */
export const storeTable = tableOf(stores, {
  table: 'stores',
  key: { column: 'store_code', type: 'text' },
  columns: {
    name: 'name',
    code: 'store_code',
    type: 'type',
    street: 'street',
    regionId: 'region_id',
    department: { computed: `coalesce((select d.title from departments d where d.region_id = t.region_id), '')` },
    city: 'city',
    zone: 'zone',
    latitude: 'latitude',
    longitude: 'longitude',
    phone: 'phone',
    isPickup: 'is_pickup',
    isWarehouse: 'is_warehouse',
    hours: 'hours',
    exceptions: 'exceptions',
    displayUnits: 'display_units',
    position: 'position',
    slug: 'slug',
    state: { computed: `case when t.retired_at is null then 'current' else 'retired' end` },
  },
  defaults: {
    position: () => '(select coalesce(max(s.position), 0) + 1 from stores s)',
    // A trigger makes the slug from the name.
    slug: () => 'null::text',
  },
  constraints: [
    { field: 'code', constraint: 'stores_pkey', text: 'Otra tienda tiene ese código.' },
    {
      field: 'code',
      constraint: 'stores_twins',
      text: 'Otra tienda tiene ese código. Las mayúsculas no hacen otro.',
    },
    { field: 'slug', constraint: 'stores_slug_key', text: 'Otra tienda tiene ese enlace.' },
    { field: 'isWarehouse', constraint: 'stores_one_warehouse', text: 'Solo puede haber una bodega central.' },
    {
      field: 'isPickup',
      constraint: 'stores_retired',
      text: 'La tienda está retirada. Ábrela de nuevo antes.',
      isCheck: true,
    },
  ],
  rules: [
    {
      field: 'regionId',
      text: 'Elige un departamento de la lista.',
      isBroken: ({ is, was }) =>
        `${is('regionId')} is distinct from ${was('regionId')}
           and not exists (select from departments d where d.region_id = ${is('regionId')})`,
    },
    {
      // A file may contain a place that is not a municipality. A department without municipalities accepts any name.
      field: 'city',
      text: 'Ese municipio no es del departamento.',
      isBroken: ({ is, was }) =>
        `(${is('city')}, ${is('regionId')}) is distinct from (${was('city')}, ${was('regionId')})
           and exists (select from municipios m where m.region_id = ${is('regionId')})
           and not exists (select from municipios m where m.region_id = ${is('regionId')} and m.name = ${is('city')})`,
    },
  ],
  search: `t.name || ' ' || t.store_code || ' ' || t.street || ' ' || t.city`,
  actionsOf: ({ state }) => [state === 'current' ? 'retire' : 'reopen'],
  // A rule of the domain checks the outline of the country. SQL does not have it.
  before: async (_tx, { values }) => {
    const point = { latitude: Number(values['latitude']), longitude: Number(values['longitude']) };
    if (isInGuatemala(point)) return ok(values);
    return refuse({
      code: 'VALIDATION_ERROR',
      message: outside,
      metadata: { fields: { latitude: outside, longitude: outside } },
    });
  },
});
