import type { Slice } from '../slice.ts';
import { brandTable } from './brands.table.ts';
import { catalogRoutes } from './catalog.routes.ts';
import { beginPricesTask, catalogCrontab, endDiscountsTask } from './catalog.tasks.ts';

export const catalog: Slice = {
  entities: [brandTable],
  routes: catalogRoutes,
  tasks: (services) => [endDiscountsTask(services), beginPricesTask(services)],
  cron: catalogCrontab,
};
