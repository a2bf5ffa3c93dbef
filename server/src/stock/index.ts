import type { Slice } from '../slice.ts';
import { stockRoutes } from './stock.routes.ts';

export const stock: Slice = {
  routes: stockRoutes,
};
