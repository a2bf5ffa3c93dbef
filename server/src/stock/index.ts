import type { Slice } from '../slice.ts';
import { lowStockRoutes } from './low-stock.routes.ts';
import { productStockRoutes } from './product-stock.routes.ts';
import { stockRoutes } from './stock.routes.ts';

export const stock: Slice = {
  routes: (services) => [...stockRoutes(services), ...productStockRoutes(services), ...lowStockRoutes(services)],
};
