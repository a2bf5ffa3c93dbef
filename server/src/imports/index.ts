import type { Slice } from '../slice.ts';
import { importCommands } from './import-command.ts';
import { importRoutes } from './imports.routes.ts';
import { checkTask, forgetImportRowsTask, importsCrontab, resumeImportTask } from './imports.tasks.ts';
import { rowCommands } from './row-commands.ts';

export const imports: Slice = {
  routes: importRoutes,
  tasks: (services) => [checkTask(services), resumeImportTask(services), forgetImportRowsTask(services)],
  cron: importsCrontab,
  commands: [...importCommands, ...rowCommands],
};
