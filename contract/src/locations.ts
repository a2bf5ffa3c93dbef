import { storeDays } from '@ceiba/domain/delivery/store-hours';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { civilDate, dateTime } from './shapes.ts';

export const department = z.object({
  value: z.int(),
  title: z.string(),
  municipios: z.array(z.object({ nombre: z.string(), zonas: z.array(z.string()).optional() })),
});
export type Department = z.infer<typeof department>;

export const listDepartments = endpoint({
  name: 'listDepartments',
  slice: 'locations',
  method: 'GET',
  path: '/v1/locations/departments',
  summary: 'Departments with their municipios and zones (DEC-66, DEL-14)',
  auth: 'public',
  limit: 'read',
  answers: { 200: z.array(department) },
  errors: [],
});

const openingHours = z.array(z.object({ days: z.array(z.enum(storeDays)), opens: z.string(), closes: z.string() }));

export const store = z.object({
  storeCode: z.string(),
  name: z.string(),
  street: z.string(),
  city: z.string(),
  regionId: z.int(),
  zone: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  type: z.enum(['tienda', 'bodega']),
  /** Empty if the hours are unknown. Then the shop's hours apply. */
  hours: openingHours,
  /** Days with special hours, which have priority over holidays. `opens` and `closes` are null if the store is closed all day. */
  exceptions: z.array(
    z.object({
      date: civilDate,
      opens: z.string().nullable(),
      closes: z.string().nullable(),
      reason: z.string(),
    }),
  ),
});
export type Store = z.infer<typeof store>;

/** A store as its page shows it. */
export const storePage = store.extend({
  /** The slug in its page's address, `/tiendas/{slug}`. */
  slug: z.string(),
  department: z.string(),
  /** The store's phone, eight digits. Null if the store uses the shop's phone. */
  phone: z.string().nullable(),
  /** Services at the store in addition to collecting an order. */
  services: z.array(z.string()),
  /** Today in Guatemala, and the opening hours. Empty if the store is closed, or on a holiday with unknown hours. */
  today: z.object({
    isHoliday: z.boolean(),
    /** The reason why the hours are not the usual ones. Null on a usual day. */
    reason: z.string().nullable(),
    windows: z.array(z.object({ opens: z.string(), closes: z.string() })),
    isOpen: z.boolean(),
    /** Time until which the values are valid. */
    changesAt: dateTime,
  }),
});
export type StorePage = z.infer<typeof storePage>;

export const listStores = endpoint({
  name: 'listStores',
  slice: 'locations',
  method: 'GET',
  path: '/v1/stores',
  summary: 'Returns the stores, with their hours today (DEC-67)',
  auth: 'public',
  limit: 'read',
  answers: { 200: z.array(storePage) },
  errors: [],
});
