import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './source-files.ts';

/**
 * Maximum number of comment lines that begin with a clause instead of a subject, or contain a word of the old dialect. The number
 * may only decrease.
 */
const most = 4;

const clause = /^(?:Of|What|Whoever|Which|As|Beside)\b/;
const dialect = /\b(?:whoever|told|tells|untold|begun|hasten\w*|beats|deeds?|errands?|at hand|of one's own|kept)\b/i;

const isUnclear = (words: string): boolean => clause.test(words) || dialect.test(words);

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

// Generated files are not checked.
const isOurs = (file: string): boolean => /\.(?:tsx?|mjs|sql|css)$/.test(file) && !/\.gen\.ts$|\.dump\.sql$/.test(file);

test('no more comments than the maximum begin with a clause or contain a word of the old dialect', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(isOurs);
  const unclear = files.flatMap((file) =>
    commentLines(readFileSync(join(root, file), 'utf8'))
      .filter(isUnclear)
      .map((words) => `${file}: ${words}`),
  );
  expect(unclear.length, unclear.join('\n')).toBeLessThanOrEqual(most);
});

test.each([
  ['// What others have already is looked for by `checks`.', true],
  ['/** Returns the lines that whoever asks may see. */', true],
  ['const n = 3; // Of a wave.', true],
  ['// `checks` looks for values that other rows already use.', false],
  ["const title = '// What a string says is no comment';", false],
])('%s', (line, isFound) => {
  expect(commentLines(line).some(isUnclear)).toBe(isFound);
});
