import { z } from 'zod';
import { type JobLog, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import type { CardVault } from './gateway.ts';
import { deleteRemovedCard, leaseRemovedCards } from './saved-cards.store.ts';

export interface RemovalDeps {
  db: Pick<Database, 'write'>;
  vault: Pick<CardVault, 'remove' | 'account'>;
}

/** Number of concurrent calls. Each call is limited by the bank's time-out. */
const batchSize = 10;
/** Longer than a batch takes with the longest permitted time-out (BANK_TIMEOUT_MS, 120 s). In milliseconds. */
const leaseMs = 150_000;

/**
 * Deletes removed cards at the acquirer. Any number of nodes may run the job concurrently. A run asks once for each card, and
 * stops if a whole batch gets no answer. After the lease, a later run repeats the unanswered calls. Returns how many cards were
 * deleted.
 */
export async function removeCards({ db, vault }: RemovalDeps, log: JobLog): Promise<number> {
  const requestedIds: string[] = [];
  let removed = 0;
  for (;;) {
    const due = await leaseRemovedCards(db.write, { leaseMs, limit: batchSize, requestedIds, acquirer: vault.account });
    requestedIds.push(...due.map(({ id }) => id));
    const ends = await Promise.all(due.map(({ vaultToken }) => vault.remove(vaultToken)));
    const gone = due.filter((_, index) => ends[index] === 'removed');
    for (const { id } of gone) await deleteRemovedCard(db.write, id);
    removed += gone.length;
    if (gone.length < due.length) log.warn({ cards: due.length - gone.length }, 'saved cards not removed yet');
    if (gone.length === 0) return removed;
  }
}

const remove = 'remove-saved-cards';

export const savedCardsTasks = (deps: RemovalDeps): Task[] => [
  task(remove, z.looseObject({}), async (_payload, { log }) => {
    await removeCards(deps, log);
  }),
];

/** Each minute, retries the deletions that the acquirer did not answer. */
export const savedCardsCrontab = `* * * * * ${remove} ?jobKey=${remove}&jobKeyMode=preserve_run_at`;
