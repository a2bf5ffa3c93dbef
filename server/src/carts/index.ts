import type { Slice } from '../slice.ts';
import { cartsRoutes } from './carts.routes.ts';

export const carts: Slice = {
  routes: cartsRoutes,
};
