import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readSource, root } from './source-files.ts';

const readme = 'design/visual/README.md';
const text = readSource(readme);

test('fonts and icons that the design names are what the storefront installs', () => {
  const installed: object = JSON.parse(readSource('storefront/package.json')).dependencies;
  const named = [...text.matchAll(/`(@fontsource[^`]+|lucide[^`]*)`/g)].map(([, name]) => name ?? '');
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !Object.hasOwn(installed, name))).toEqual([]);
});

test('files and folders that the design names exist, and the mockups find their fonts', () => {
  const table = [...text.matchAll(/^\| `([^`]+)`/gm)].map(([, path]) => join(dirname(readme), path ?? ''));
  const elsewhere = [...text.matchAll(/`((?:storefront|demo)\/[^`]+)`/g)].map(([, path]) => path ?? '');
  const mockups = 'design/visual/mockups/ceiba.css';
  const fonts = [...readSource(mockups).matchAll(/url\('([^']+\.woff2)'\)/g)].map(([, path]) =>
    join(dirname(mockups), path ?? ''),
  );
  expect(fonts).toHaveLength(2);
  expect([...table, ...elsewhere, ...fonts].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
