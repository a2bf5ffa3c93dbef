import type { Slice } from '../slice.ts';
import { helpRoutes } from './help.routes.ts';

export const help: Slice = {
  routes: helpRoutes,
};
