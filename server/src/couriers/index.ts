import type { Slice } from '../slice.ts';
import { couriersRoutes } from './couriers.routes.ts';
import { courierTable } from './couriers.table.ts';

export const couriers: Slice = { entities: [courierTable], routes: couriersRoutes };
