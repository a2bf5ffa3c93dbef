import type { Slice } from '../slice.ts';
import { addressesRoutes } from './addresses.routes.ts';

export const addresses: Slice = {
  routes: addressesRoutes,
};
