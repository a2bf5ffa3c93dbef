import type { Tx } from '../platform/database.ts';
import { insertRows } from './demo-shop.store.ts';
import type { DemoShop } from './demo-shop.ts';

/** Departments, municipios and stores. */
export async function loadPlaces(tx: Tx, { departments, stores }: DemoShop): Promise<void> {
  await insertRows(
    tx,
    'departments',
    departments.map(({ regionId, title }, position) => ({ region_id: regionId, title, position })),
  );
  await insertRows(
    tx,
    'municipios',
    departments.flatMap(({ regionId, municipios }) =>
      municipios.map(({ ineCode, name, zones }, position) => ({
        ine_code: ineCode,
        region_id: regionId,
        name,
        zones,
        position,
      })),
    ),
  );
  await insertRows(
    tx,
    'stores',
    stores.map((store, position) => ({
      store_code: store.storeCode,
      name: store.name,
      street: store.street,
      city: store.city,
      region_id: store.regionId,
      zone: store.zone,
      latitude: store.latitude,
      longitude: store.longitude,
      type: store.type,
      hours: store.hours,
      is_pickup: store.isPickup,
      is_warehouse: store.isWarehouse,
      position,
    })),
  );
}
