import type { Slice } from '../slice.ts';
import { papersRoutes } from './papers.routes.ts';

export const papers: Slice = { routes: papersRoutes };
