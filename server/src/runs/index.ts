import { inBatches } from '../jobs/batches.ts';
import { cronPayload, task } from '../jobs/worker.ts';
import type { Slice } from '../slice.ts';
import { runCommands } from './run-command.ts';
import { forgetRunRows } from './run-rows.store.ts';
import { forgetRuns } from './runs.store.ts';

export const runs: Slice = {
  tasks: ({ db }) => [
    task('forget-runs', cronPayload, async () => {
      await inBatches(() => forgetRunRows(db.write, 5_000));
      await inBatches(() => forgetRuns(db.write, 500));
    }),
  ],
  cron: '45 9 * * * forget-runs ?jobKey=forget-runs&jobKeyMode=preserve_run_at',
  commands: runCommands,
};
