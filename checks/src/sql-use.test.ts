import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listSources, readSource, root } from './source-files.ts';

const sqlOf = (pattern: string): string =>
  globSync(`server/sql/${pattern}/*.sql`, { cwd: root }).map(readSource).join('\n').replaceAll(/--.*$/gm, '');

const sql = sqlOf('{schema,functions,triggers}');

/** What asks the database: the server, what fills and measures it, and the tests of what is measured there. */
const asking = listSources()
  .filter((file) => /^(?:server|demo|bench)\/src\//.test(file) && !file.startsWith('server/src/testing/'))
  .filter((file) => !/\.test\.ts$/.test(file))
  .map(readSource)
  .join('\n');

const countsOf = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/\w+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};
const asked = countsOf(asking);

test('every function of the database is called', () => {
  const names = [...sql.matchAll(/^create (?:or replace )?function (\w+)/gm)].map(([, name = '']) => name);
  const inSql = countsOf(sql);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => (inSql.get(name) ?? 0) < 2 && !asked.has(name))).toEqual([]);
});

/** The one row of a table is its only one by it. */
const neverNamed = ['is_only'];

test('every column is written or read by something', () => {
  const tables = [
    ...readSource('server/sql/schema.dump.sql').matchAll(/^create (?:unlogged )?table \w+ \(\n([\s\S]*?)^\)/gm),
  ];
  const columns = new Set(
    tables.flatMap(([, body = '']) => [...body.matchAll(/^ {2}(\w+) /gm)].map(([, name = '']) => name)),
  );
  expect(columns.size).toBeGreaterThan(200);
  const calls = countsOf(sqlOf('{functions,triggers}'));
  const unused = [...columns].filter((name) => !asked.has(name) && !calls.has(name));
  expect(unused.filter((name) => !neverNamed.includes(name))).toEqual([]);
});

test('each index of orders stands beside statements that there are', () => {
  const [, indexes = ''] =
    /-- Each index beside([\s\S]*?)\ncreate function/.exec(readSource('server/sql/schema/orders.sql')) ?? [];
  const named = [...indexes.matchAll(/^-- ([a-z-]+\.[a-z-]+)(?:, ([a-z-]+\.[a-z-]+))?/gm)].flatMap(([, ...names]) =>
    names.filter((name) => name !== undefined),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !asking.includes(`'${name}'`))).toEqual([]);
});
