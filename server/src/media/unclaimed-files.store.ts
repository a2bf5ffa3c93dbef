import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

const announce = statement(
  'media.announce-files',
  'insert into unclaimed_files (path, since) select unnest($1::text[]), $2',
);

/** Records files that are about to be stored. A job removes files that no row claims. */
export const announceFiles = async (tx: Tx, paths: readonly string[], now: Date): Promise<void> => {
  await announce(tx, [paths, now]);
};

const claim = statement(
  'media.claim-files',
  'delete from unclaimed_files where path = any ($1) and not is_unwanted returning path',
);

/**
 * Claims stored files for a row of the same transaction.
 * @throws if a file was stored so long ago that the job has already removed it
 */
export async function attachFiles(tx: Tx, paths: readonly string[]): Promise<void> {
  const claimed = await claim(tx, [paths]);
  if (claimed.length !== paths.length) throw new Error('a file was removed before its row was written');
}

const giveAway = statement(
  'media.give-files-up',
  `insert into unclaimed_files (path, since, is_unwanted) select unnest($1::text[]), $2, true
   on conflict (path) do update set is_unwanted = true`,
);

/** Marks files as unneeded, so that the job removes them. */
export const abandonFiles = async (tx: Tx, paths: readonly string[], now: Date): Promise<void> => {
  await giveAway(tx, [paths, now]);
};

const takeLeft = statement(
  'media.take-left-files',
  `with unwanted as (
     update unclaimed_files set is_unwanted = true where path in (
       select path from unclaimed_files where is_unwanted or since < $1 order by since limit $2 for update skip locked)
     returning path, since)
   select path from unwanted order by since, path`,
);

/**
 * Lists files that are unneeded, or that were announced before the given time and never claimed. Oldest first. These
 * files can no longer be claimed afterwards.
 */
export const listAbandonedFiles = async (tx: Tx, before: Date, most: number): Promise<string[]> =>
  (await takeLeft(tx, [before, most])).map(({ path }) => path);

const putBehind = statement(
  'media.put-file-behind',
  'update unclaimed_files set since = $2 where path = $1 and is_unwanted',
);

/** Records that a file could not be removed. The job tries it again after all other unneeded files. */
export const requeueFile = async (tx: Tx, path: string, now: Date): Promise<void> => {
  await putBehind(tx, [path, now]);
};

const forget = statement('media.forget-file', 'delete from unclaimed_files where path = $1');

/** Removes the entry of a file that was removed. */
export const forgetFile = async (tx: Tx, path: string): Promise<void> => {
  await forget(tx, [path]);
};
