import { z } from 'zod';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { goOn } from './import-file.ts';
import { forgetRows } from './import-rows.store.ts';

/** Goes on with an import whose process died; finds nothing to do where it is done (BULK-07). */
export const goOnTask = ({ db }: { db: Database }): Task =>
  task('go-on-with-import', z.strictObject({ runId: z.uuid() }), async ({ runId }, { log }) => {
    const applied = await goOn(db, runId);
    if (!applied.ok) log.warn({ run: runId, code: applied.error.code }, 'an import was refused');
    // Its process lives and has it in hand, or has died in between: looked at again, later and later.
    else if (applied.value.run.state === 'applying') throw new Error('the import is in the hands of another process');
  });

/** Rows of files are kept while somebody may ask for them (BULK-11). */
export const forgetImportRowsTask = ({ db }: { db: Database }): Task =>
  task('forget-import-rows', cronPayload, async () => {
    await inBatches(() => forgetRows(db.write));
  });

export const importsCrontab = '40 * * * * forget-import-rows ?jobKey=forget-import-rows&jobKeyMode=preserve_run_at';
