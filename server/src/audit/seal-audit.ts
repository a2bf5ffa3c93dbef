import { setTimeout as sleep } from 'node:timers/promises';
import type { JobContext } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { findSealBound, isAuditWritten, sealRows } from './seals.store.ts';

/** Transactions of the desk take milliseconds: where one is still at it after these, the next minute's job seals. */
const waits = 20;
const waitMs = 100;

/**
 * Seals what was written since the last seal (OFF-11), and tells the log the chain's end: whoever changes a row, or the chain with it, is found by
 * what the log said. Ids are given before their rows are committed, so it waits for whoever writes one.
 */
export async function sealAudit({ db }: { db: Database }, { now, log }: JobContext): Promise<void> {
  const { bound, at } = await findSealBound(db.write);
  for (let tries = 0; await isAuditWritten(db.write, at); tries += 1) {
    if (tries === waits) return;
    await sleep(waitMs);
  }
  const seal = await db.transaction((tx) => sealRows(tx, bound, now));
  if (seal !== undefined)
    log.info({ entries: seal.entries, lastEntry: seal.lastEntry, hash: seal.hash.toString('hex') }, 'audit sealed');
}
