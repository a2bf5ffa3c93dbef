import * as calls from '@ceiba/contract/locations';
import { storeDay } from '@ceiba/domain/delivery/store-day';
import { ok } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { listDepartments, listStores } from './locations.store.ts';

export const locationsRoutes = ({ db }: { db: Database }): Route[] => [
  // The shop offers only departments with municipalities (DEL-13).
  route(calls.listDepartments, async () => {
    const rows = await listDepartments(db.read, []);
    return ok(
      rows
        .filter(({ municipios }) => municipios.length > 0)
        .map(({ regionId, title, municipios }) => ({
          value: regionId,
          title,
          municipios: municipios.map(({ name, zones }) => ({
            nombre: name,
            ...(zones.length > 0 ? { zonas: zones } : {}),
          })),
        })),
    );
  }),

  route(calls.listStores, async (_, { now, policy }) => {
    const rows = await listStores(db.read, []);
    return ok(
      rows.map(({ storeCode, regionId, ...store }) => {
        const { changesAt, ...today } = storeDay(store, now, policy);
        return {
          storeCode,
          regionId,
          ...store,
          today: { ...today, changesAt: changesAt.toISOString() },
        };
      }),
    );
  }),
];
