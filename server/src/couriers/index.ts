import type { Slice } from '../slice.ts';
import { couriersRoutes } from './couriers.routes.ts';

export const couriers: Slice = { routes: couriersRoutes };
