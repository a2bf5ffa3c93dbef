import type { Slice } from '../slice.ts';
import { billingRoutes } from './billing.routes.ts';

export const billing: Slice = {
  routes: billingRoutes,
};
