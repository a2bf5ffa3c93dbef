import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../', import.meta.url));
const record = readFileSync(new URL('../../../../docs/decisions/0084-defaults-of-plugins.md', import.meta.url), 'utf8');

test('the record about plugin defaults names every Fastify plugin that the shop registers', () => {
  const sources = globSync('**/*.ts', { cwd: folder }).map((file) => readFileSync(`${folder}${file}`, 'utf8'));
  const imported = sources.flatMap((source) => [...source.matchAll(/ from '(@?fastify(?:\/[\w-]+|-[\w-]+)?)'/g)]);
  const names = [...new Set(imported.map(([, name = '']) => name))].toSorted();
  expect(names).toContain('@fastify/compress');
  expect(names.filter((name) => !record.includes(`| \`${name}\` |`))).toEqual([]);
});
