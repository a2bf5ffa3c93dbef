import type { Slice } from '../slice.ts';
import { flashSaleDeskRoutes } from './flash-sales.desk.routes.ts';
import { flashSaleTable } from './flash-sales.table.ts';

export const promotions: Slice = {
  entities: [flashSaleTable],
  routes: flashSaleDeskRoutes,
};
