import type { Slice } from '../slice.ts';
import { brandTable } from './brands.table.ts';
import { catalogRoutes } from './catalog.routes.ts';
import { catalogCrontab, deleteOldUnknownCodesTask, endDiscountsTask } from './catalog.tasks.ts';
import { deskCodesRoutes } from './desk-codes.routes.ts';
import { mergeBrandRoute, moveMergedProductsTask } from './merge-brands.ts';
import { productCodeTable } from './product-codes.table.ts';

export const catalog: Slice = {
  entities: [brandTable, productCodeTable],
  routes: (services) => [...catalogRoutes(services), mergeBrandRoute(services), ...deskCodesRoutes(services)],
  tasks: (services) => [
    endDiscountsTask(services),
    deleteOldUnknownCodesTask(services),
    moveMergedProductsTask(services),
  ],
  cron: catalogCrontab,
};
