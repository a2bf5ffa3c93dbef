import type { Slice } from '../slice.ts';
import { pointsRoutes } from './points.routes.ts';
import { pointsCrontab, pointsTasks } from './points.tasks.ts';
import { pointsUsage, runPointsCommand } from './points-command.ts';
import { createHttpPointsPrograms } from './points-programs.ts';

export const points: Slice = {
  routes: pointsRoutes,
  tasks: pointsTasks,
  cron: pointsCrontab,
  commands: {
    points: {
      usage: pointsUsage,
      run: (call) => {
        const programs = createHttpPointsPrograms(call.readConfig().bank);
        return call.onDatabase(({ db }) => runPointsCommand({ ...call, db, programs }));
      },
    },
  },
};
