import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import type { DatabaseCall } from '../slice.ts';
import { listSearchCounts } from './search-counts.ts';
import { printable } from './search-request.ts';
import {
  addAbsentThing,
  addAnswerWord,
  addIgnoredWord,
  addOtherBrand,
  addSynonyms,
  listAnswers,
  listSynonyms,
  putAnswer,
  removeOtherWord,
  removeSynonym,
} from './synonyms.store.ts';

export const synonymUsage = `ceiba synonym list [word]                         words of the search that mean the same
ceiba synonym add <word> <word> …                 adds a group; "two words" in quotes; --quality for colours and the like;
                                                  what follows --means is meant, too, but does not mean the words
ceiba synonym absent <thing> [category path]      the shop does not sell it: nothing is found, the category is offered
ceiba synonym ignore <word>                       it does not tell what is looked for
ceiba synonym brand <brand> [thing]               the shop has nothing of it and says so; the thing is shown instead
ceiba synonym answer <word> <page path>           a search for it shows the card of that page
ceiba synonym page <path> <title> <text>          what that card reads
ceiba synonym pages                               every card, and the words that lead to it
ceiba synonym remove <word>                       takes a word back, whatever it was
`;

/** Longer ones nobody types; more than four words are never read as one. */
const isPhrase = (text: string): boolean =>
  text.length <= 60 && /[\p{L}\p{N}]/u.test(text) && text.trim().split(/\s+/).length <= 4;

const add = async ({ db, say }: Omit<DatabaseCall, 'now'>, args: readonly string[]): Promise<boolean> => {
  const given = args.filter((arg) => arg !== '--quality');
  const [words, meant] = [given.slice(0, indexOfMeans(given)), given.slice(indexOfMeans(given) + 1)];
  if (words.length + meant.length < 2 || words.length === 0 || ![...words, ...meant].every(isPhrase)) {
    say('Nothing was changed: a group has two words or more, each of at most four words and 60 letters.');
    return false;
  }
  await db.transaction((tx) => addSynonyms(tx, { words, meant, isQuality: given.length < args.length }));
  say(`${groupText(words, meant)}; every search reads them so from now on.`);
  return true;
};

const indexOfMeans = (given: readonly string[]): number =>
  given.includes('--means') ? given.indexOf('--means') : given.length;

const groupText = (words: readonly string[], meant: readonly string[]): string =>
  `${words.join(' = ')}${meant.length > 0 ? ` → ${meant.join(', ')}` : ''}`;

const brand = async ({ db, say }: Omit<DatabaseCall, 'now'>, name: string, instead: string): Promise<boolean> => {
  if (!isPhrase(name) || name.trim().split(/\s+/).length > 3 || (instead !== '' && !isPhrase(instead))) {
    say('Nothing was changed: a brand has at most three words and 60 letters, a thing four.');
    return false;
  }
  await addOtherBrand(db.write, name.trim(), instead);
  say(`${name} is not sold, and a search for it says so${instead === '' ? '' : ` and shows what ${instead} finds`}.`);
  return true;
};

const answer = async ({ db, say }: Omit<DatabaseCall, 'now'>, word: string, path: string): Promise<boolean> => {
  const isDone = isPhrase(word) && (await addAnswerWord(db.write, word, path));
  say(
    isDone
      ? `${word} leads to ${path}.`
      : `Nothing was changed: at most four words, and a page that has a card (ceiba synonym page ${path} <title> <text>).`,
  );
  return isDone;
};

/** An address of the shop itself: the card must lead nobody elsewhere. */
const isPath = (path: string): boolean => /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/.test(path);

const page = async (
  { db, say }: Omit<DatabaseCall, 'now'>,
  path: string,
  title: string,
  text: string,
): Promise<boolean> => {
  const isWritten =
    isPath(path) && title.trim() !== '' && title.length <= 60 && text.trim() !== '' && text.length <= 160;
  if (isWritten) await putAnswer(db.write, { path, title: title.trim(), text: text.trim() });
  say(
    isWritten
      ? `The card of ${path} reads: ${title}. ${text}`
      : 'Nothing was changed: a path of the shop like /ayuda/pagos, a title of at most 60 letters, a text of at most 160.',
  );
  return isWritten;
};

const pages = async ({ db, say }: Omit<DatabaseCall, 'now'>): Promise<boolean> => {
  for (const { path, title, text, words } of await listAnswers(db.write)) {
    say(`${path}: ${title}. ${text} (${words.join(', ')})`);
  }
  return true;
};

const absent = async ({ db, say }: Omit<DatabaseCall, 'now'>, thing: string, path: string | null): Promise<boolean> => {
  if (isPhrase(thing) && (await addAbsentThing(db.write, thing, path))) {
    say(`${thing} is not sold${path === null ? '' : `; ${path} is offered`}.`);
    return true;
  }
  say(
    path === null ? 'Nothing was changed: at most four words.' : `Nothing was changed: there is no category ${path}.`,
  );
  return false;
};

const remove = async ({ db, say }: Omit<DatabaseCall, 'now'>, word: string): Promise<boolean> => {
  const found = await db.transaction(async (tx) => [await removeSynonym(tx, word), await removeOtherWord(tx, word)]);
  const isFound = found.includes(true);
  say(isFound ? `${word} is no special word of the search any more.` : `Nothing was changed: ${word} is not there.`);
  return isFound;
};

const list = async ({ db, say }: Omit<DatabaseCall, 'now'>, word: string | null): Promise<boolean> => {
  for (const { words, meant, isQuality } of await listSynonyms(db.write, word)) {
    say(`${groupText(words, meant)}${isQuality ? '   (quality)' : ''}`);
  }
  return true;
};

/** `npm run ceiba -- synonym …`: what words mean to the search. False when it was refused; nothing is written then. */
export async function runSynonymCommand(command: Omit<DatabaseCall, 'now'>): Promise<boolean> {
  const [verb, first, second, ...more] = command.args;
  const [third] = more;
  if (verb === 'list' && second === undefined) return list(command, first ?? null);
  if (verb === 'add') return add(command, command.args.slice(1));
  if (verb === 'absent' && first !== undefined && more.length === 0) return absent(command, first, second ?? null);
  if (verb === 'brand' && first !== undefined && more.length === 0) return brand(command, first, second ?? '');
  if (verb === 'answer' && first !== undefined && second !== undefined && more.length === 0)
    return answer(command, first, second);
  if (verb === 'page' && first !== undefined && second !== undefined && third !== undefined && more.length === 1) {
    return page(command, first, second, third);
  }
  if (verb === 'pages' && first === undefined) return pages(command);
  if (verb === 'remove' && first !== undefined && second === undefined) return remove(command, first);
  if (verb === 'ignore' && first !== undefined && second === undefined && isPhrase(first)) {
    await addIgnoredWord(command.db.write, first);
    command.say(`${first} is left out of searches that say more.`);
    return true;
  }
  command.say(synonymUsage);
  return false;
}

export const searchesUsage = `ceiba searches [days]                             what people looked for most, and found nothing for; 30 days
`;

const shown = 25;

/** `npm run ceiba -- searches …`; false when it was not understood. */
export async function runSearchesCommand({ db, args, now, say }: DatabaseCall): Promise<boolean> {
  const [days = '30', ...more] = args;
  if (more.length > 0 || !/^[1-9]\d{0,3}$/.test(days)) {
    say(searchesUsage);
    return false;
  }
  const from = addDays(guatemalaDate(now), 1 - Number(days));
  for (const isEmptyOnly of [false, true]) {
    const rows = await listSearchCounts(db.write, { from, isEmptyOnly, limit: shown });
    say(isEmptyOnly ? `\nFound nothing, since ${from}` : `Looked for most, since ${from}`);
    if (rows.length === 0) say('  nothing');
    for (const { words, searches, withoutResult } of rows) {
      say(`${String(isEmptyOnly ? withoutResult : searches).padStart(8)}  ${printable(words)}`);
    }
  }
  return true;
}
