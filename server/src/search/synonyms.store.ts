import { statement, type Tx } from '../platform/db/database.ts';

/** Words and phrases that mean the same. */
export interface SynonymGroup {
  words: string[];
  /** What the words mean besides, and who says these means only themselves: 'gamer' means '144 hz'. */
  meant: string[];
  /** They tell how a thing is ('negro', 'black'), not what it is. */
  isQuality: boolean;
}

/** A group as it is stored; `isStandard`: of the list that every shop begins with. */
export interface StoredGroup extends SynonymGroup {
  isStandard: boolean;
}

interface GroupRow {
  words: string[];
  meant: string[];
  is_quality: boolean;
  is_standard: boolean;
}

const selectGroups = statement<GroupRow, [word: string | null]>(
  'search.synonyms',
  `select coalesce(array_agg(word order by word) filter (where is_said), '{}') as words,
     coalesce(array_agg(word order by word) filter (where not is_said), '{}') as meant, bool_or(is_quality) as is_quality,
     bool_and(is_standard) as is_standard
   from search_synonyms
   where $1::text is null or meaning in (
     select meaning from search_synonyms where folded = search_bag(btrim(search_text($1))))
   group by meaning order by meaning`,
);

/** All groups, or those that hold a word or phrase, in singular or plural and in any order. */
export const listSynonyms = async (tx: Tx, word: string | null): Promise<StoredGroup[]> =>
  (await selectGroups(tx, [word])).map(({ words, meant, is_quality, is_standard }) => ({
    words,
    meant,
    isQuality: is_quality,
    isStandard: is_standard,
  }));

// Whoever adds at the same time waits: two groups must not get one number.
const insertGroup = statement<object, [words: readonly string[], isQuality: boolean, meant: readonly string[]]>(
  'search.add-synonyms',
  `select add_search_synonyms($1::text[], $2, $3::text[])
   from (select pg_advisory_xact_lock(hashtext('search_synonyms'))) locked`,
);

/** Adds a group; words that stand in others stay there too. */
export const addSynonyms = async (tx: Tx, { words, meant, isQuality }: SynonymGroup): Promise<void> => {
  await insertGroup(tx, [words, isQuality, meant]);
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
   on conflict (word) do update set category_path = excluded.category_path, is_standard = false
   returning true as is_category`,
);

/** Says that the shop does not sell a thing, and which category is nearest to it; false when there is no such category. */
export const addAbsentThing = async (tx: Tx, thing: string, categoryPath: string | null): Promise<boolean> =>
  (await upsertAbsent(tx, [thing, categoryPath])).length > 0;

const insertIgnored = statement<object, [word: string]>(
  'search.add-ignored',
  'insert into search_ignored (word) values (btrim(search_text($1))) on conflict do nothing',
);

/** Says that a word does not tell what is looked for. */
export const addIgnoredWord = async (tx: Tx, word: string): Promise<void> => {
  await insertIgnored(tx, [word]);
};

const upsertBrand = statement<object, [brand: string, instead: string]>(
  'search.add-other-brand',
  `with vocabulary as (select add_search_vocabulary(array[$1]))
   insert into search_other_brands (word, shown, instead) select btrim(search_text($1)), $1, $2 from vocabulary
   on conflict (word) do update set shown = excluded.shown, instead = excluded.instead, is_standard = false`,
);

/** Says that the shop has nothing of a brand, and what is looked for where a search names nothing else ('' = nothing). */
export const addOtherBrand = async (tx: Tx, brand: string, instead: string): Promise<void> => {
  await upsertBrand(tx, [brand, instead]);
};

export interface AnswerPage {
  path: string;
  title: string;
  text: string;
  words: string[];
}

const upsertAnswer = statement<object, [path: string, title: string, text: string]>(
  'search.put-answer',
  `insert into search_answers (path, title, text) values ($1, $2, $3)
   on conflict (path) do update set title = excluded.title, text = excluded.text`,
);

/** Says what the card of a page that answers searches reads. */
export const putAnswer = async (tx: Tx, { path, title, text }: Omit<AnswerPage, 'words'>): Promise<void> => {
  await upsertAnswer(tx, [path, title, text]);
};

const upsertAnswerWord = statement<object, [word: string, path: string]>(
  'search.add-answer-word',
  `with vocabulary as (select add_search_vocabulary(array[$1]))
   insert into search_answer_words (word, path)
   select btrim(search_text($1)), path from vocabulary, search_answers where path = $2
   on conflict (word) do update set path = excluded.path
   returning 1`,
);

/** Says that words lead to the page of an answer; false when no answer has that page. */
export const addAnswerWord = async (tx: Tx, word: string, path: string): Promise<boolean> =>
  (await upsertAnswerWord(tx, [word, path])).length > 0;

const selectAnswers = statement<AnswerPage>(
  'search.answers',
  `select a.path, coalesce(a.title, c.title, '') as title, coalesce(a.text, c.description, '') as text,
     coalesce((select array_agg(w.word order by w.word) from search_answer_words w where w.path = a.path), '{}') as words
   from search_answers a left join category_pages c on '/' || c.slug = a.path order by a.path`,
);

/** Every page that answers searches, with the words that lead there. */
export const listAnswers = (tx: Tx): Promise<AnswerPage[]> => selectAnswers(tx, []);

const deleteOther = statement<{ found: number }, [word: string]>(
  'search.remove-word',
  `with absent as (delete from search_absent where word = btrim(search_text($1)) returning 1),
     ignored as (delete from search_ignored where word = btrim(search_text($1)) returning 1),
     brand as (delete from search_other_brands where word = btrim(search_text($1)) returning 1),
     answer as (delete from search_answer_words where word = btrim(search_text($1)) returning 1)
   select ((select count(*) from absent) + (select count(*) from ignored) + (select count(*) from brand)
     + (select count(*) from answer))::integer as found`,
);

/** Takes a word back that was said to be absent, ignored, a brand or to lead to an answer; false when it was nothing of these. */
export const removeOtherWord = async (tx: Tx, word: string): Promise<boolean> =>
  ((await deleteOther(tx, [word]))[0]?.found ?? 0) > 0;
