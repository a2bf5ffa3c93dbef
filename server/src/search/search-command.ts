import { answerPathForm } from '@ceiba/contract/desk/entities/search-answers';
import { hasForm } from '@ceiba/contract/desk/fields';
import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { z } from 'zod';
import { commitIfOk } from '../platform/db/database.ts';
import { type Command, type DatabaseCall, databaseCommand } from '../platform/operations/command-line.ts';
import { flag, optional, typed, typedText, typedWord } from '../platform/operations/typed-words.ts';
import {
  absentWordCalls,
  addSynonymGroup,
  answerWordCalls,
  ignoredWordCalls,
  otherBrandCalls,
  putAbsentWord,
  putAnswer,
  putAnswerWord,
  putIgnoredWord,
  putOtherBrand,
  removeWord,
  removingCalls,
  searchAnswerCalls,
  synonymCalls,
} from './put-words.ts';
import { listSearchCounts } from './search-counts.ts';
import { printable } from './search-request.ts';
import { listAnswers, listSynonyms } from './synonyms.store.ts';

/** Nobody types longer phrases, and at most four words are read as one. */
const isPhrase = (text: string): boolean =>
  text.length <= 60 && /[\p{L}\p{N}]/u.test(text) && text.trim().split(/\s+/).length <= 4;

const groupText = (words: readonly string[], meant: readonly string[]): string =>
  `${words.join(' = ')}${meant.length > 0 ? ` → ${meant.join(', ')}` : ''}`;

const typedPhrase = typed('<word>', 'at most four words and 60 letters', (text) => (isPhrase(text) ? text : undefined));

const list = async ({ db, answer }: DatabaseCall, word: string | null): Promise<boolean> => {
  const groups = await listSynonyms(db.write, word);
  answer(
    groups,
    groups.map(({ words, meant, isQuality, isStandard }) => {
      const notes = [...(isQuality ? ['quality'] : []), ...(isStandard ? ['standard list'] : [])];
      return `${groupText(words, meant)}${notes.length === 0 ? '' : `   (${notes.join(', ')})`}`;
    }),
  );
  return true;
};

const remove = async ({ db, end, reportChange }: DatabaseCall, word: string): Promise<boolean> => {
  const changes = await db.transaction((tx) => removeWord(tx, word));
  for (const change of changes ?? []) reportChange(change);
  return changes === null
    ? end(false, `Nothing was changed: ${word} is not there.`)
    : end(true, `${word} is no special word of the search any more.`);
};

/** Commands for what words mean to the search. */
const synonymCommands: readonly Command[] = [
  databaseCommand({
    usage: 'synonym list [word]',
    changes: null,
    summary: 'lists the groups of words with the same meaning',
    canJson: true,
    takes: { word: optional(typedWord) },
    run: (call, { word }) => list(call, word ?? null),
  }),
  databaseCommand({
    usage: 'synonym add <words...>',
    changes: { entity: 'synonyms', calls: synonymCalls },
    summary:
      'adds a group of words with the same meaning; "two words" in quotes. --quality: the words name a quality, such ' +
      'as a color. --means: a word that the group also finds, but that does not find the group',
    canDryRun: true,
    takes: {
      words: z.array(typedPhrase).min(1, 'at least one word'),
      means: z.array(typedPhrase).default([]).describe('<word>'),
      quality: flag,
    },
    check: ({ words, means }) =>
      words.length + means.length < 2 ? 'A group has two words or more, those of --means among them.' : undefined,
    run: async ({ db, end, reportChange }, { words, means: meant, quality: isQuality }) => {
      const added = await commitIfOk(db, (tx) => addSynonymGroup(tx, { words, meant, isQuality }));
      if (!added.ok) return end(false, 'Nothing was changed: two different words or phrases are needed.');
      if (added.value !== null) reportChange(added.value);
      return end(true, `${groupText(words, meant)}; every search reads them so from now on.`);
    },
  }),
  databaseCommand({
    usage: 'synonym absent <thing> [category]',
    changes: { entity: 'absent-words', calls: absentWordCalls },
    summary:
      'adds a thing that the shop does not sell. A search for it finds nothing, and offers the category of that path',
    canDryRun: true,
    takes: { thing: typedPhrase, category: optional(typedWord) },
    run: async ({ db, end, reportChange }, { thing, category }) => {
      const put = await commitIfOk(db, (tx) => putAbsentWord(tx, thing, category ?? null));
      if (!put.ok)
        return end(
          false,
          category === undefined
            ? `Nothing was changed: ${thing} is no phrase that a search can read.`
            : `Nothing was changed: there is no category ${category}.`,
        );
      if (put.value !== null) reportChange(put.value);
      return end(true, `${thing} is not sold${category === undefined ? '' : `; ${category} is offered`}.`);
    },
  }),
  databaseCommand({
    usage: 'synonym ignore <word>',
    changes: { entity: 'ignored-words', calls: ignoredWordCalls },
    summary: 'adds a word that searches ignore, because it does not describe a product',
    canDryRun: true,
    takes: { word: typedPhrase },
    run: async ({ db, end, reportChange }, { word }) => {
      const put = await commitIfOk(db, (tx) => putIgnoredWord(tx, word));
      if (!put.ok) return end(false, `Nothing was changed: ${word} is not one word.`);
      if (put.value !== null) reportChange(put.value);
      return end(true, `${word} is left out of searches that say more.`);
    },
  }),
  databaseCommand({
    usage: 'synonym brand <brand> [thing]',
    changes: { entity: 'other-brands', calls: otherBrandCalls },
    summary: 'adds a brand that the shop does not sell. A search for the brand says so, and shows the other thing',
    canDryRun: true,
    takes: {
      brand: typed('<brand>', 'at most three words and 60 letters', (text) =>
        isPhrase(text) && text.trim().split(/\s+/).length <= 3 ? text.trim() : undefined,
      ),
      thing: optional(typedPhrase),
    },
    run: async ({ db, end, reportChange }, { brand, thing }) => {
      const put = await commitIfOk(db, (tx) => putOtherBrand(tx, brand, thing ?? ''));
      if (!put.ok)
        return end(false, `Nothing was changed: ${brand} has more than letters, numbers and spaces, or a link.`);
      if (put.value !== null) reportChange(put.value);
      const instead = thing === undefined ? '' : ` and shows what ${thing} finds`;
      return end(true, `${brand} is not sold, and a search for it says so${instead}.`);
    },
  }),
  databaseCommand({
    usage: 'synonym answer <word> <path>',
    changes: { entity: 'answer-words', calls: answerWordCalls },
    summary: 'adds a word whose search shows the card of that page',
    canDryRun: true,
    takes: { word: typedPhrase, path: typedWord },
    run: async ({ db, end, reportChange }, { word, path }) => {
      const put = await commitIfOk(db, (tx) => putAnswerWord(tx, word, path));
      if (!put.ok)
        return end(
          false,
          put.error.code === 'no card'
            ? `Nothing was changed: ${path} has no card (ceiba synonym page ${path} <title> <text>).`
            : `Nothing was changed: ${word} is no phrase that a search can read.`,
        );
      if (put.value !== null) reportChange(put.value);
      return end(true, `${word} leads to ${path}.`);
    },
  }),
  databaseCommand({
    usage: 'synonym page <path> <title> <text>',
    changes: { entity: 'search-answers', calls: searchAnswerCalls },
    summary: 'writes the card of a page',
    canDryRun: true,
    takes: {
      path: typed('<path>', 'a path of the shop like /ayuda/pagos', (text) =>
        hasForm(answerPathForm, text) ? text : undefined,
      ),
      title: typedText('<title>', 60),
      text: typedText('<text>', 160),
    },
    run: async ({ db, end, reportChange }, { path, title, text }) => {
      const put = await commitIfOk(db, (tx) => putAnswer(tx, { path, title, text }));
      if (!put.ok) return end(false, `Nothing was changed: the shop has no page ${path}.`);
      if (put.value !== null) reportChange(put.value);
      return end(true, `The card of ${path} reads: ${title}. ${text}`);
    },
  }),
  databaseCommand({
    usage: 'synonym pages',
    changes: null,
    summary: 'lists every card with the words that lead to it',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const pages = await listAnswers(db.write);
      answer(
        pages,
        pages.map(({ path, title, text, words }) => `${path}: ${title}. ${text} (${words.join(', ')})`),
      );
      return true;
    },
  }),
  databaseCommand({
    usage: 'synonym remove <word>',
    changes: { entity: 'synonyms', calls: removingCalls },
    summary: 'removes a word from all groups, things, ignored words, brands and cards',
    canDryRun: true,
    takes: { word: typedWord },
    run: (call, { word }) => remove(call, word),
  }),
];

const shown = 25;

const typedDays = typed('<days>', 'a number of days from 1 to 9999', (text) =>
  /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined,
);

export const searchCommands: readonly Command[] = [
  ...synonymCommands,
  databaseCommand({
    usage: 'searches [days]',
    changes: null,
    summary:
      'lists the most frequent searches, and the most frequent searches without results, of the last 30 days or the ' +
      'given number',
    canJson: true,
    takes: { days: optional(typedDays) },
    run: async ({ db, now, answer }, { days = 30 }) => {
      const from = addDays(guatemalaDate(now), 1 - days);
      const most = await listSearchCounts(db.write, { from, isEmptyOnly: false, limit: shown });
      const empty = await listSearchCounts(db.write, { from, isEmptyOnly: true, limit: shown });
      const lineOf = (count: number, words: string): string => `${String(count).padStart(8)}  ${printable(words)}`;
      const orNothing = (lines: string[]): string[] => (lines.length === 0 ? ['  nothing'] : lines);
      answer({ since: from, most, withoutResult: empty }, [
        `Looked for most, since ${from}`,
        ...orNothing(most.map(({ words, searches }) => lineOf(searches, words))),
        `\nFound nothing, since ${from}`,
        ...orNothing(empty.map(({ words, withoutResult }) => lineOf(withoutResult, words))),
      ]);
      return true;
    },
  }),
];
