import type { Slice } from '../slice.ts';
import { catalogRoutes } from './catalog.routes.ts';

export const catalog: Slice = {
  routes: catalogRoutes,
};
