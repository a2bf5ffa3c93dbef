import type { Slice } from '../slice.ts';
import { locationsRoutes } from './locations.routes.ts';
import { placesRoutes } from './places.routes.ts';

export const locations: Slice = {
  routes: (services) => [...locationsRoutes(services), ...placesRoutes(services)],
};
