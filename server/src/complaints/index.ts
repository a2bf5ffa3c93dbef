import type { Slice } from '../slice.ts';
import { complaintUsage, runComplaintCommand } from './complaint-command.ts';
import { complaintsRoutes } from './complaints.routes.ts';
import { complaintsCrontab, deleteOldComplaintsTask } from './complaints.tasks.ts';

export const complaints: Slice = {
  routes: complaintsRoutes,
  tasks: (services) => [deleteOldComplaintsTask(services)],
  cron: complaintsCrontab,
  commands: {
    complaint: {
      usage: complaintUsage,
      run: (call) => {
        const { publicUrl } = call.readConfig();
        return call.onDatabase(async ({ db, policy }) =>
          runComplaintCommand({ ...call, db, publicUrl, policy: await policy() }),
        );
      },
    },
  },
};
