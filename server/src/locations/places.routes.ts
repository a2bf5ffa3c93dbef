import { listPlaces, listRegions } from '@ceiba/contract/desk/locations';
import { ok } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { storesSeenBy } from '../platform/http/places.ts';
import { type Route, route } from '../platform/http/route.ts';
import { listDepartments, listPlaces as selectPlaces } from './locations.store.ts';

export const placesRoutes = ({ db }: { db: Database }): Route[] => [
  route(listPlaces, async (_, { staff }) =>
    ok({ status: 200, data: await selectPlaces(db.read, storesSeenBy(staff)) }),
  ),
  // The departments that have municipalities, as the shop offers them (DEL-13).
  route(listRegions, async () => {
    const departments = (await listDepartments(db.read, [])).filter(({ municipios }) => municipios.length > 0);
    const data = departments.map(({ regionId, title: region, municipios }) => ({
      regionId,
      region,
      cities: municipios.map(({ name }) => name),
    }));
    return ok({ status: 200, data });
  }),
];
