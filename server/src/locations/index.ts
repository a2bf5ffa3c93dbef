import type { Slice } from '../slice.ts';
import { locationsRoutes } from './locations.routes.ts';

export const locations: Slice = {
  routes: locationsRoutes,
};
