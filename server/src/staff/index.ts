import { dayMs } from '@ceiba/domain/dates/civil-date';
import { staffRules } from '@ceiba/domain/staff/sign-in';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, task } from '../jobs/worker.ts';
import type { Slice } from '../slice.ts';
import { deleteOldRefusedSignIns } from './refused-sign-ins.store.ts';
import { staffRoutes } from './staff.routes.ts';
import { staffCommands } from './staff-command.ts';
import { deleteOldPasskeyChallenges } from './staff-passkeys.store.ts';
import { deleteOldChallenges, deleteOldStaffSessions } from './staff-sessions.store.ts';

export const staff: Slice = {
  routes: staffRoutes,
  tasks: ({ db }) => [
    task('forget-staff-sessions', cronPayload, async (_, { now }) => {
      // The clocks of nodes differ. A session that has expired for this node may be valid for another node.
      const before = new Date(now.getTime() - 3_600_000);
      await inBatches(() => deleteOldStaffSessions(db.write, before));
      await inBatches(() => deleteOldChallenges(db.write, before));
      await inBatches(() => deleteOldPasskeyChallenges(db.write, before));
      const lastRefused = new Date(now.getTime() - staffRules.refusedSignInDays * dayMs);
      await inBatches(() => deleteOldRefusedSignIns(db.write, lastRefused));
    }),
  ],
  cron: '20 * * * * forget-staff-sessions ?jobKey=forget-staff-sessions&jobKeyMode=preserve_run_at',
  commands: staffCommands,
};
