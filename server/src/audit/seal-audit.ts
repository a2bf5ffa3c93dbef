import type { JobContext } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { sealRows } from './seals.store.ts';

/**
 * Seals what was written since the last seal (OFF-11), and tells the log the chain's end: whoever changes a row, or the chain with it, is found by
 * what the log said.
 */
export async function sealAudit({ db }: { db: Database }, { now, log }: JobContext): Promise<void> {
  const seal = await db.transaction((tx) => sealRows(tx, now));
  if (seal !== undefined)
    log.info({ seal: seal.id, entries: seal.entries, hash: seal.hash.toString('hex') }, 'audit sealed');
}
