import { maxRows } from '@ceiba/domain/imports/file-limits';
import { refuse } from '@ceiba/domain/result';
import { z } from 'zod';
import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { FileStore } from '../media/file-store.ts';
import { abandonFiles } from '../media/unclaimed-files.store.ts';
import type { Database } from '../platform/db/database.ts';
import { findRun } from '../runs/runs.store.ts';
import { checkRun, resumeImport } from './import-file.ts';
import { openPictures } from './import-pictures.ts';
import { endUnread, forgetRows } from './import-rows.store.ts';
import { openRows } from './open-rows.ts';
import { withUpload } from './uploads.ts';

const runPayload = z.strictObject({ runId: z.uuid() });

interface CheckDeps {
  db: Database;
  files: FileStore;
  config: { mediaDir: string };
}

const fileGone = { code: 'IMPORT_UNREADABLE', text: 'El archivo ya no está: súbelo de nuevo.' } as const;

/** Reads and compares an uploaded file, which is not needed afterwards (BULK-03). */
export const checkTask = ({ db, files, config: { mediaDir } }: CheckDeps): Task =>
  task('check-import', runPayload, async ({ runId }, { now }) => {
    const run = await findRun(db.write, runId);
    if (run?.state !== 'reading') return;
    const pieces = piecesOf(run);
    await withUpload(files, { pieces, fileName: run.fileName }, (path) =>
      checkRun(db, runId, {
        open: async (kind, format, wishes) => {
          if (path === undefined) return refuse(fileGone);
          return kind.name === 'pictures'
            ? openPictures(db, { path, mediaDir })
            : openRows(db.read, { kind, path, format, wishes, now, most: maxRows });
        },
        tidy: (tx) => abandonFiles(tx, pieces, now),
      }),
    );
  });

const piecesOf = ({ options }: { options: Readonly<Record<string, unknown>> }): string[] =>
  Array.isArray(options['pieces']) ? options['pieces'].map(String) : [];

/** Resumes an import whose process died; does nothing if it is done (BULK-07). */
export const resumeImportTask = ({ db }: { db: Database }): Task =>
  task('go-on-with-import', runPayload, async ({ runId }, { log }) => {
    const applied = await resumeImport(db, runId);
    if (!applied.ok) log.warn({ run: runId, code: applied.error.code }, 'an import was refused');
    // The run's process is still working, or has just died. The job is retried at growing intervals.
    else if (applied.value.run.state === 'applying') throw new Error('another process is working on the import');
  });

/** Deletes stored rows of files once nobody may ask for them (BULK-11). */
export const forgetImportRowsTask = ({ db }: { db: Database }): Task =>
  task('forget-import-rows', cronPayload, async () => {
    await inBatches(() => endUnread(db.write));
    await inBatches(() => forgetRows(db.write));
  });

export const importsCrontab = '40 * * * * forget-import-rows ?jobKey=forget-import-rows&jobKeyMode=preserve_run_at';
