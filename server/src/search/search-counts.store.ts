import type { CivilDate } from '@ceiba/domain/dates/civil-date';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

export interface SearchCount {
  words: string;
  searches: number;
  withoutResult: number;
}

// In the order of the key, as every node writes them: two that count the same words never wait for each other in a ring.
// Words that are new to the day are taken while it has room, those that found something first.
const upsert = statement<
  object,
  [day: string, words: readonly string[], searches: readonly number[], empty: readonly number[], mostWords: number]
>(
  'search.count',
  `with counted as (
     select c.*, k.words is not null as is_known
     from unnest($2::text[], $3::integer[], $4::integer[]) c(words, searches, without_result)
     left join search_counts k on k.day = $1 and k.words = c.words),
   ranked as (
     select *, row_number() over (partition by is_known order by without_result = searches, searches desc, words) as place
     from counted)
   insert into search_counts as known (day, words, searches, without_result)
   select $1, words, searches, without_result from ranked
   where is_known or place <= $5::integer - (select count(*) from search_counts where day = $1) order by words
   on conflict (day, words) do update set searches = known.searches + excluded.searches,
     without_result = known.without_result + excluded.without_result`,
);

/** Adds to the counts of a day; each of the words once. Words beyond `mostWords` that the day does not have are dropped. */
export const addSearchCounts = async (
  tx: Tx,
  day: CivilDate,
  counts: readonly SearchCount[],
  mostWords: number,
): Promise<void> => {
  await upsert(tx, [
    day,
    counts.map(({ words }) => words),
    counts.map(({ searches }) => searches),
    counts.map(({ withoutResult }) => withoutResult),
    mostWords,
  ]);
};

interface CountRow {
  words: string;
  searches: number;
  without_result: number;
}

const selectTop = statement<CountRow, [from: string, isEmptyOnly: boolean, limit: number]>(
  'search.top',
  `select words, sum(searches)::integer as searches, sum(without_result)::integer as without_result
   from search_counts where day >= $1 group by words
   having not $2 or sum(without_result) > 0
   order by case when $2 then sum(without_result) else sum(searches) end desc, words limit $3`,
);

/** The most frequent searches since a day, or those that found nothing most often. */
export async function listSearchCounts(
  tx: Tx,
  { from, isEmptyOnly, limit }: { from: CivilDate; isEmptyOnly: boolean; limit: number },
): Promise<SearchCount[]> {
  const rows = await selectTop(tx, [from, isEmptyOnly, limit]);
  return rows.map(({ words, searches, without_result }) => ({ words, searches, withoutResult: without_result }));
}

const deleteOld = statement<object, [before: string, most: number]>(
  'search.delete-old-counts',
  `delete from search_counts where ctid = any (array(
     select ctid from search_counts where day < $1 order by day limit $2))
   returning 1`,
);

/** Deletes counts of days before that one, at most `most` a call; answers how many. */
export const deleteOldSearchCounts = async (tx: Tx, before: CivilDate, most = 1_000): Promise<number> =>
  (await deleteOld(tx, [before, most])).length;
