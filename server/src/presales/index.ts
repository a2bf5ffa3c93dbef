import type { Slice } from '../slice.ts';
import { presaleCrontab, presaleTasks } from './move-promises.ts';
import { presaleDeskRoutes } from './presales.desk.routes.ts';

export const presales: Slice = {
  routes: presaleDeskRoutes,
  tasks: presaleTasks,
  cron: presaleCrontab,
};
