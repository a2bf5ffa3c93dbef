import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listSources, readSource, root } from './source-files.ts';

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');
const folders = new Set(tracked.flatMap((file) => (file.includes('/') ? [file.split('/')[0] ?? ''] : [])));

/** Folders that commands write and that git ignores. */
const generatedFolders = ['domain/reports', 'domain/.stryker-tmp', 'bench/results'];

const isPath = (quoted: string): boolean =>
  !/^\.\w+$/.test(quoted) &&
  /^[\w.*-][\w.*/-]*$/.test(quoted) &&
  (/\.(?:tsx?|mjs|sql|json|md|css|svg|webp|txt)$/.test(quoted) || folders.has(quoted.slice(0, quoted.indexOf('/'))));

/**
 * Returns the files or folders of the project that a text quotes: `server/src/platform/http/app.ts`, `platform/http/api.ts`,
 * `*.store.ts`.
 */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\s]+)`|\]\(([^)#\s]+)\)/g)].map(([, code, link]) => code ?? link ?? '').filter(isPath);

/** Returns whether a path exists in the project, or in any slice. Documents may omit the beginning. */
const exists = (path: string): boolean => {
  if (generatedFolders.some((folder) => path.startsWith(folder))) return true;
  const pattern = path.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  const found = new RegExp(`(?:^|/)${pattern}${/\.\w+$/.test(path) ? '$' : '(?:/|$)'}`);
  return tracked.some((file) => found.test(file));
};

/** The guide of where to change what: an index, and a table per chapter. */
const guide = tracked.filter((file) => /^docs\/where\/[\w-]+\.md$/.test(file));
const guideIndex = 'docs/where/README.md';
const chapters = guide.filter((file) => file !== guideIndex);

/** Documents except the specification, which names future files and external sources. */
const documents = tracked.filter((file) => file.endsWith('.md') && !file.startsWith('docs/spec/'));

test.each([...guide, 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])(
  '%s names files of the project',
  (document) => {
    expect(pathsIn(readSource(document)).length).toBeGreaterThan(0);
  },
);

test.each(documents)('every file that %s names exists', (document) => {
  expect(pathsIn(readSource(document)).filter((path) => !exists(path))).toEqual([]);
});

test('every file that a comment names exists', () => {
  const wrong = listSources().flatMap((file) =>
    readSource(file)
      .split('\n')
      .filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line))
      .flatMap(pathsIn)
      .filter((path) => !exists(path))
      .map((path) => `${file}: ${path}`),
  );
  expect(wrong).toEqual([]);
});

test('the index of the guide links to every chapter, once', () => {
  const linked = [...readSource(guideIndex).matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, file]) => `docs/where/${file}`);
  expect(linked.toSorted()).toEqual(chapters.toSorted());
});

test.each(chapters)('every row of %s has four cells, and the second has a whole path', (chapter) => {
  const rows = readSource(chapter)
    .split('\n')
    .filter((line) => /^\| (?!To change)/.test(line))
    .map((line) => line.slice(1, -1).split('|'));
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter((cells) => cells.length !== 4)).toEqual([]);
  expect(rows.filter(([, first = '']) => !pathsIn(first).some((path) => tracked.includes(path)))).toEqual([]);
});

/** Returns the names in a row about a file: `` `beginPrices` and `endPrices` in `server/src/catalog/catalog.store.ts` ``. */
const claimsOf = (text: string): (readonly [name: string, file: string])[] =>
  [...text.matchAll(/((?:`\w+`(?:, | and )?)+) in `([^`]+\.\w+)`/g)].flatMap(([, names = '', file = '']) =>
    [...names.matchAll(/\w+/g)].flatMap(([name]) => (name === 'and' ? [] : [[name, file] as const])),
  );

test('every path in the guide exists, and its file has the names of the row', () => {
  const text = chapters.map(readSource).join('\n');
  const places = pathsIn(text).filter((path) => path.includes('/') && !path.includes('*'));
  const isThere = (path: string): boolean =>
    tracked.includes(path) || tracked.some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`));
  expect(places.filter((path) => !isThere(path))).toEqual([]);
  const claims = claimsOf(text);
  expect(claims.length).toBeGreaterThan(30);
  expect(claims.filter(([name, file]) => !readSource(file).includes(name))).toEqual([]);
});

describe('the check finds a path that does not exist', () => {
  test.each([
    'server/src/carts/no-such-file.ts',
    'no-such-folder/carts.routes.ts',
    'server/src/no-such-slice/',
    'no-such-*.store.ts',
    'NO-SUCH.md',
  ])('%s', (path) => {
    expect(pathsIn(`a \`${path}\` b`).filter((found) => !exists(found))).toEqual([path]);
  });

  test('the check does not mistake other quotes for paths', () => {
    expect(pathsIn('`npm test` `/docs` `DATABASE_URL` `app/<slice>/` `tx: Tx` `domain ← contract`')).toEqual([]);
  });
});

const designReadme = 'design/visual/README.md';
const design = readSource(designReadme);

test('the fonts and icons of the design are installed', () => {
  const installed: object = JSON.parse(readSource('ui/package.json')).dependencies;
  const named = [...design.matchAll(/`(@fontsource[^`]+|lucide[^`]*)`/g)].map(([, name]) => name ?? '');
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !Object.hasOwn(installed, name))).toEqual([]);
});

test('the files and folders of the design exist, and the mockups find their fonts', () => {
  const table = [...design.matchAll(/^\| `([^`]+)`/gm)].map(([, path]) => join(dirname(designReadme), path ?? ''));
  const elsewhere = [...design.matchAll(/`((?:storefront|ui|demo)\/[^`]+)`/g)].map(([, path]) => path ?? '');
  const mockups = 'design/visual/mockups/ceiba.css';
  const fonts = [...readSource(mockups).matchAll(/url\('([^']+\.woff2)'\)/g)].map(([, path]) =>
    join(dirname(mockups), path ?? ''),
  );
  expect(fonts).toHaveLength(2);
  expect([...table, ...elsewhere, ...fonts].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each(['audit', 'staff', 'shipments', 'tills', 'couriers', 'runs'])(
  'docs/operations.md documents for every table of %s what is stored, and how long',
  (name) => {
    const [, chapter = ''] = readSource('docs/operations.md').split('## Retention\n');
    const [rows = ''] = chapter.split('\n## ');
    const tables = [...readSource(`server/sql/schema/${name}.sql`).matchAll(/^create table (\w+)/gm)].map(
      ([, table]) => table,
    );
    expect(tables).not.toEqual([]);
    expect(tables.filter((table) => !rows.includes(`\`${table}\``))).toEqual([]);
  },
);

test('docs/testing.md lists exactly the test files that run only with --all', () => {
  const [, chapter = ''] = readSource('docs/testing.md').split('## Only with --all\n');
  const [rows = ''] = chapter.split('\n## ');
  const listed = [...rows.matchAll(/^\| `([^`]+)`/gm)].map(([, file]) => file);
  expect(listed.toSorted()).toEqual(tracked.filter((file) => /\.all\.[\w.]+$/.test(file)).toSorted());
});
