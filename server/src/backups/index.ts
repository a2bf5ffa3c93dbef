import type { Slice } from '../slice.ts';
import { backupCommands } from './backup-command.ts';
import { backupMeasures } from './backups.store.ts';
import { backupsCrontab, backupTask, saveErasuresTask } from './backups.tasks.ts';

export const backups: Slice = {
  tasks: (services) => [backupTask(services), saveErasuresTask(services)],
  cron: backupsCrontab,
  measures: backupMeasures,
  commands: backupCommands,
};
