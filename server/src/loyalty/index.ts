import type { Slice } from '../slice.ts';
import { loyaltyRoutes } from './loyalty.routes.ts';

export const loyalty: Slice = {
  routes: loyaltyRoutes,
};
