import type { Slice } from '../slice.ts';
import { donationsRoutes } from './donations.routes.ts';

export const donations: Slice = {
  routes: donationsRoutes,
};
