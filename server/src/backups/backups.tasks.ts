import { z } from 'zod';
import { saveErasure } from '../accounts/erasure-list.ts';
import { listErasures } from '../accounts/erasures.store.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import { openObjectStore } from '../platform/operations/object-store.ts';
import type { Services } from '../services.ts';
import { makeBackup } from './make-backup.ts';

/** At half past three in Guatemala, where copies have a place: another worker's copy under way is left to it. */
export const backupTask = ({ db, config }: Pick<Services, 'db' | 'config'>): Task =>
  task('backup', cronPayload, async (_payload, { log }) => {
    if (config.backup === undefined) return;
    const { copy, bytes, files } = await makeBackup({ db, config, backup: config.backup, now: () => new Date() });
    log.info({ copy, bytes, files }, 'the shop was copied');
  });

/** Enqueued where somebody is erased (note_erasure): a copy that has them still may be brought back before the next one is made. */
export const saveErasuresTask = ({ db, config }: Pick<Services, 'db' | 'config'>): Task =>
  task('save-erasures', z.object({}), async () => {
    if (config.backup === undefined) return;
    const store = openObjectStore(config.backup.place);
    for (const erasure of await listErasures(db.write)) await saveErasure(store, erasure);
  });

export const backupsCrontab = '30 9 * * * backup ?fill=12h';
