import { readFileSync } from 'node:fs';
import { z } from 'zod';

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

export interface DemoDepartment {
  /** DEC-87: 485 Guatemala to 506 Jutiapa. */
  regionId: number;
  title: string;
  municipios: { ineCode: string; name: string; zones: string[] }[];
}

const guatemalaCity = '0101';

/** All 22 departments with their municipios; only the capital has zones here ("Zona 1" to "Zona 25"). */
export function readDepartments(): DemoDepartment[] {
  const text = readFileSync(new URL('../../data/departments.json', import.meta.url), 'utf8');
  const { departments, guatemalaCityZones } = departmentsFile.parse(JSON.parse(text));
  return departments.map(({ id, name, municipios }) => ({
    regionId: id,
    title: name,
    municipios: municipios.map((municipio) => ({
      ineCode: municipio.ineCode,
      name: municipio.name,
      zones: municipio.ineCode === guatemalaCity ? guatemalaCityZones.map((zone) => `Zona ${zone}`) : [],
    })),
  }));
}

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

export interface DemoStore {
  storeCode: string;
  name: string;
  street: string;
  city: string;
  regionId: number;
  zone: string;
  latitude: number;
  longitude: number;
  /** Shop id 1 is a `tienda`, 2 a `bodega` (DEC-98). */
  type: 'tienda' | 'bodega';
  hours: { days: string[]; opens: string; closes: string }[];
  /** What one can have done there besides collecting an order. */
  services: string[];
  isPickup: boolean;
  isWarehouse: boolean;
}

/** The central warehouse: delivery takes from it first (DEC-81). */
export const warehouseCode = 'BODEGA';

const everywhere = ['Asesoría de compra', 'Recepción de devoluciones'];

/** The pickup store that is a `bodega`: Villa Nueva. */
const depotId = 7;

/** DEC-98, DEC-166: the main store is MAX, the others T02, T03, …; then the central warehouse, which is no store. */
export const demoStores: readonly DemoStore[] = [...pickupStores(), centralWarehouse()];

export const pickupStoreCodes: readonly string[] = demoStores
  .filter((store) => store.isPickup)
  .map((store) => store.storeCode);

function pickupStores(): DemoStore[] {
  const text = readFileSync(new URL('../../data/stores.json', import.meta.url), 'utf8');
  return storesFile.parse(JSON.parse(text)).stores.map((store, index) => ({
    storeCode: index === 0 ? 'MAX' : `T${String(index + 1).padStart(2, '0')}`,
    name: store.name,
    street: store.street,
    city: store.municipio,
    regionId: store.regionId,
    zone: store.zone === null ? '' : `Zona ${store.zone}`,
    latitude: store.latitude,
    longitude: store.longitude,
    type: store.id === depotId ? 'bodega' : 'tienda',
    hours: store.openingHours,
    services: store.id === depotId ? [...everywhere, 'Entrega de motocicletas, llantas y baterías'] : everywhere,
    isPickup: true,
    isWarehouse: false,
  }));
}

function centralWarehouse(): DemoStore {
  return {
    storeCode: warehouseCode,
    name: 'Bodega central',
    street: 'Calzada Atanasio Tzul 51-57, Zona 12',
    city: 'Guatemala',
    regionId: 485,
    zone: 'Zona 12',
    latitude: 14.5905,
    longitude: -90.543,
    type: 'bodega',
    hours: [],
    services: [],
    isPickup: false,
    isWarehouse: true,
  };
}
