import { openFileStore } from '../media/file-store.ts';
import type { Slice } from '../slice.ts';
import { returnUsage, runReturnCommand } from './return-command.ts';
import { returnsRoutes } from './returns.routes.ts';
import { removeLeftFilesTask, returnsCrontab } from './returns.tasks.ts';

export const returns: Slice = {
  routes: returnsRoutes,
  tasks: (services) => [removeLeftFilesTask(services)],
  cron: returnsCrontab,
  commands: {
    return: {
      usage: returnUsage,
      run: (call) => {
        const { publicUrl, files: settings } = call.readConfig();
        const files = openFileStore(settings);
        return call.onDatabase(async ({ db, policy }) =>
          runReturnCommand({ ...call, db, files, publicUrl, policy: await policy() }),
        );
      },
    },
  },
};
