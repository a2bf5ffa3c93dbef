import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A kind of text in English that people read: comments, test titles, and texts for developers. */
export type PlainKind = 'comments' | 'sqlComments' | 'summaries' | 'rules' | 'titles';

const clause = /^(?:of|what|whoever|which|as|beside)\b/i;

/** Words that begin a clause in place of a noun. A comment on a function may begin with "Returns whether …". */
const question = /^(?:why|how|when|whether|where)\b/i;

const dialect = /\b(?:whoever|told|tells|untold|begun|hasten\w*|beats|deeds?|errands?|at hand|of one's own|kept)\b/i;

/** Returns whether a text begins with a clause instead of a subject, or contains a word of the old dialect. */
const isUnclear = (kind: PlainKind, words: string): boolean => {
  // A line inside a comment may continue a sentence, so only a capital letter begins a sentence.
  const mayContinue = kind === 'comments' && /^[a-z]/.test(words);
  const asks = (kind === 'comments' || kind === 'sqlComments') && question.test(words);
  return dialect.test(words) || (!mayContinue && (clause.test(words) || asks));
};

/** Returns the words of each comment line of a file: whole lines, and comments after code. */
const commentLines = (source: string): string[] => {
  let isInside = false;
  return source.split('\n').flatMap((line) => {
    const text = line.trim();
    const begins = text.startsWith('/*');
    const belongs = begins || isInside;
    if (belongs) isInside = !text.includes('*/');
    if (belongs) return [text.replace(/^(?:\/\*+|\*)\s?/, '')];
    const words = /^(?:\/\/|--) ?(.*)$/.exec(text) ?? /\s(?:\/\/|\/\*\*) ([A-Z][^'"`]*)$/.exec(line);
    return words === null ? [] : [words[1] ?? ''];
  });
};

/** Returns the texts between quotes that follow each match of `before`. */
const quotedAfter = (before: RegExp, source: string): string[] =>
  [...source.matchAll(new RegExp(`${before.source}\\s*(['"\`])((?:\\\\.|(?!\\1)[^\\\\])*)\\1`, 'gm'))].map(
    ([, , text = '']) => text,
  );

const titleStart = /(?:\b(?:test|it|describe)(?:\.\w+)*|^\s*\](?: as const)?\))\(/;

/** Returns the texts of a file by kind. `file` decides which kinds the file can have. */
const plainTexts = (file: string, source: string): Record<PlainKind, string[]> => {
  const isTest = /\.(?:test|spec)\.tsx?$/.test(file);
  const trailing = source.split('\n').flatMap((line) => /\S.*\s-- (.+)$/.exec(line)?.[1] ?? []);
  return {
    comments: commentLines(source),
    sqlComments: file.endsWith('.sql') ? trailing : [],
    summaries: file.startsWith('contract/') ? quotedAfter(/\bsummary:/, source) : [],
    rules: file.startsWith('server/src/invariants/')
      ? [...quotedAfter(/\brule:/, source), ...quotedAfter(/\binvariant\(\s*'[^']*',/, source)]
      : [],
    titles: isTest ? quotedAfter(titleStart, source).map((title) => title.replace(/^(?:\[[^\]]*\]\s*)+/, '')) : [],
  };
};

export const plainKinds: readonly PlainKind[] = ['comments', 'sqlComments', 'summaries', 'rules', 'titles'];

/** Returns the unclear texts of a file by kind. */
export const unclearTexts = (file: string, source: string): Record<PlainKind, string[]> => {
  const texts = plainTexts(file, source);
  for (const kind of plainKinds) texts[kind] = texts[kind].filter((words) => isUnclear(kind, words));
  return texts;
};

// Generated files are not checked, and the test of this file has unclear samples.
const isOurs = (file: string): boolean =>
  /\.(?:tsx?|mjs|sql|css)$/.test(file) && !/\.gen\.ts$|\.dump\.sql$|plain-comments\.test\.ts$/.test(file);

/** Returns the unclear texts of the project at `root` by kind, each with its file. */
export const findUnclear = (root: string): Record<PlainKind, string[]> => {
  const found: Record<PlainKind, string[]> = { comments: [], sqlComments: [], summaries: [], rules: [], titles: [] };
  for (const file of execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(isOurs)) {
    const unclear = unclearTexts(file, readFileSync(join(root, file), 'utf8'));
    for (const kind of plainKinds) found[kind].push(...unclear[kind].map((words) => `${file}: ${words}`));
  }
  return found;
};
