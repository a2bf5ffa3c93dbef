import type { Database, Tx } from '../platform/database.ts';
import {
  addSearchTerms,
  createMadeRows,
  lockSearchSources,
  makeRows,
  readListedProducts,
  takeMadeRows,
} from './refresh-search.store.ts';

/** Products whose rows are made by one statement. */
const portion = 5_000;

/**
 * Makes all search rows anew, by `connections` side by side: a row costs half a millisecond of the database's time, which
 * for a million products is nearly ten minutes of one core. The catalogue cannot be changed meanwhile, nor an order placed;
 * searches wait only while the new rows take the place of the old. `finish` is done in the transaction in which they do:
 * a run that is killed before has changed nothing that is found.
 *
 * @param onProgress told the share that is done, 0 to 1
 */
export const refreshAllSearch = (db: Database, { connections, onProgress, finish }: RefreshOptions): Promise<void> =>
  db.transaction(async (tx) => {
    await lockSearchSources(tx);
    // Committed at once: others write to it.
    await db.transaction(createMadeRows);
    const ids = await readListedProducts(tx);
    const portions = Array.from({ length: Math.ceil(ids.length / portion) }, (_, index) =>
      ids.slice(index * portion, (index + 1) * portion),
    );
    let next = 0;
    const work = async (): Promise<void> => {
      for (let at = next++; at < portions.length; at = next++) {
        const some = portions[at] ?? [];
        await db.transaction((own) => addSearchTerms(own, some));
        await db.transaction((own) => makeRows(own, some));
        onProgress(at / portions.length);
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    await takeMadeRows(tx);
    await finish(tx);
  });

interface RefreshOptions {
  connections: number;
  onProgress: (share: number) => void;
  finish: (tx: Tx) => Promise<unknown>;
}
