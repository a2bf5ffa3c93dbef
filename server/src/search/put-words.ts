import { absentWords } from '@ceiba/contract/desk/entities/absent-words';
import { changingCallsOf } from '@ceiba/contract/desk/entities/all';
import { answerWords } from '@ceiba/contract/desk/entities/answer-words';
import { ignoredWords } from '@ceiba/contract/desk/entities/ignored-words';
import { otherBrands } from '@ceiba/contract/desk/entities/other-brands';
import { searchAnswers } from '@ceiba/contract/desk/entities/search-answers';
import { synonyms } from '@ceiba/contract/desk/entities/synonyms';
import { type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import { type EntityChange, putEntity, takeEntity } from '../platform/entities/put-entity.ts';
import { absentWordTable } from './absent-words.table.ts';
import { answerWordTable } from './answer-words.table.ts';
import { ignoredWordTable } from './ignored-words.table.ts';
import { otherBrandTable } from './other-brands.table.ts';
import { searchAnswerTable } from './search-answers.table.ts';
import { findAnswer, groupsWithout, readName } from './synonyms.store.ts';
import { synonymTable } from './synonyms.table.ts';

export const otherBrandCalls = changingCallsOf(otherBrands);
export const absentWordCalls = changingCallsOf(absentWords);
/** The command only creates an ignored word, because it never changes the word's note. */
export const ignoredWordCalls = [changingCallsOf(ignoredWords)[0]] as const;
export const searchAnswerCalls = changingCallsOf(searchAnswers);
export const answerWordCalls = changingCallsOf(answerWords);
export const synonymCalls = [changingCallsOf(synonyms)[0]] as const;

/** The calls that remove a word from one of the lists of the search. */
export const removingCalls = [
  'removeSynonym',
  'removeAbsentWord',
  'removeIgnoredWord',
  'removeOtherBrand',
  'removeAnswerWord',
] as const;

/**
 * Records a brand that the shop does not sell, as the desk's calls do. The other words replace the brand if the search has no
 * further words ('': none).
 */
export async function putOtherBrand(tx: Tx, shown: string, instead: string) {
  const word = await readName(tx, shown);
  return putEntity(tx, otherBrandTable, word, { word, shown, instead });
}

/** Records a good that the shop does not sell, with the path of the nearest category, as the desk's calls do. */
export async function putAbsentWord(tx: Tx, thing: string, category: string | null) {
  const word = await readName(tx, thing);
  return putEntity(tx, absentWordTable, word, { word: thing, category });
}

/** Records a word that the search ignores, as the desk's call does. */
export async function putIgnoredWord(tx: Tx, typed: string) {
  const word = await readName(tx, typed);
  return putEntity(tx, ignoredWordTable, word, { word: typed });
}

/** Makes a word lead to the card of a page, as the desk's calls do. `no card`: the page has no card. */
export async function putAnswerWord(
  tx: Tx,
  typed: string,
  path: string,
): Promise<Result<EntityChange | null, { code: 'no card' } | { code: 'unfit'; text: string }>> {
  if ((await findAnswer(tx, path)) === undefined) return refuse({ code: 'no card' });
  const word = await readName(tx, typed);
  return putEntity(tx, answerWordTable, word, { word: typed, path });
}

/** Writes the card of a page that answers searches, as the desk's calls do. */
export async function putAnswer(tx: Tx, card: { path: string; title: string; text: string }) {
  const id = await findAnswer(tx, card.path);
  return putEntity(tx, searchAnswerTable, id ?? null, card);
}

interface Group {
  words: readonly string[];
  meant: readonly string[];
  isQuality: boolean;
}

/** Adds a group of words with the same meaning, as the desk's call does. Its words also stay in other groups. */
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

/** Removes a word from every special list of the search. Returns the changes for the audit. Null if the word was in none. */
export async function removeWord(tx: Tx, typed: string): Promise<EntityChange[] | null> {
  const word = await readName(tx, typed);
  const changes = [
    ...(await removeSynonym(tx, word)),
    await takeEntity(tx, absentWordTable, word, 'removeAbsentWord'),
    await takeEntity(tx, ignoredWordTable, word, 'removeIgnoredWord'),
    await takeEntity(tx, otherBrandTable, word, 'removeOtherBrand'),
    await takeEntity(tx, answerWordTable, word, 'removeAnswerWord'),
  ].filter((change) => change !== undefined);
  return changes.length > 0 ? changes : null;
}
