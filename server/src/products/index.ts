import type { Slice } from '../slice.ts';
import { familyRoutes } from './families.routes.ts';
import { planRoutes } from './plan-product.ts';
import { pictureRoutes } from './product-pictures.ts';
import { productRunRoutes } from './product-runs.routes.ts';
import { productRoutes } from './products.routes.ts';
import { actOnPlansTask, changeProductsTask, fillProductRowsTask, productsCrontab } from './products.tasks.ts';
import { removeUnusedPicturesTask } from './remove-unused-pictures.ts';

/** Products at the desk: their list, editor and pictures. */
export const products: Slice = {
  routes: (services) => [
    ...productRoutes(services),
    ...familyRoutes(services),
    ...productRunRoutes(services),
    ...planRoutes(services),
    ...pictureRoutes(services),
  ],
  tasks: (services) => [
    fillProductRowsTask(services),
    changeProductsTask(services),
    actOnPlansTask(services),
    removeUnusedPicturesTask(services),
  ],
  cron: productsCrontab,
};
