import type { Slice } from '../slice.ts';
import { papersRoutes } from './papers.routes.ts';
import { shelfLabelRoutes } from './shelf-labels.routes.ts';

export const papers: Slice = {
  routes: (services) => [...papersRoutes(services), ...shelfLabelRoutes(services)],
};
