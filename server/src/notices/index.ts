import { dayMs } from '@ceiba/domain/dates/civil-date';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, task } from '../jobs/worker.ts';
import type { Slice } from '../slice.ts';
import { noticesRoutes } from './notices.routes.ts';
import { forgetNotices, noteDeadJobs, noticeDays } from './notices.store.ts';

export const notices: Slice = {
  routes: noticesRoutes,
  tasks: ({ db }) => [
    task('forget-notices', cronPayload, async (_, { now }) => {
      const before = new Date(now.getTime() - noticeDays * dayMs);
      await inBatches(() => forgetNotices(db.write, before, 500));
    }),
    // The worker writes these notices immediately. This task writes the missing notices if the worker died.
    task('note-dead-jobs', cronPayload, async () => noteDeadJobs(db.write)),
  ],
  cron: `50 9 * * * forget-notices ?jobKey=forget-notices&jobKeyMode=preserve_run_at
* * * * * note-dead-jobs ?jobKey=note-dead-jobs&jobKeyMode=preserve_run_at`,
};
