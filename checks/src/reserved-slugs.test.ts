import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSource, root } from './source-files.ts';

/** Returns the first segments of addresses, without those that a slug cannot have, such as files with an extension. */
const segmentsIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, segment = '']) => (/^[a-z0-9-]+$/.test(segment) ? [segment] : []));

const sources = (room: string): string[] =>
  globSync(`${room}/src/**/*.ts`, { cwd: root }).filter(
    (name) => !name.endsWith('.test.ts') && !name.includes('/testing/'),
  );

test('the first segment of every page and every call is a reserved slug (DEC-204)', () => {
  const reservedSlugs = new Set(segmentsIn(readSource('domain/src/catalog/reserved-slugs.ts'), /^ {2}'([^']+)',$/gm));
  const pages = segmentsIn(readSource('storefront/app/routes.ts'), /route\('([^/:?*']+)/g);
  const calls = sources('contract').flatMap((name) => segmentsIn(readSource(name), /path: '\/([^/:'{]+)/g));
  const served = sources('server').flatMap((name) => segmentsIn(readSource(name), /\bget\(\s*'\/([^/:'*]+)/g));
  expect(pages.length).toBeGreaterThan(20);
  expect(
    [...new Set([...pages, ...calls, ...served, 'admin', 'media', 'assets'])].filter(
      (each) => !reservedSlugs.has(each),
    ),
  ).toEqual([]);
});

test('the shop’s pages to which banners may link are pages of the storefront (PROD-15)', () => {
  const pages = new Set(segmentsIn(readSource('storefront/app/routes.ts'), /route\('([^/:?*']+)/g));
  const linked = segmentsIn(readSource('domain/src/content/linked-pages.ts'), /^ {2}'\/([^']+)',$/gm);
  expect(linked.length).toBeGreaterThan(5);
  expect(linked.filter((path) => !pages.has(path))).toEqual([]);
});
