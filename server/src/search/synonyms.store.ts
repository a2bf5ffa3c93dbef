import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** Words and phrases that mean the same. */
export interface SynonymGroup {
  words: string[];
  /** They tell how a thing is ('negro', 'black'), not what it is. */
  isQuality: boolean;
}

interface GroupRow {
  words: string[];
  is_quality: boolean;
}

const selectGroups = statement<GroupRow, [word: string | null]>(
  'search.synonyms',
  `select array_agg(word order by word) as words, bool_or(is_quality) as is_quality from search_synonyms
   where $1::text is null or meaning in (
     select meaning from search_synonyms where folded = search_singular(btrim(search_text($1))))
   group by meaning order by meaning`,
);

/** All groups, or those that hold a word, in singular or plural. */
export const listSynonyms = async (tx: Tx, word: string | null): Promise<SynonymGroup[]> =>
  (await selectGroups(tx, [word])).map(({ words, is_quality }) => ({ words, isQuality: is_quality }));

// Whoever adds at the same time waits: two groups must not get one number.
const insertGroup = statement<object, [words: readonly string[], isQuality: boolean]>(
  'search.add-synonyms',
  `select add_search_synonyms($1::text[], $2)
   from (select pg_advisory_xact_lock(hashtext('search_synonyms'))) locked`,
);

/** Adds a group; words that stand in others stay there too. */
export const addSynonyms = async (tx: Tx, { words, isQuality }: SynonymGroup): Promise<void> => {
  await insertGroup(tx, [words, isQuality]);
};

const deleteWord = statement<object, [word: string]>(
  'search.remove-synonym',
  'delete from search_synonyms where word = btrim(search_text($1)) returning 1',
);

/** Takes a word out of every group; false when it was in none. */
export const removeSynonym = async (tx: Tx, word: string): Promise<boolean> =>
  (await deleteWord(tx, [word])).length > 0;

const upsertAbsent = statement<{ is_category: boolean }, [thing: string, path: string | null]>(
  'search.add-absent',
  `insert into search_absent (word, category_path)
   select btrim(search_text($1)), $2 where $2::text is null or exists (select from categories where path = $2)
   on conflict (word) do update set category_path = excluded.category_path
   returning true as is_category`,
);

/** Says that the shop does not sell a thing, and which category is nearest to it; false when there is no such category. */
export const addAbsentThing = async (tx: Tx, thing: string, categoryPath: string | null): Promise<boolean> =>
  (await upsertAbsent(tx, [thing, categoryPath])).length > 0;

const insertIgnored = statement<object, [word: string]>(
  'search.add-ignored',
  'insert into search_ignored (word) values (btrim(search_text($1))) on conflict do nothing',
);

/** Says that a word does not tell what is looked for, such as a brand the shop does not have. */
export const addIgnoredWord = async (tx: Tx, word: string): Promise<void> => {
  await insertIgnored(tx, [word]);
};

const deleteOther = statement<{ found: number }, [word: string]>(
  'search.remove-word',
  `with absent as (delete from search_absent where word = btrim(search_text($1)) returning 1),
     ignored as (delete from search_ignored where word = btrim(search_text($1)) returning 1)
   select ((select count(*) from absent) + (select count(*) from ignored))::integer as found`,
);

/** Takes a word back that was said to be absent or to be ignored; false when it was neither. */
export const removeOtherWord = async (tx: Tx, word: string): Promise<boolean> =>
  ((await deleteOther(tx, [word]))[0]?.found ?? 0) > 0;
