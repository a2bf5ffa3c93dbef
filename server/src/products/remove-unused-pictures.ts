import { dayMs } from '@ceiba/domain/dates/civil-date';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import { removeStoredPicture } from '../media/media-store.ts';
import type { Database } from '../platform/db/database.ts';
import {
  deleteUnusedPictures,
  forgetRemovedPicture,
  listRemovedPictures,
  markUnusedPictures,
} from './unused-pictures.store.ts';

/** Number of days for which an unused picture is stored, because it may be used again (PROD-06). */
const unusedDays = 30;

/** Milliseconds within which an upload that found stored files writes its row. Far longer than any request. */
const uploadMs = 3_600_000;

const portion = 1_000;

async function markAll(db: Database, now: Date): Promise<void> {
  for (let after: string | null = ''; after !== null; )
    after = await markUnusedPictures(db.write, { after, portion, now });
}

async function deleteRows(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - unusedDays * dayMs);
  let total = 0;
  for (;;) {
    const { seen, removed } = await deleteUnusedPictures(db.write, { before, portion, now });
    total += removed;
    if (seen === 0) return total;
  }
}

/** Files that an upload has just found stay until the next run. */
async function removeFiles(db: Database, mediaDir: string): Promise<void> {
  const untouchedSince = new Date(Date.now() - uploadMs);
  for (let after = ''; ; ) {
    const pictures = await listRemovedPictures(db.write, after, portion);
    for (const { key, isBack } of pictures) {
      after = key;
      if (isBack || (await removeStoredPicture(mediaDir, key, untouchedSince)))
        await forgetRemovedPicture(db.write, key);
    }
    if (pictures.length < portion) return;
  }
}

/**
 * Removes, every day, pictures that were unused for 30 days: first their rows, then their files. The next run finishes an
 * interrupted run. Pictures of products, drafts, categories, gifts, banners, content pages and orders stay.
 */
export const removeUnusedPicturesTask = ({ db, config }: { db: Database; config: { mediaDir: string } }): Task =>
  task('remove-unused-pictures', cronPayload, async (_payload, { now, log }) => {
    await markAll(db, now);
    const pictures = await deleteRows(db, now);
    await removeFiles(db, config.mediaDir);
    if (pictures > 0) log.info({ pictures }, 'unused pictures removed');
  });
