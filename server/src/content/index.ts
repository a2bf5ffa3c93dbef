import type { Slice } from '../slice.ts';
import { contentRoutes } from './content.routes.ts';

export const content: Slice = {
  routes: contentRoutes,
};
