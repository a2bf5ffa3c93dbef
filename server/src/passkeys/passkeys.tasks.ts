import { inBatches } from '../jobs/batches.ts';
import { cronPayload, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { deleteOldChallenges } from './passkeys.store.ts';

/** Milliseconds by which the clocks of nodes may differ. A challenge that has expired for this node may be valid for another node. */
const clocksApartMs = 3_600_000;

/** Deletes expired challenges each hour. Because of their age, they would be refused anyway. */
export const deleteOldChallengesTask = ({ db }: { db: Database }): Task =>
  task('delete-old-passkey-challenges', cronPayload, async (_payload, { now, log }) => {
    const before = new Date(now.getTime() - clocksApartMs);
    const challenges = await inBatches(() => deleteOldChallenges(db.write, before));
    log.info({ challenges }, 'ended passkey challenges deleted');
  });

export const passkeysCrontab = '40 * * * * delete-old-passkey-challenges';
