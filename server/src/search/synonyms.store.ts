import type { Tx } from '../platform/db/database.ts';
import { neverNull, type RowOf, statement } from '../platform/db/statement.ts';

/** Words and phrases with the same meaning. */
interface SynonymGroup {
  words: string[];
  /** Phrases that a search for the words also finds, but not the reverse: 'gamer' also finds '144 hz'. */
  meant: string[];
  /** True if the words name a quality ('negro', 'black'), not a kind of product. */
  isQuality: boolean;
}

/** A stored group. `isStandard`: it is from the list of every new shop. */
export interface StoredGroup extends SynonymGroup {
  isStandard: boolean;
}

const selectGroups = statement(
  'search.synonyms',
  `select coalesce(array_agg(word order by word) filter (where is_said), '{}') as words,
     coalesce(array_agg(word order by word) filter (where not is_said), '{}') as meant, bool_or(is_quality) as is_quality,
     bool_and(is_standard) as is_standard
   from search_synonyms
   where $1::text is null or meaning in (
     select meaning from search_synonyms where folded = search_bag(btrim(search_text($1))))
   group by meaning order by meaning`,
);

/** Lists all groups, or the groups with a word or phrase, in singular or plural and in any order. */
export const listSynonyms = async (tx: Tx, word: string | null): Promise<StoredGroup[]> =>
  (await selectGroups(tx, [word])).map(({ words, meant, isQuality, isStandard }) => ({
    words,
    meant,
    isQuality,
    isStandard,
  }));

const selectGroupsWithout = statement(
  'search.groups-without',
  `select g.meaning::text as id, array_to_string(k.words, ', ') as words, array_to_string(k.meant, ', ') as meant,
     cardinality(k.words) > 0 and cardinality(k.words) + cardinality(k.meant) > 1 as is_group
   from search_synonym_groups g cross join lateral (
     select array(select p from unnest(search_phrases(g.words)) p where btrim(search_text(p)) <> $1) as words,
       array(select p from unnest(search_phrases(g.meant)) p where btrim(search_text(p)) <> $1) as meant) k
   where g.meaning in (select meaning from search_synonyms where word = $1)
   order by g.meaning for no key update of g`,
  { id: neverNull(), words: neverNull(), meant: neverNull(), isGroup: neverNull() },
);

/** Locks the groups with a word, and returns each group without that word. `isGroup`: the rest is still a group of two words or more. */
export const groupsWithout = (tx: Tx, word: string) => selectGroupsWithout(tx, [word]);

const selectName = statement('search.read-name', `select search_name($1) as name`, { name: neverNull() });

/** Returns a brand's name as searches read it. */
export const readName = async (tx: Tx, brand: string): Promise<string> =>
  (await selectName(tx, [brand]))[0]?.name ?? '';

export type AnswerPage = RowOf<typeof selectAnswers>;

const selectAnswer = statement('search.find-answer', 'select id::text as id from search_answers where path = $1', {
  id: neverNull(),
});

/** Returns the number of the card of a page. Undefined if the page has no card. */
export const findAnswer = async (tx: Tx, path: string): Promise<string | undefined> =>
  (await selectAnswer(tx, [path]))[0]?.id;

const selectAnswers = statement(
  'search.answers',
  `select a.path, coalesce(a.title, c.title, '') as title, coalesce(a.text, c.description, '') as text,
     coalesce((select array_agg(w.word order by w.word) from search_answer_words w where w.path = a.path), '{}') as words
   from search_answers a left join category_pages c on '/' || c.slug = a.path order by a.path`,
);

/** Lists every page that answers searches, with its words. */
export const listAnswers = (tx: Tx): Promise<AnswerPage[]> => selectAnswers(tx, []);
