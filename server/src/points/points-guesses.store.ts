import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** What failed requests are counted for, and how many of them are answered within so many milliseconds. */
export interface GuessLimit {
  subject: string;
  most: number;
  windowMs: number;
}

// One after the other, in the order they are given.
const lock = statement<object, [subjects: string[]]>(
  'points.lock-guesses',
  `select pg_advisory_xact_lock(hashtextextended('points-guesses:' || subject, 0))
   from (select subject from unnest($1::text[]) with ordinality as asked (subject, turn) order by turn) as in_turn`,
);

/** Until the transaction ends nobody else's request with one of these subjects is judged. Locks are taken in their order. */
export const lockGuesses = async (tx: Tx, subjects: string[]): Promise<void> => {
  await lock(tx, [subjects]);
};

const selectSpent = statement<{ turn: number }, [subjects: string[], mosts: number[], windowsMs: number[], now: Date]>(
  'points.spent-guesses',
  `select turn::integer from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as asked (subject, most, window_ms, turn)
   where (select count(*) from points_guesses g
     where g.subject = asked.subject and g.failed_at > $4::timestamptz - window_ms * interval '1 millisecond') >= most
   order by turn limit 1`,
);

/** The first of these limits that requests in which no account was found have spent by now; undefined: none. */
export async function findSpentLimit(
  tx: Tx,
  limits: readonly GuessLimit[],
  now: Date,
): Promise<GuessLimit | undefined> {
  const [spent] = await selectSpent(tx, [
    limits.map(({ subject }) => subject),
    limits.map(({ most }) => most),
    limits.map(({ windowMs }) => windowMs),
    now,
  ]);
  return spent && limits[spent.turn - 1];
}

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
