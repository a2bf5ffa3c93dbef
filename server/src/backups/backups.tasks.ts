import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Services } from '../services.ts';
import { makeBackup } from './make-backup.ts';

/** At half past three in Guatemala, where copies have a place: another worker's copy under way is left to it. */
export const backupTask = ({ db, config }: Pick<Services, 'db' | 'config'>): Task =>
  task('backup', cronPayload, async (_payload, { log }) => {
    if (config.backup === undefined) return;
    const { copy, bytes, files } = await makeBackup({ db, config, backup: config.backup, now: () => new Date() });
    log.info({ copy, bytes, files }, 'the shop was copied');
  });

export const backupsCrontab = '30 9 * * * backup ?fill=12h';
