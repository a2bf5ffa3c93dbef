import type { Slice } from '../slice.ts';
import { absentWordTable } from './absent-words.table.ts';
import { answerWordTable } from './answer-words.table.ts';
import { deskSearchesRoutes } from './desk-searches.routes.ts';
import { hiddenProductTable } from './hidden-products.table.ts';
import { ignoredWordTable } from './ignored-words.table.ts';
import { otherBrandTable } from './other-brands.table.ts';
import { searchRoutes } from './search.routes.ts';
import { deleteOldSearchCountsTask, refreshRenamedTask, searchCrontab } from './search.tasks.ts';
import { searchAnswerTable } from './search-answers.table.ts';
import { searchCommands } from './search-command.ts';
import { searchPinTable } from './search-pins.table.ts';
import { synonymTable } from './synonyms.table.ts';

export const search: Slice = {
  entities: [
    ...[synonymTable, absentWordTable, ignoredWordTable, otherBrandTable, searchPinTable, hiddenProductTable],
    ...[searchAnswerTable, answerWordTable],
  ],
  routes: (services) => [
    ...searchRoutes({ ...services, counts: services.searchCounts }),
    ...deskSearchesRoutes(services),
  ],
  register: ({ searchCounts }) => [(app) => searchCounts.register(app)],
  tasks: (services) => [deleteOldSearchCountsTask(services), refreshRenamedTask(services)],
  cron: searchCrontab,
  commands: searchCommands,
};
