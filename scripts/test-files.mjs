// Test files by where they run, and the files that match the words of `npm test -- carts orders`.
import { relative, sep } from 'node:path';
import { filesBelow, root } from './environment.mjs';

const kinds = {
  browser: /^e2e\/[^/]+\.spec\.ts$/,
  screen: /\.screen\.test\.tsx$/,
  api: /\.api\.test\.ts$/,
  unit: /\.test\.tsx?$/,
};

/** Returns names that have tests: folders of the rooms, and browser tests. */
const capabilitiesOf = (files) => {
  const names = files.map(
    (file) => /^[\w-]+\/(?:src|app)\/([\w-]+)\//.exec(file)?.[1] ?? /^e2e\/([\w-]+)/.exec(file)?.[1],
  );
  return [...new Set(names)].filter((name) => name !== undefined).sort();
};

/**
 * Returns `{ browser, screen, api, unit, unmatched, capabilities }`. The first four are the files whose paths contain a
 * word, by the place in which they run. `unmatched`: the words without a file. `capabilities`: all possible words.
 * `isAll` includes files that only `npm test -- --all` runs (`*.all.*`).
 */
export const testsOf = (words, isAll) => {
  const files = filesBelow(root).map((path) => relative(root, path).replaceAll(sep, '/'));
  const kindOf = (file) => Object.keys(kinds).find((kind) => kinds[kind].test(file));
  const tests = files.filter((file) => kindOf(file) !== undefined && (isAll || !file.includes('.all.')));
  const matching = tests.filter((file) => words.some((word) => file.includes(word)));
  return {
    ...Object.fromEntries(Object.keys(kinds).map((kind) => [kind, matching.filter((file) => kindOf(file) === kind)])),
    unmatched: words.filter((word) => !tests.some((file) => file.includes(word))),
    capabilities: capabilitiesOf(tests),
  };
};
