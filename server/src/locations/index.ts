import type { Slice } from '../slice.ts';
import { departmentTable } from './departments.table.ts';
import { deskStoresRoutes } from './desk-stores.routes.ts';
import { locationsRoutes } from './locations.routes.ts';
import { placesRoutes } from './places.routes.ts';
import { standardPlacesRoutes } from './standard-places.ts';
import { storeTable } from './stores.table.ts';

export const locations: Slice = {
  entities: [storeTable, departmentTable],
  routes: (services) => [
    ...locationsRoutes(services),
    ...placesRoutes(services),
    ...deskStoresRoutes(services),
    ...standardPlacesRoutes(services),
  ],
};
