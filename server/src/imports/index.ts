import type { Slice } from '../slice.ts';
import { importCommands } from './import-command.ts';
import { forgetImportRowsTask, goOnTask, importsCrontab } from './imports.tasks.ts';
import { rowCommands } from './row-commands.ts';

export const imports: Slice = {
  tasks: (services) => [goOnTask(services), forgetImportRowsTask(services)],
  cron: importsCrontab,
  commands: [...importCommands, ...rowCommands],
};
