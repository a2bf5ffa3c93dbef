import { type Database, databaseWithin, type Tx } from './database.ts';

const step = (tx: Tx, text: string): Promise<object[]> => tx.run({ text, values: [] });

/**
 * Runs `work` in one transaction that is rolled back at the end, after the checks that the database makes at a commit. Rows stay locked
 * until then. Effects outside the database cannot be undone.
 */
export async function rehearse<T>(db: Database, work: (dry: Database) => Promise<T>): Promise<T> {
  const undone = new Error('the dry run was rolled back');
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
  if (value === undefined) throw new Error('the dry run returned no value');
  return value;
}
