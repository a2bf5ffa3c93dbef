import type { Slice } from '../slice.ts';
import { cartCodesRoutes } from './cart-codes.routes.ts';
import { cartCodesCrontab, deleteEndedCodesTask } from './cart-codes.tasks.ts';

export const cartCodes: Slice = {
  routes: cartCodesRoutes,
  tasks: (services) => [deleteEndedCodesTask(services)],
  cron: cartCodesCrontab,
};
