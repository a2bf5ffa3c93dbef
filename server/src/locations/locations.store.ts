import type { Store } from '@ceiba/contract/locations';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';

/** The departments that the shop offers. */
export const listDepartments = statement(
  'locations.departments',
  `select d.region_id, d.title,
     (select coalesce(json_agg(json_build_object('name', m.name, 'zones', m.zones) order by m.position), '[]')
      from municipios m where m.region_id = d.region_id) as municipios
   from departments d where d.is_active order by d.position`,
  { municipios: column<{ name: string; zones: string[] }[]>() },
);

const selectPlace = statement('locations.place', 'select from stores where store_code = $1 and retired_at is null');

/** Returns whether a store or a warehouse has this code and is not retired. */
export const isStore = async (tx: Tx, code: string): Promise<boolean> => (await selectPlace(tx, [code])).length === 1;

export const listStores = statement(
  'locations.stores',
  `select s.store_code, s.name, s.street, s.city, s.region_id, s.zone, s.latitude, s.longitude, s.type, s.hours, s.exceptions, s.phone, s.slug,
     coalesce(d.title, '') as department, s.services
   from stores s left join departments d on d.region_id = s.region_id where s.is_pickup order by s.position, s.store_code`,
  { hours: column<Store['hours']>(), exceptions: column<Store['exceptions']>() },
);

const selectPlaces = statement(
  'locations.places',
  `select store_code as "storeCode", name, is_pickup as "isPickup" from stores
   where retired_at is null and ($1::text[] is null or store_code = any ($1)) order by is_warehouse desc, position, name collate spanish`,
);

/** Lists stores and the warehouse that are not retired. `codes`: only these stores. Null for all. */
export const listPlaces = (
  tx: Tx,
  codes: readonly string[] | null,
): Promise<{ storeCode: string; name: string; isPickup: boolean }[]> => selectPlaces(tx, [codes]);

/** The work and the goods that a store still has. */
type OpenWork = RowOf<typeof selectOpenWork>;

const selectOpenWork = statement(
  'locations.open-work',
  `select (select coalesce(sum(quantity), 0)::int from stock_levels where store_code = $1 and quantity > 0) as units,
     (select count(*)::int from shipments where (place = $1 or store_code = $1) and state not in ('delivered', 'canceled')) as shipments,
     (select count(*)::int from tills t join till_sessions s on s.till_id = t.id and s.closed_at is null where t.store_code = $1) as tills,
     (select count(*)::int from advisors where store_code = $1 and ended_at is null) as advisors`,
  { units: neverNull(), shipments: neverNull(), tills: neverNull(), advisors: neverNull() },
);

export async function findOpenWork(tx: Tx, code: string): Promise<OpenWork> {
  const [row] = await selectOpenWork(tx, [code]);
  if (row === undefined) throw new Error('open work answers one row');
  return row;
}

/** Retires a store at a moment. Null if the store works again. A retired store hands out no orders. */
export const setRetired = statement(
  'locations.set-retired',
  'update stores set retired_at = $2::timestamptz, is_pickup = is_pickup and $2::timestamptz is null where store_code = $1',
);
