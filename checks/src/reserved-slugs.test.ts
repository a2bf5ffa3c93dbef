import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSource, root } from './source-files.ts';

/** First segments of addresses, without those that a slug cannot be, such as files with an extension. */
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
