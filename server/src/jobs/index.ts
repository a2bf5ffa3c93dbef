import type { Slice } from '../slice.ts';
import { housekeepingCrontab, housekeepingTasks } from './housekeeping.ts';

export const jobs: Slice = {
  tasks: housekeepingTasks,
  cron: housekeepingCrontab,
};
