import type { Database, Transaction, Tx } from './database.ts';

const step = (tx: Tx, text: string): Promise<object[]> => tx.run({ text, values: [] });

/**
 * Runs `work` on a database on which nothing lasts: all of it is one transaction, rolled back at its end, once what the database checks at
 * a commit has been checked. What it writes locks rows until then; what work does past the database is done.
 */
export async function rehearse<T>(db: Database, work: (dry: Database) => Promise<T>): Promise<T> {
  const undone = new Error('a rehearsal was undone');
  const values: T[] = [];
  const ended = db.transaction(async (tx) => {
    values.push(await work(dryDatabase(db, tx)));
    await step(tx, 'set constraints all immediate');
    throw undone;
  });
  await ended.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  const [value] = values;
  if (value === undefined) throw new Error('a rehearsal gave nothing');
  return value;
}

const dryDatabase = (db: Database, tx: Transaction): Database => ({
  ...db,
  read: tx,
  write: tx,
  batch: async (first, second) => [await first(tx), await second(tx)],
  transaction: async (work) => {
    await step(tx, 'savepoint rehearsed');
    try {
      return await work({ run: tx.run, last: { run: tx.run } });
    } catch (error) {
      await step(tx, 'rollback to savepoint rehearsed');
      throw error;
    }
  },
});
