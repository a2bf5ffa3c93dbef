import { z } from 'zod';
import { saveErasure } from '../accounts/erase-person.ts';
import { listErasures } from '../accounts/erasures.store.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import { nameOfPlace, type ObjectStore, openObjectStore } from '../platform/operations/object-store.ts';
import type { Services } from '../services.ts';
import { listPlaces } from './backups.store.ts';
import { makeBackup } from './make-backup.ts';
import { openPlaceOfCopies } from './manifest.ts';

/** Runs at 03:30 in Guatemala if a place is configured. Does nothing if another worker is already copying. */
export const backupTask = ({ db, config }: Pick<Services, 'db' | 'config'>): Task =>
  task('backup', cronPayload, async (_payload, { log }) => {
    if (config.backup === undefined) return;
    const { copy, bytes, files } = await makeBackup({ db, config, backup: config.backup, now: () => new Date() });
    log.info({ copy, bytes, files }, 'backup made');
  });

/** Days for which other places of backups are considered: the age of the oldest regular backup (retention.ts). */
const placesOfDays = 370;

/** Longer than the queue retries a job. The next backup saves older erasures. */
const erasuresOfDays = 7;

/**
 * Saves the list at the configured place and at every other place with backups. Added for each erasure (`note_erasure`), because an older
 * backup may be restored before the next backup is made. Logs the places that it could not reach, such as a disconnected disk.
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
        log.warn(
          { place, reason },
          'the list of erased people could not be stored at this backup place; `ceiba restore` also reads it from BACKUP_TO',
        );
      }
    }
    // The last step, because the job runs again after a failure here.
    if (config.backup !== undefined) await saveAll(openObjectStore(config.backup.place));
  });

export const backupsCrontab = '30 9 * * * backup ?fill=12h';
