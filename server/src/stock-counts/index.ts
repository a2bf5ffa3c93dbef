import type { Slice } from '../slice.ts';
import { stockCountsRoutes } from './stock-counts.routes.ts';

export const stockCounts: Slice = { routes: stockCountsRoutes };
