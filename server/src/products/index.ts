import type { Slice } from '../slice.ts';
import { pictureRoutes } from './product-pictures.ts';
import { productRoutes } from './products.routes.ts';
import { fillProductRowsTask, productsCrontab } from './products.tasks.ts';

/** Products at the desk: list, editor, pictures. */
export const products: Slice = {
  routes: (services) => [...productRoutes(services), ...pictureRoutes(services)],
  tasks: (services) => [fillProductRowsTask(services)],
  cron: productsCrontab,
};
