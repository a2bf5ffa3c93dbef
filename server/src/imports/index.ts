import type { Slice } from '../slice.ts';
import { importCommands } from './import-command.ts';
import { importRoutes } from './imports.routes.ts';
import { checkTask, forgetImportRowsTask, importsCrontab, resumeImportTask } from './imports.tasks.ts';
import { rowCommands } from './row-commands.ts';
import { templateRoutes } from './template.routes.ts';

export const imports: Slice = {
  routes: (services) => [...importRoutes(services), ...templateRoutes(services)],
  tasks: (services) => [checkTask(services), resumeImportTask(services), forgetImportRowsTask(services)],
  cron: importsCrontab,
  commands: [...importCommands, ...rowCommands],
};
