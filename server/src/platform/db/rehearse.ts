import { type Database, databaseWithin, type Tx } from './database.ts';

const step = (tx: Tx, text: string): Promise<object[]> => tx.run({ text, values: [] });

/**
 * Runs `work` on a database on which nothing lasts: all of it is one transaction, rolled back at its end, once what the database checks at
 * a commit has been checked. What it writes locks rows until then; what work does past the database is done.
 */
export async function rehearse<T>(db: Database, work: (dry: Database) => Promise<T>): Promise<T> {
  const undone = new Error('a rehearsal was undone');
  const values: T[] = [];
  const ended = db.transaction(async (tx) => {
    values.push(await work(databaseWithin(db, tx)));
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
