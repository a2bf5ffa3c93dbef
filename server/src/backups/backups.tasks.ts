import { z } from 'zod';
import { saveErasure } from '../accounts/erase-person.ts';
import { listErasures } from '../accounts/erasures.store.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import { nameOfPlace, type ObjectStore, openObjectStore } from '../platform/operations/object-store.ts';
import type { Services } from '../services.ts';
import { listPlaces } from './backups.store.ts';
import { makeBackup } from './make-backup.ts';
import { openPlaceOfCopies } from './manifest.ts';

/** At half past three in Guatemala, where copies have a place: another worker's copy under way is left to it. */
export const backupTask = ({ db, config }: Pick<Services, 'db' | 'config'>): Task =>
  task('backup', cronPayload, async (_payload, { log }) => {
    if (config.backup === undefined) return;
    const { copy, bytes, files } = await makeBackup({ db, config, backup: config.backup, now: () => new Date() });
    log.info({ copy, bytes, files }, 'the shop was copied');
  });

/** How long copies stay that are made beside the nightly ones, as far as this knows: as the oldest that is kept (retention.ts). */
const placesOfDays = 370;

/** Longer than the queue tries a job; whoever was erased before is saved with the next copy. */
const erasuresOfDays = 7;

/**
 * Enqueued where somebody is erased (note_erasure): a copy that has them still may be brought back before the next one is made. Saved where the
 * settings say, and wherever else copies were put; the log names what of that was not reached, as a disk may lie in a drawer.
 */
export const saveErasuresTask = ({ db, config }: Pick<Services, 'db' | 'config'>): Task =>
  task('save-erasures', z.object({}), async (_payload, { now, log }) => {
    const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
    const erasures = await listErasures(db.write, daysAgo(erasuresOfDays));
    const saveAll = async (store: ObjectStore): Promise<void> => {
      for (const erasure of erasures) await saveErasure(store, erasure);
    };
    const own = config.backup && nameOfPlace(config.backup.place);
    for (const place of await listPlaces(db.write, daysAgo(placesOfDays))) {
      if (place === own) continue;
      try {
        await saveAll(await openPlaceOfCopies(config.backupAt(place).place));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ place, reason }, 'copies there do not know who was erased: `ceiba restore` asks BACKUP_TO too');
      }
    }
    // Last, as it is tried again where it fails.
    if (config.backup !== undefined) await saveAll(openObjectStore(config.backup.place));
  });

export const backupsCrontab = '30 9 * * * backup ?fill=12h';
