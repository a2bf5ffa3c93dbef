import type { Slice } from '../slice.ts';
import { paymentLinksRoutes } from './payment-links.routes.ts';

export const paymentLinks: Slice = {
  routes: paymentLinksRoutes,
};
