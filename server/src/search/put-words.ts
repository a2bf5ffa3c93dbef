import { absentWords } from '@ceiba/contract/desk/entities/absent-words';
import { changingCallsOf } from '@ceiba/contract/desk/entities/all';
import { ignoredWords } from '@ceiba/contract/desk/entities/ignored-words';
import { otherBrands } from '@ceiba/contract/desk/entities/other-brands';
import { synonyms } from '@ceiba/contract/desk/entities/synonyms';
import type { Tx } from '../platform/db/database.ts';
import { type EntityChange, putEntity, takeEntity } from '../platform/entities/put-entity.ts';
import { absentWordTable } from './absent-words.table.ts';
import { ignoredWordTable } from './ignored-words.table.ts';
import { otherBrandTable } from './other-brands.table.ts';
import { groupsWithout, readName, removeAnswerWord } from './synonyms.store.ts';
import { synonymTable } from './synonyms.table.ts';

export const otherBrandCalls = changingCallsOf(otherBrands);
export const absentWordCalls = changingCallsOf(absentWords);
/** The command only creates an ignored word, because it never changes the word's note. */
export const ignoredWordCalls = [changingCallsOf(ignoredWords)[0]] as const;
export const synonymCalls = [changingCallsOf(synonyms)[0]] as const;

/**
 * Records a brand that the shop lacks, and the words to search instead if the search names nothing else ('': none), as the desk's
 * calls do.
 */
export async function putOtherBrand(tx: Tx, shown: string, instead: string) {
  const word = await readName(tx, shown);
  return putEntity(tx, otherBrandTable, word, { word, shown, instead });
}

/** Records a thing that the shop does not sell, with the path of the nearest category, as the desk's calls do. */
export async function putAbsentWord(tx: Tx, thing: string, category: string | null) {
  const word = await readName(tx, thing);
  return putEntity(tx, absentWordTable, word, { word: thing, category });
}

/** Records a word that the search leaves out, as the desk's call does. */
export async function putIgnoredWord(tx: Tx, typed: string) {
  const word = await readName(tx, typed);
  return putEntity(tx, ignoredWordTable, word, { word: typed });
}

interface Group {
  words: readonly string[];
  meant: readonly string[];
  isQuality: boolean;
}

/** Adds a group of words that mean the same, as the desk's call does. Its words also stay in other groups. */
export const addSynonymGroup = (tx: Tx, { words, meant, isQuality }: Group) =>
  putEntity(tx, synonymTable, null, { words: words.join(', '), meant: meant.join(', '), isQuality });

/** Removes a word from every group. A group that is left with one word is deleted. Returns the changes for the audit. */
async function removeSynonym(tx: Tx, word: string): Promise<EntityChange[]> {
  const changes: EntityChange[] = [];
  for (const { id, words, meant, isGroup } of await groupsWithout(tx, word)) {
    const changed = isGroup ? await putEntity(tx, synonymTable, id, { words, meant }) : undefined;
    const change = changed?.ok ? changed.value : await takeEntity(tx, synonymTable, id, 'removeSynonym');
    if (change) changes.push(change);
  }
  return changes;
}

/** Removes a word from every special list of the search. Returns the changes for the audit; null if it was in none. */
export async function removeWord(tx: Tx, typed: string): Promise<EntityChange[] | null> {
  const word = await readName(tx, typed);
  const isAnswer = await removeAnswerWord(tx, word);
  const changes = [
    ...(await removeSynonym(tx, word)),
    await takeEntity(tx, absentWordTable, word, 'removeAbsentWord'),
    await takeEntity(tx, ignoredWordTable, word, 'removeIgnoredWord'),
    await takeEntity(tx, otherBrandTable, word, 'removeOtherBrand'),
  ].filter((change) => change !== undefined);
  return isAnswer || changes.length > 0 ? changes : null;
}
