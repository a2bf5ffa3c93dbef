import type { Slice } from '../slice.ts';
import { viewsRoutes } from './views.routes.ts';

export const views: Slice = { routes: viewsRoutes };
