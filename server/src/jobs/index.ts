import type { Slice } from '../slice.ts';
import { housekeepingCrontab, housekeepingTasks } from './housekeeping.ts';
import { jobCommands } from './job-command.ts';
import { jobMeasures } from './job-metrics.store.ts';
import { jobRoutes } from './jobs.routes.ts';

export const jobs: Slice = {
  routes: jobRoutes,
  tasks: housekeepingTasks,
  measures: jobMeasures,
  commands: jobCommands,
  cron: housekeepingCrontab,
};
