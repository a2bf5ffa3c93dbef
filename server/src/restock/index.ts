import { stopLimits } from '../platform/limits/rate-limit.ts';
import type { Slice } from '../slice.ts';
import { restockRoutes } from './restock.routes.ts';
import { restockCrontab, restockTasks } from './restock.tasks.ts';
import { registerUnsubscribe } from './unsubscribe.routes.ts';

export const restock: Slice = {
  routes: restockRoutes,
  register: ({ db, config }) => [registerUnsubscribe(db, stopLimits(config.rateLimitFactor))],
  tasks: restockTasks,
  cron: restockCrontab,
};
