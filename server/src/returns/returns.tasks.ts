import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { FileStore } from '../media/file-store.ts';
import { forgetFile, putFileBehind, takeLeftFiles } from '../media/unclaimed-files.store.ts';
import type { Database } from '../platform/db/database.ts';

/** Milliseconds after which no request can still be about to claim what it stored: far more than one may last. */
const claimWithinMs = 3_600_000;

const portion = 100;

/**
 * Removes all files that no row speaks of: left behind by a process that died, or given up with their return or upload. Their rows go
 * last, so that what fails is tried again. A failure ends the run, as the store may be away, and is asked for last by the next
 * one: a file that can never be removed holds up no other.
 */
export const removeLeftFilesTask = ({ db, files }: { db: Database; files: FileStore }): Task =>
  task('remove-left-files', cronPayload, async (_payload, { now, log }) => {
    const removed = await inBatches(async () => {
      const paths = await takeLeftFiles(db.write, new Date(now.getTime() - claimWithinMs), portion);
      for (const path of paths) {
        try {
          await files.remove(path);
        } catch (error) {
          await putFileBehind(db.write, path, now);
          throw error;
        }
        await forgetFile(db.write, path);
      }
      return paths.length;
    });
    if (removed > 0) log.info({ files: removed }, 'left files removed');
  });

export const returnsCrontab = '*/10 * * * * remove-left-files';
