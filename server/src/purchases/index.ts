import type { Slice } from '../slice.ts';
import { purchasesRoutes } from './purchases.routes.ts';
import { replenishmentRoutes } from './replenishment.routes.ts';

export const purchases: Slice = {
  routes: (services) => [...replenishmentRoutes(services), ...purchasesRoutes(services)],
};
