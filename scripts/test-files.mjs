// Files of tests by where they run, and those that belong to the words of `npm test -- carts orders`.
import { relative, sep } from 'node:path';
import { filesBelow, root } from './environment.mjs';

const kinds = {
  browser: /^e2e\/[^/]+\.spec\.ts$/,
  screen: /\.screen\.test\.tsx$/,
  api: /\.api\.test\.ts$/,
  unit: /\.test\.tsx?$/,
};

/** What has tests of its own: folders of the rooms, and names of browser tests. */
const capabilitiesOf = (files) => {
  const names = files.map(
    (file) => /^[\w-]+\/(?:src|app)\/([\w-]+)\//.exec(file)?.[1] ?? /^e2e\/([\w-]+)/.exec(file)?.[1],
  );
  return [...new Set(names)].filter((name) => name !== undefined).sort();
};

/**
 * `{ browser, screen, api, unit, unmatched, capabilities }`: the files whose paths hold one of the words, by where they
 * run; the words that none holds; and what could be asked for.
 */
export const testsOf = (words) => {
  const files = filesBelow(root).map((path) => relative(root, path).replaceAll(sep, '/'));
  const kindOf = (file) => Object.keys(kinds).find((kind) => kinds[kind].test(file));
  const tests = files.filter((file) => kindOf(file) !== undefined);
  const asked = tests.filter((file) => words.some((word) => file.includes(word)));
  return {
    ...Object.fromEntries(Object.keys(kinds).map((kind) => [kind, asked.filter((file) => kindOf(file) === kind)])),
    unmatched: words.filter((word) => !tests.some((file) => file.includes(word))),
    capabilities: capabilitiesOf(tests),
  };
};
