import { readFileSync } from 'node:fs';
import { insertRows } from '@ceiba/server/loading/loading.store';
import type { Tx } from '@ceiba/server/platform/db/database';
import { z } from 'zod';

const readData = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../data/${name}`, import.meta.url), 'utf8'));

const departmentsFile = z.object({
  guatemalaCityZones: z.array(z.int()),
  departments: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      municipios: z.array(z.object({ name: z.string(), ineCode: z.string() })),
    }),
  ),
});

const guatemalaCity = '0101';

const { departments, guatemalaCityZones } = departmentsFile.parse(readData('departments.json'));

/** Rows of `departments` (DEC-87): 485 Guatemala to 506 Jutiapa. */
export const departmentRows = departments.map(({ id, name }, position) => ({ region_id: id, title: name, position }));

/** Rows of `municipios`. Only the capital has zones here ("Zona 1" to "Zona 25"). */
export const municipioRows = departments.flatMap(({ id, municipios }) =>
  municipios.map(({ ineCode, name }, position) => ({
    ine_code: ineCode,
    region_id: id,
    name,
    zones: ineCode === guatemalaCity ? guatemalaCityZones.map((zone) => `Zona ${zone}`) : [],
    position,
  })),
);

const storesFile = z.object({
  stores: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      regionId: z.int(),
      municipio: z.string(),
      zone: z.string().nullable(),
      street: z.string(),
      latitude: z.number(),
      longitude: z.number(),
      openingHours: z.array(z.object({ days: z.array(z.string()), opens: z.string(), closes: z.string() })),
    }),
  ),
});

const everywhere = ['Asesoría de compra', 'Recepción de devoluciones'];

/** The pickup store that is a `bodega`: Villa Nueva. */
const depotId = 7;

/** Days on which all stores close earlier. */
const shorterDays = [
  { date: '2026-12-24', opens: '09:00', closes: '13:00', reason: 'Nochebuena' },
  { date: '2026-12-31', opens: '09:00', closes: '13:00', reason: 'Fin de año' },
];

/** Shop id 1 is a `tienda`, 2 a `bodega` (DEC-98). `services`: the services of the store, in addition to the pickup of orders. */
const pickupStores = storesFile.parse(readData('stores.json')).stores.map((store, index) => ({
  store_code: index === 0 ? 'MAX' : `T${String(index + 1).padStart(2, '0')}`,
  name: store.name,
  street: store.street,
  city: store.municipio,
  region_id: store.regionId,
  zone: store.zone === null ? '' : `Zona ${store.zone}`,
  latitude: store.latitude,
  longitude: store.longitude,
  type: store.id === depotId ? 'bodega' : 'tienda',
  hours: store.openingHours,
  exceptions: shorterDays,
  phone: `234567${String(index + 1).padStart(2, '0')}`,
  services: store.id === depotId ? [...everywhere, 'Entrega de motocicletas, llantas y baterías'] : everywhere,
  is_pickup: true,
  is_warehouse: false,
}));

/** The central warehouse. Deliveries take units first from this warehouse (DEC-81). */
const centralWarehouse = {
  store_code: 'BODEGA',
  name: 'Bodega central',
  street: 'Calzada Atanasio Tzul 51-57, Zona 12',
  city: 'Guatemala',
  region_id: 485,
  zone: 'Zona 12',
  latitude: 14.5905,
  longitude: -90.543,
  type: 'bodega',
  hours: [],
  exceptions: [],
  phone: null,
  services: [],
  is_pickup: false,
  is_warehouse: true,
};

/** Rows of `stores` (DEC-98, DEC-166). The main store is MAX, the others T02, T03, … The warehouse, which is not a store, comes last. */
export const storeRows = [...pickupStores, centralWarehouse].map((store, position) => ({ ...store, position }));

export async function loadPlaces(tx: Tx): Promise<void> {
  await insertRows(tx, 'departments', departmentRows);
  await insertRows(tx, 'municipios', municipioRows);
  await insertRows(tx, 'stores', storeRows);
}
