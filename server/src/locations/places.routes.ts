import { listPlaces } from '@ceiba/contract/desk/locations';
import { ok } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { listPlaces as selectPlaces } from './locations.store.ts';

export const placesRoutes = ({ db }: { db: Database }): Route[] => [
  route(listPlaces, async (_, { staff }) => ok({ status: 200, data: await selectPlaces(db.read, staff.stores) })),
];
