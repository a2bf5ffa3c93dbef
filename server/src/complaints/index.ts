import type { Slice } from '../slice.ts';
import { complaintCommands } from './complaint-command.ts';
import { complaintsRoutes } from './complaints.routes.ts';
import { complaintsCrontab, deleteOldComplaintsTask } from './complaints.tasks.ts';

export const complaints: Slice = {
  routes: complaintsRoutes,
  tasks: (services) => [deleteOldComplaintsTask(services)],
  cron: complaintsCrontab,
  commands: complaintCommands,
};
