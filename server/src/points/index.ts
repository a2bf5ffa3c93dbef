import type { Slice } from '../slice.ts';
import { deskPointsRoutes } from './desk-points.routes.ts';
import { pointsRoutes } from './points.routes.ts';
import { pointsCrontab, pointsTasks } from './points.tasks.ts';
import { pointsCommands } from './points-command.ts';
import { createHttpPointsPrograms } from './points-programs.ts';

export const points: Slice = {
  routes: (services) => [...pointsRoutes(services), ...deskPointsRoutes(services)],
  tasks: pointsTasks,
  cron: pointsCrontab,
  commands: pointsCommands((config) => createHttpPointsPrograms(config.bank)),
};
