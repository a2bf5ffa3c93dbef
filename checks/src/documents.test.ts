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

/** Written by a command, and not kept. */
const made = ['domain/reports', 'domain/.stryker-tmp', 'bench/results'];

const isPath = (quoted: string): boolean =>
  !/^\.\w+$/.test(quoted) &&
  /^[\w.*-][\w.*/-]*$/.test(quoted) &&
  (/\.(?:tsx?|mjs|sql|json|md|css|svg|webp|txt)$/.test(quoted) || folders.has(quoted.slice(0, quoted.indexOf('/'))));

/** What a text quotes as a file or folder of the project: `server/src/platform/http/app.ts`, `platform/http/api.ts`, `*.store.ts`. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\s]+)`|\]\(([^)#\s]+)\)/g)].map(([, code, link]) => code ?? link ?? '').filter(isPath);

/** From the project's folder, or from any slice: documents leave out what is clear. */
const exists = (path: string): boolean => {
  if (made.some((folder) => path.startsWith(folder))) return true;
  const pattern = path.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  const found = new RegExp(`(?:^|/)${pattern}${/\.\w+$/.test(path) ? '$' : '(?:/|$)'}`);
  return tracked.some((file) => found.test(file));
};

const changes = 'docs/where-do-i-change.md';

/** The specification names what is still to be built, and sources elsewhere. */
const documents = tracked.filter((file) => file.endsWith('.md') && !file.startsWith('docs/spec/'));

test.each([changes, 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names files of the project', (document) => {
  expect(pathsIn(readSource(document)).length).toBeGreaterThan(0);
});

test.each(documents)('every file that %s names is there', (document) => {
  expect(pathsIn(readSource(document)).filter((path) => !exists(path))).toEqual([]);
});

test('every file that a comment names is there', () => {
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

test('every change of the list names a file by its whole path', () => {
  const rows = readSource(changes)
    .split('\n')
    .filter((line) => /^\| (?!Change|-)/.test(line));
  expect(rows.length).toBeGreaterThanOrEqual(20);
  expect(rows.filter((row) => !pathsIn(row).some((path) => tracked.includes(path)))).toEqual([]);
});

/** Names that a row says are in a file: `` `beginPrices` and `endPrices` in `server/src/catalog/catalog.store.ts` ``. */
const claimsOf = (text: string): (readonly [name: string, file: string])[] =>
  [...text.matchAll(/((?:`\w+`(?:, | and )?)+) in `([^`]+\.\w+)`/g)].flatMap(([, names = '', file = '']) =>
    [...names.matchAll(/\w+/g)].flatMap(([name]) => (name === 'and' ? [] : [[name, file] as const])),
  );

test('what a change begins in is where the list says, by its whole path and its name', () => {
  const text = readSource(changes);
  const places = pathsIn(text).filter((path) => path.includes('/') && !path.includes('*'));
  const isThere = (path: string): boolean =>
    tracked.includes(path) || tracked.some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`));
  expect(places.filter((path) => !isThere(path))).toEqual([]);
  const claims = claimsOf(text);
  expect(claims.length).toBeGreaterThan(30);
  expect(claims.filter(([name, file]) => !readSource(file).includes(name))).toEqual([]);
});

describe('a path that is not there is noticed', () => {
  test.each([
    'server/src/carts/no-such-file.ts',
    'no-such-folder/carts.routes.ts',
    'server/src/no-such-slice/',
    'no-such-*.store.ts',
    'NO-SUCH.md',
  ])('%s', (path) => {
    expect(pathsIn(`a \`${path}\` b`).filter((found) => !exists(found))).toEqual([path]);
  });

  test('what is no path is not taken for one', () => {
    expect(pathsIn('`npm test` `/docs` `DATABASE_URL` `app/<slice>/` `tx: Tx` `domain ← contract`')).toEqual([]);
  });
});

const designReadme = 'design/visual/README.md';
const design = readSource(designReadme);

test('fonts and icons that the design names are what the interface installs', () => {
  const installed: object = JSON.parse(readSource('ui/package.json')).dependencies;
  const named = [...design.matchAll(/`(@fontsource[^`]+|lucide[^`]*)`/g)].map(([, name]) => name ?? '');
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !Object.hasOwn(installed, name))).toEqual([]);
});

test('files and folders that the design names exist, and the mockups find their fonts', () => {
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
  'docs/operations.md says of every table of %s what is kept, and how long',
  (name) => {
    const [, chapter = ''] = readSource('docs/operations.md').split('## What is kept, and how long\n');
    const [rows = ''] = chapter.split('\n## ');
    const tables = [...readSource(`server/sql/schema/${name}.sql`).matchAll(/^create table (\w+)/gm)].map(
      ([, table]) => table,
    );
    expect(tables).not.toEqual([]);
    expect(tables.filter((table) => !rows.includes(`\`${table}\``))).toEqual([]);
  },
);
