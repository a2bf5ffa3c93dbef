import type { Slice } from '../slice.ts';
import { lowStockRoutes } from './low-stock.routes.ts';
import { productStockRoutes } from './product-stock.routes.ts';
import { stockRoutes } from './stock.routes.ts';
import { stockMovementRoutes } from './stock-movements.routes.ts';

export const stock: Slice = {
  routes: (services) => [
    ...stockRoutes(services),
    ...productStockRoutes(services),
    ...stockMovementRoutes(services),
    ...lowStockRoutes(services),
  ],
};
