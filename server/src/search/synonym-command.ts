import type { Database } from '../platform/database.ts';
import {
  addAbsentThing,
  addIgnoredWord,
  addSynonyms,
  listSynonyms,
  removeOtherWord,
  removeSynonym,
} from './synonyms.store.ts';

export const synonymUsage = `ceiba synonym list [word]                         words of the search that mean the same
ceiba synonym add <word> <word> …                 adds a group; "two words" in quotes; --quality for colours and the like
ceiba synonym absent <thing> [category path]      the shop does not sell it: nothing is found, the category is offered
ceiba synonym ignore <word>                       it does not tell what is looked for
ceiba synonym remove <word>                       takes a word back, whatever it was
`;

export interface SynonymCommand {
  db: Database;
  /** What follows `synonym`. */
  args: readonly string[];
  say: (text: string) => void;
}

/** Longer ones nobody types; more than four words are never read as one. */
const isPhrase = (text: string): boolean =>
  text.length <= 60 && /[\p{L}\p{N}]/u.test(text) && text.trim().split(/\s+/).length <= 4;

const add = async ({ db, say }: SynonymCommand, args: readonly string[]): Promise<boolean> => {
  const words = args.filter((arg) => arg !== '--quality');
  if (words.length < 2 || !words.every(isPhrase)) {
    say('Nothing was changed: a group has two words or more, each of at most four words and 60 letters.');
    return false;
  }
  await db.transaction((tx) => addSynonyms(tx, { words, isQuality: words.length < args.length }));
  say(`${words.join(' = ')}; every search reads them so from now on.`);
  return true;
};

const absent = async ({ db, say }: SynonymCommand, thing: string, path: string | null): Promise<boolean> => {
  if (isPhrase(thing) && (await addAbsentThing(db.write, thing, path))) {
    say(`${thing} is not sold${path === null ? '' : `; ${path} is offered`}.`);
    return true;
  }
  say(
    path === null ? 'Nothing was changed: at most four words.' : `Nothing was changed: there is no category ${path}.`,
  );
  return false;
};

const remove = async ({ db, say }: SynonymCommand, word: string): Promise<boolean> => {
  const found = await db.transaction(async (tx) => [await removeSynonym(tx, word), await removeOtherWord(tx, word)]);
  const isFound = found.includes(true);
  say(isFound ? `${word} is no special word of the search any more.` : `Nothing was changed: ${word} is not there.`);
  return isFound;
};

const list = async ({ db, say }: SynonymCommand, word: string | null): Promise<boolean> => {
  for (const { words, isQuality } of await listSynonyms(db.write, word)) {
    say(`${words.join(' = ')}${isQuality ? '   (quality)' : ''}`);
  }
  return true;
};

/** `npm run ceiba -- synonym …`: what words mean to the search. False when it was refused; nothing is written then. */
export async function runSynonymCommand(command: SynonymCommand): Promise<boolean> {
  const [verb, first, second, ...more] = command.args;
  if (verb === 'list' && second === undefined) return list(command, first ?? null);
  if (verb === 'add') return add(command, command.args.slice(1));
  if (verb === 'absent' && first !== undefined && more.length === 0) return absent(command, first, second ?? null);
  if (verb === 'remove' && first !== undefined && second === undefined) return remove(command, first);
  if (verb === 'ignore' && first !== undefined && second === undefined && isPhrase(first)) {
    await addIgnoredWord(command.db.write, first);
    command.say(`${first} is left out of searches that say more.`);
    return true;
  }
  command.say(synonymUsage);
  return false;
}
