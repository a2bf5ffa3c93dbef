import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { FileStore } from '../media/file-store.ts';
import { forgetFile, listAbandonedFiles, requeueFile } from '../media/unclaimed-files.store.ts';
import type { Database } from '../platform/db/database.ts';

/** Milliseconds after which no request can still claim its stored files. Far longer than any request. */
const attachWithinMs = 3_600_000;

const portion = 100;

/**
 * Removes all files without a claim: from a dead process, or from a deleted return or upload. Deletes their rows last, so that a
 * failure is retried. A failure ends the run, because the store may be down. The next run tries that file last, so that it does
 * not block others.
 */
export const removeLeftFilesTask = ({ db, files }: { db: Database; files: FileStore }): Task =>
  task('remove-left-files', cronPayload, async (_payload, { now, log }) => {
    const removed = await inBatches(async () => {
      const paths = await listAbandonedFiles(db.write, new Date(now.getTime() - attachWithinMs), portion);
      for (const path of paths) {
        try {
          await files.remove(path);
        } catch (error) {
          await requeueFile(db.write, path, now);
          throw error;
        }
        await forgetFile(db.write, path);
      }
      return paths.length;
    });
    if (removed > 0) log.info({ files: removed }, 'left files removed');
  });

export const returnsCrontab = '*/10 * * * * remove-left-files';
