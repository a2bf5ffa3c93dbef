import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { FileStore } from '../media/file-store.ts';
import { forgetFile, listAbandonedFiles, requeueFile } from '../media/unclaimed-files.store.ts';
import type { Database } from '../platform/db/database.ts';

/** Milliseconds after which no request can still claim its stored files: far longer than a request may last. */
const attachWithinMs = 3_600_000;

const portion = 100;

/**
 * Removes all files without a row: left behind by a dead process, or given up with their return or upload. Their rows are deleted last,
 * so that a failure is retried. A failure ends the run, because the store may be down, and the next run tries that file last:
 * a file that can never be removed does not block others.
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
