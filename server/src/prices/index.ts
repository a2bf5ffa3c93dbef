import type { Slice } from '../slice.ts';
import { pricesRoutes } from './prices.routes.ts';

export const prices: Slice = {
  routes: pricesRoutes,
};
