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

/** Each tries again by itself and keeps what breaks from the rest of the page. */
const partMakers = ['island', 'lazy-part'].map((name) => `storefront/app/platform/${name}.tsx: `);

test('a part that comes late is made by what retries and has a boundary', () => {
  const bare = hits(/\blazy\(/).filter((hit) => !partMakers.some((file) => hit.startsWith(file)));
  expect(bare).toEqual([]);
});

/** What is handed to one that tries again: at once, or by the name `load…`. */
const tried =
  /\b(?:island|lazyPart|quietly|tryToLoad|loadWithRetries)\(\s*(?:\(\) => |async \(\) => \(\{\s*default: \(await )import\(|const load\w+ = (?:\(\) => |async \(\) => \{\s*const \{[\s\w,]+\} = await )import\(/g;

test('what is named for it is handed to one that tries again', () => {
  const named = files.flatMap((file) =>
    [
      ...readSource(file).matchAll(
        /const (load\w+) = (?:async )?\(\) => (?:import\(|\{\s*const \{[\s\w,]+\} = await import)/g,
      ),
    ].map(([, name = '']) => name),
  );
  const all = files.map(readSource).join('\n');
  const untried = named.filter(
    (name) => !new RegExp(`(?:island|lazyPart|quietly|tryToLoad|loadWithRetries)\\(\\s*${name}\\b`).test(all),
  );
  expect(untried).toEqual([]);
});

test('a script that comes late is asked for again where it did not come', () => {
  const bare = files.filter((file) => /\bimport\(/.test(readSource(file).replace(tried, '')));
  expect(bare).toEqual([]);
});
