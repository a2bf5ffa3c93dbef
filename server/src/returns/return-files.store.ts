import { statement, type Tx } from '../platform/db/database.ts';

const announce = statement<object, [paths: readonly string[], now: Date]>(
  'returns.announce-files',
  'insert into unclaimed_files (path, since) select unnest($1::text[]), $2',
);

/** Says which files are about to be stored: those that no row claims are removed by a job. */
export const announceFiles = async (tx: Tx, paths: readonly string[], now: Date): Promise<void> => {
  await announce(tx, [paths, now]);
};

const claim = statement<{ n: number }, [id: string, paths: readonly string[]]>(
  'returns.claim-files',
  `with claimed as (delete from unclaimed_files where path = any ($2) and not is_unwanted returning path),
   written as (
     insert into return_pictures (return_id, n, path)
     select $1, t.n, t.path from unnest($2::text[]) with ordinality as t (path, n) join claimed using (path))
   select count(*)::int as n from claimed`,
);

/**
 * Writes stored files as the pictures of a return.
 * @throws when one of them is not to be had any more: it was stored so long ago that the job has taken it for left behind
 */
export async function claimPictures(tx: Tx, returnId: string, paths: readonly string[]): Promise<void> {
  const [row] = await claim(tx, [returnId, paths]);
  if (row?.n !== paths.length) throw new Error('pictures of a return were taken away before it was written');
}

const giveUp = statement<{ path: string }, [before: Date, most: number]>(
  'returns.give-up-files',
  `with unwanted as (
     update unclaimed_files set is_unwanted = true where path in (
       select path from unclaimed_files where is_unwanted or since < $1 order by since limit $2 for update skip locked)
     returning path, since)
   select path from unwanted order by since, path`,
);

/** Files that are unwanted, or were announced before that moment and never claimed, the oldest first: from now on nobody can claim them. */
export const takeLeftFiles = async (tx: Tx, before: Date, most: number): Promise<string[]> =>
  (await giveUp(tx, [before, most])).map(({ path }) => path);

const putBehind = statement<object, [path: string, now: Date]>(
  'returns.put-file-behind',
  'update unclaimed_files set since = $2 where path = $1 and is_unwanted',
);

/** The file could not be removed: it waits behind all others that are to be. */
export const putFileBehind = async (tx: Tx, path: string, now: Date): Promise<void> => {
  await putBehind(tx, [path, now]);
};

const forget = statement<object, [path: string]>('returns.forget-file', 'delete from unclaimed_files where path = $1');

/** The file is gone. */
export const forgetFile = async (tx: Tx, path: string): Promise<void> => {
  await forget(tx, [path]);
};
