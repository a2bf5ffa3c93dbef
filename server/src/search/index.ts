import { databaseCommand, type Slice } from '../slice.ts';
import { searchRoutes } from './search.routes.ts';
import { deleteOldSearchCountsTask, refreshRenamedTask, searchCrontab } from './search.tasks.ts';
import { runSearchesCommand, searchesUsage } from './searches-command.ts';
import { runSynonymCommand, synonymUsage } from './synonym-command.ts';

export const search: Slice = {
  routes: (services) => searchRoutes({ ...services, counts: services.searchCounts }),
  register: ({ searchCounts }) => [(app) => searchCounts.register(app)],
  tasks: (services) => [deleteOldSearchCountsTask(services), refreshRenamedTask(services)],
  cron: searchCrontab,
  commands: {
    synonym: databaseCommand(synonymUsage, runSynonymCommand),
    searches: databaseCommand(searchesUsage, runSearchesCommand),
  },
};
