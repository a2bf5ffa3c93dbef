import type { Slice } from '../slice.ts';
import { attributeTable } from './attributes.table.ts';
import { categoriesRoutes } from './categories.routes.ts';
import { followAttributesTask } from './categories.tasks.ts';
import { categoryPictureRoute } from './category-picture.ts';

export const categories: Slice = {
  entities: [attributeTable],
  routes: (services) => [
    ...categoriesRoutes(services),
    categoryPictureRoute({ db: services.db, mediaDir: services.config.mediaDir }),
  ],
  tasks: (services) => [followAttributesTask(services)],
};
