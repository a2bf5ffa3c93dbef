import type { Slice } from '../slice.ts';
import { sellersRoutes } from './sellers.routes.ts';

export const sellers: Slice = {
  routes: sellersRoutes,
};
