import type { Slice } from '../slice.ts';
import { importCommands } from './import-command.ts';
import { importRoutes } from './imports.routes.ts';
import { checkTask, forgetImportRowsTask, goOnTask, importsCrontab } from './imports.tasks.ts';
import { rowCommands } from './row-commands.ts';

export const imports: Slice = {
  routes: importRoutes,
  tasks: (services) => [checkTask(services), goOnTask(services), forgetImportRowsTask(services)],
  cron: importsCrontab,
  commands: [...importCommands, ...rowCommands],
};
