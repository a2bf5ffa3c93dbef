import { z } from 'zod';
import { type JobLog, type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import type { CardVault } from './gateway.ts';
import { deleteRemovedCard, leaseRemovedCards } from './saved-cards.store.ts';

export interface RemovalDeps {
  db: Pick<Database, 'write'>;
  vault: Pick<CardVault, 'remove' | 'account'>;
}

/** Side by side, each a call of at most the bank's time-out. */
const batchSize = 10;
/** Longer than a batch can take with the longest time-out there may be (BANK_TIMEOUT_MS, 120 s). Milliseconds. */
const leaseMs = 150_000;

/**
 * Has the acquirer forget the cards of its own that were removed. Any number of nodes may run it at once. What gets no answer is asked
 * again by a run after its lease; this one asks each once, and stops where a whole batch stays without an answer. Answers
 * how many are gone.
 */
export async function removeCards({ db, vault }: RemovalDeps, log: JobLog): Promise<number> {
  const asked: string[] = [];
  let removed = 0;
  for (;;) {
    const due = await leaseRemovedCards(db.write, { leaseMs, limit: batchSize, asked, acquirer: vault.account });
    asked.push(...due.map(({ id }) => id));
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

/** Each minute what the acquirer did not answer. */
export const savedCardsCrontab = `* * * * * ${remove} ?jobKey=${remove}&jobKeyMode=preserve_run_at`;
