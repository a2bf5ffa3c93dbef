import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chunkGroups, isOf } from './chunk-groups.ts';

const root = join(import.meta.dirname, '..');

test('every group of scripts matches existing modules, and each module is in one group', () => {
  const listed = chunkGroups.flatMap(({ modules }) => modules);
  expect(listed.filter((module) => !existsSync(join(root, module)))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
  expect(chunkGroups.filter(({ modules }) => modules.length === 0)).toEqual([]);
});

test.each([
  ['base', '/shop/storefront/app/root.tsx?__react-router-build-client-route'],
  ['framework', 'C:\\shop\\node_modules\\react-dom\\client.js'],
  ['calls', '/shop/storefront/app/platform/api.ts'],
  [undefined, '/shop/node_modules/react-hook-form/dist/index.esm.mjs'],
])('%s takes %s', (name, id) => {
  expect(chunkGroups.filter((group) => isOf(group, id)).map((group) => group.name)).toEqual(name ? [name] : []);
});
