import type { Slice } from '../slice.ts';
import { deliveryRoutes } from './delivery.routes.ts';

export const delivery: Slice = {
  routes: deliveryRoutes,
};
