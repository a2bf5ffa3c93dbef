import type { Slice } from '../slice.ts';
import { authRoutes } from './auth.routes.ts';
import { authCrontab, authTasks } from './auth.tasks.ts';

export const auth: Slice = {
  routes: authRoutes,
  tasks: authTasks,
  cron: authCrontab,
};
