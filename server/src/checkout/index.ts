import type { Slice } from '../slice.ts';
import { checkoutRoutes } from './checkout.routes.ts';

export const checkout: Slice = {
  routes: checkoutRoutes,
};
