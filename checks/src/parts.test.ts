import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

const files = listSources().filter(
  (file) => /^(?:storefront\/app|ui\/src|client\/src)\/.+\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file),
);

const hits = (pattern: RegExp): string[] =>
  files.flatMap((file) =>
    readSource(file)
      .split('\n')
      .flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );

/** Each of these retries automatically, and prevents errors in the rest of the page. */
const partMakers = ['island', 'lazy-part'].map((name) => `storefront/app/platform/${name}.tsx: `);

test('a part that loads later retries and has an error boundary', () => {
  const bare = hits(/\blazy\(/).filter((hit) => !partMakers.some((file) => hit.startsWith(file)));
  expect(bare).toEqual([]);
});

/** Imports passed to a function that retries: directly, or by a name `load…`. */
const tried =
  /\b(?:island|lazyPart|loadOptionalPart|tryToLoad|loadWithRetries)\(\s*(?:\(\) => |async \(\) => \(\{\s*default: \(await )import\(|const load\w+ = (?:\(\) => |async \(\) => \{\s*const \{[\s\w,]+\} = await )import\(/g;

test('every `load…` function is passed to a function that retries', () => {
  const named = files.flatMap((file) =>
    [
      ...readSource(file).matchAll(
        /const (load\w+) = (?:async )?\(\) => (?:import\(|\{\s*const \{[\s\w,]+\} = await import)/g,
      ),
    ].map(([, name = '']) => name),
  );
  const all = files.map(readSource).join('\n');
  const untried = named.filter(
    (name) => !new RegExp(`(?:island|lazyPart|loadOptionalPart|tryToLoad|loadWithRetries)\\(\\s*${name}\\b`).test(all),
  );
  expect(untried).toEqual([]);
});

test('a late script that did not arrive is requested again', () => {
  const bare = files.filter((file) => /\bimport\(/.test(readSource(file).replace(tried, '')));
  expect(bare).toEqual([]);
});
