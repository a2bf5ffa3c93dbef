import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const selectSecret = statement<{ value: string }, []>(
  'points.guesses-secret',
  `select value from shop_secrets where name = 'points-guesses'`,
);

/** What subjects are hashed with, on every node. */
export async function getGuessesSecret(tx: Tx): Promise<string> {
  const [row] = await selectSecret(tx, []);
  if (row === undefined) throw new Error('the shop has no secret for guesses at points accounts');
  return row.value;
}

const lock = statement<object, [subject: string]>(
  'points.lock-guesses',
  `select pg_advisory_xact_lock(hashtextextended('points-guesses:' || $1, 0))`,
);

/** Until the transaction ends nobody else's request with this subject is judged. */
export const lockGuesses = async (tx: Tx, subject: string): Promise<void> => {
  await lock(tx, [subject]);
};

const count = statement<{ failed: number }, [subject: string, since: Date]>(
  'points.count-guesses',
  'select count(*)::integer as failed from points_guesses where subject = $1 and failed_at > $2',
);

/** Requests with this subject since that moment in which no account was found. */
export const countGuesses = async (tx: Tx, subject: string, since: Date): Promise<number> =>
  (await count(tx, [subject, since]))[0]?.failed ?? 0;

const insert = statement<object, [subjects: string[], now: Date]>(
  'points.insert-guesses',
  'insert into points_guesses (subject, failed_at) select unnest($1::text[]), $2',
);

export const insertGuesses = async (tx: Tx, subjects: string[], now: Date): Promise<void> => {
  await insert(tx, [subjects, now]);
};

const deleteOld = statement<object, [before: Date, most: number]>(
  'points.delete-old-guesses',
  `delete from points_guesses where ctid = any (array(
     select ctid from points_guesses where failed_at < $1 order by failed_at limit $2)) returning 1`,
);

/** At most `most` a call; answers how many. */
export const deleteOldGuesses = async (tx: Tx, before: Date, most = 1_000): Promise<number> =>
  (await deleteOld(tx, [before, most])).length;
