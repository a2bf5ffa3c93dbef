import type { Store } from '@ceiba/contract/locations';
import type { Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';

export const listDepartments = statement(
  'locations.departments',
  `select d.region_id, d.title,
     (select coalesce(json_agg(json_build_object('name', m.name, 'zones', m.zones) order by m.position), '[]')
      from municipios m where m.region_id = d.region_id) as municipios
   from departments d order by d.position`,
  { municipios: column<{ name: string; zones: string[] }[]>() },
);

const selectPlace = statement('locations.place', 'select from stores where store_code = $1');

/** Returns whether a store or a warehouse has this code. */
export const isStore = async (tx: Tx, code: string): Promise<boolean> => (await selectPlace(tx, [code])).length === 1;

export const listStores = statement(
  'locations.stores',
  `select s.store_code, s.name, s.street, s.city, s.region_id, s.zone, s.latitude, s.longitude, s.type, s.hours, s.slug,
     coalesce(d.title, '') as department, s.services
   from stores s left join departments d on d.region_id = s.region_id where s.is_pickup order by s.position, s.store_code`,
  { hours: column<Store['hours']>() },
);

const selectPlaces = statement(
  'locations.places',
  `select store_code as "storeCode", name, is_pickup as "isPickup" from stores
   where $1::text[] is null or store_code = any ($1) order by is_warehouse desc, position, name collate spanish`,
);

/** Stores and the warehouse; those of `codes`, null: all. */
export const listPlaces = (
  tx: Tx,
  codes: readonly string[] | null,
): Promise<{ storeCode: string; name: string; isPickup: boolean }[]> => selectPlaces(tx, [codes]);
