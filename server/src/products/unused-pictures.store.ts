import type { Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';

const mark = statement(
  'products.mark-unused-pictures',
  `with portion as materialized (select key, unused_since from media where key > $1 order by key limit $2),
   used as materialized (select u as key from used_pictures((select array_agg(key) from portion)) u),
   marked as (
     update media m set unused_since = case when m.key in (select key from used) then null else $3::timestamptz end
     from portion p where p.key = m.key and (m.key in (select key from used)) = (m.unused_since is not null))
   select max(key) as last from portion`,
);

/**
 * Records, for the next pictures after a key, the time since which each is unused. Returns the last key. Null if there are no
 * more pictures.
 */
export const markUnusedPictures = async (
  tx: Tx,
  { after, portion, now }: { after: string; portion: number; now: Date },
): Promise<string | null> => (await mark(tx, [after, portion, now]))[0]?.last ?? null;

// Skips a row that is in use, because another transaction has locked it.
const remove = statement(
  'products.remove-unused-pictures',
  `with due as materialized (
     select key from media where unused_since < $1 order by unused_since, key limit $2 for update skip locked),
   used as materialized (select u as key from used_pictures((select array_agg(key) from due)) u),
   ordered as materialized (select o as key from ordered_pictures((select array_agg(key) from due)) o),
   kept as (
     update media m set unused_since = case when m.key in (select key from used) then null else 'infinity'::timestamptz end
     from due where due.key = m.key and (m.key in (select key from used) or m.key in (select key from ordered))),
   gone as (
     delete from media m using due
     where due.key = m.key and m.key not in (select key from used) and m.key not in (select key from ordered) returning m.key),
   left_over as (
     insert into removed_pictures (key, since) select key, $3 from gone on conflict (key) do update set since = excluded.since)
   select count(*) as seen, (select count(*) from gone) as removed from due`,
  { seen: neverNull(), removed: neverNull() },
);

/** Deletes the rows of pictures that were unused since before a moment, and lists their files for removal. */
export async function deleteUnusedPictures(
  tx: Tx,
  { before, portion, now }: { before: Date; portion: number; now: Date },
): Promise<{ seen: number; removed: number }> {
  const [row] = await remove(tx, [before, portion, now]);
  return { seen: row?.seen ?? 0, removed: row?.removed ?? 0 };
}

const select = statement(
  'products.removed-pictures',
  `select r.key, exists (select from media m where m.key = r.key) as "isBack" from removed_pictures r where r.key > $1 order by r.key limit $2`,
  { isBack: neverNull() },
);

/** Lists pictures whose files must be removed, after a key. `isBack`: the picture was uploaded again. */
export const listRemovedPictures = (tx: Tx, after: string, most: number) => select(tx, [after, most]);

const forget = statement('products.forget-removed-picture', 'delete from removed_pictures where key = $1');

/** Removes the entry of a picture whose files are gone, or that was uploaded again. */
export const forgetRemovedPicture = async (tx: Tx, key: string): Promise<void> => {
  await forget(tx, [key]);
};
