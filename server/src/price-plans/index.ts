import type { Slice } from '../slice.ts';
import { pricePlanRoutes } from './plan-price.ts';
import { priceListRoutes } from './price-lists.ts';
import { beginPricesTask, forgetPriceListsTask, pricePlansCrontab, revertListTask } from './price-plans.tasks.ts';

/** Prices that start at a planned time, for single products and for whole lists. */
export const pricePlans: Slice = {
  routes: (services) => [...pricePlanRoutes(services), ...priceListRoutes(services)],
  tasks: (services) => [beginPricesTask(services), revertListTask(services), forgetPriceListsTask(services)],
  cron: pricePlansCrontab,
};
