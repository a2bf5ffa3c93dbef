import type { Slice } from '../slice.ts';
import { pictureRoutes } from './product-pictures.ts';
import { productRunRoutes } from './product-runs.routes.ts';
import { productRoutes } from './products.routes.ts';
import { changeProductsTask, fillProductRowsTask, productsCrontab } from './products.tasks.ts';

/** Products as the desk looks after them: list, editor, pictures. */
export const products: Slice = {
  routes: (services) => [...productRoutes(services), ...productRunRoutes(services), ...pictureRoutes(services)],
  tasks: (services) => [fillProductRowsTask(services), changeProductsTask(services)],
  cron: productsCrontab,
};
