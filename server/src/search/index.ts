import type { Slice } from '../slice.ts';
import { otherBrandTable } from './other-brands.table.ts';
import { searchRoutes } from './search.routes.ts';
import { deleteOldSearchCountsTask, refreshRenamedTask, searchCrontab } from './search.tasks.ts';
import { searchCommands } from './search-command.ts';

export const search: Slice = {
  entities: [otherBrandTable],
  routes: (services) => searchRoutes({ ...services, counts: services.searchCounts }),
  register: ({ searchCounts }) => [(app) => searchCounts.register(app)],
  tasks: (services) => [deleteOldSearchCountsTask(services), refreshRenamedTask(services)],
  cron: searchCrontab,
  commands: searchCommands,
};
