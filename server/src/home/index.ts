import type { Slice } from '../slice.ts';
import { homeRoutes } from './home.routes.ts';

export const home: Slice = { routes: homeRoutes };
