import type { Slice } from '../slice.ts';
import { sellersRoutes } from './sellers.routes.ts';
import { sellerTable } from './sellers.table.ts';

export const sellers: Slice = {
  entities: [sellerTable],
  routes: sellersRoutes,
};
