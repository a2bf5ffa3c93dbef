import { openFileStore } from '../media/file-store.ts';
import type { Slice } from '../slice.ts';
import { deskReturnsRoutes } from './desk-returns.routes.ts';
import { returnCommands } from './return-command.ts';
import { returnsRoutes } from './returns.routes.ts';
import { removeLeftFilesTask, returnsCrontab } from './returns.tasks.ts';

export const returns: Slice = {
  routes: (services) => [...returnsRoutes(services), ...deskReturnsRoutes(services)],
  tasks: (services) => [removeLeftFilesTask(services)],
  cron: returnsCrontab,
  commands: returnCommands(({ files }) => openFileStore(files)),
};
