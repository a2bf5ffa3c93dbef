import type { Slice } from '../slice.ts';
import { cartsRoutes } from './carts.routes.ts';
import { cartsCrontab, deleteIdleCartsTask } from './carts.tasks.ts';

export const carts: Slice = {
  routes: cartsRoutes,
  tasks: (services) => [deleteIdleCartsTask(services)],
  cron: cartsCrontab,
};
