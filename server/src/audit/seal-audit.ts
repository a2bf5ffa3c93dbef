import type { JobContext } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { sealRows } from './seals.store.ts';

/**
 * Seals the rows written since the last seal (OFF-11) and logs the end of the chain. The log exposes changes of rows,
 * even if the chain is changed, too.
 */
export async function sealAudit({ db }: { db: Database }, { now, log }: JobContext): Promise<void> {
  const seal = await db.transaction((tx) => sealRows(tx, now));
  if (seal !== undefined)
    log.info({ seal: seal.id, entries: seal.entries, hash: seal.hash.toString('hex') }, 'audit sealed');
}
