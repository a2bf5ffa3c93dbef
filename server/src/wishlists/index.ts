import type { Slice } from '../slice.ts';
import { wishlistsRoutes } from './wishlists.routes.ts';

export const wishlists: Slice = {
  routes: wishlistsRoutes,
};
