import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSource, root } from './source-files.ts';

/** Files in which a name is a technical key instead of Spanish text. */
const technical = [
  'server/src/doctor/',
  'server/src/flags/',
  'server/src/platform/db/',
  'server/src/backups/',
  'server/src/testing/',
];

/** Matches a name in an `order by` without the Spanish collation, which sorts by bytes. */
const unsorted = /order by [^`;)]*?\b(?:name|first_name|last_name|label)\b(?! collate spanish)(?=[\s,`)]|$)/;

test('names sort in Spanish order: every `order by` of a name uses the Spanish collation', () => {
  const files = globSync('server/src/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && !technical.some((folder) => file.startsWith(folder)),
  );
  const faults = files.flatMap((file) =>
    readSource(file)
      .split('\n')
      .flatMap((line, at) => (unsorted.test(line) ? [`${file}:${at + 1}`] : [])),
  );
  expect(faults).toEqual([]);
});

test.each([
  ['`select name from staff_members order by name, id`', true],
  ['`select name from staff_members order by role, name`', true],
  ['`select name from staff_members order by name collate spanish, id`', false],
  ['`select name from staff_members order by id`', false],
])('%s sorts by bytes: %s', (line, isFault) => {
  expect(unsorted.test(line)).toBe(isFault);
});
