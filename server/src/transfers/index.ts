import type { Slice } from '../slice.ts';
import { transfersRoutes } from './transfers.routes.ts';

export const transfers: Slice = { routes: transfersRoutes };
