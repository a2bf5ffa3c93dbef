import type { Slice } from '../slice.ts';
import { contentRoutes } from './content.routes.ts';
import { registerHomePreview } from './home-preview.ts';
import { legalTextTable } from './legal-texts.table.ts';
import { legalTextsCrontab, purgeLegalTextsTask } from './legal-texts.tasks.ts';
import { pageCommands } from './page-command.ts';
import { redirectTable } from './redirects.table.ts';

export const content: Slice = {
  entities: [redirectTable, legalTextTable],
  routes: contentRoutes,
  register: (services) => [registerHomePreview(services)],
  tasks: ({ db }) => [purgeLegalTextsTask(db)],
  cron: legalTextsCrontab,
  commands: pageCommands,
};
