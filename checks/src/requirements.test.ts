import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listQuoted, listRequirements } from './requirements.ts';
import { root } from './source-files.ts';

test('the trace reads every requirement, difference and decision', () => {
  const ids = readFileSync(join(root, 'docs', 'spec', 'ids.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  expect(listRequirements().sort()).toEqual(ids.sort());
});

test('no test quotes a requirement that does not exist', () => {
  const known = new Set(listRequirements());
  expect([...listQuoted()].filter(([id]) => !known.has(id))).toEqual([]);
});
