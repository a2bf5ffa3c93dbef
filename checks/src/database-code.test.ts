import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listSources, readSource, root } from './source-files.ts';

const sqlOf = (pattern: string): string =>
  globSync(`server/sql/${pattern}/*.sql`, { cwd: root }).map(readSource).join('\n').replaceAll(/--.*$/gm, '');

const sql = sqlOf('{schema,changes,functions,triggers}');

/** Files with SQL: the server, the programs that fill and measure the database, and their tests. */
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
const namesInCode = countsOf(asking);

/** Functions that only nodes of the previous release call. */
const ofPreviousRelease = ['add_search_synonyms'];

test('every function of the database is called', () => {
  const names = [...sql.matchAll(/^create (?:or replace )?function (\w+)/gm)].map(([, name = '']) => name);
  const inSql = countsOf(sql);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => (inSql.get(name) ?? 0) < 2 && !namesInCode.has(name))).toEqual(ofPreviousRelease);
});

/** A column that limits a table to one row. No statement contains it. */
const neverNamed = ['is_only'];

test('every column is written or read somewhere', () => {
  const tables = [
    ...readSource('server/sql/schema.dump.sql').matchAll(/^create (?:unlogged )?table \w+ \(\n([\s\S]*?)^\)/gm),
  ];
  const columns = new Set(
    tables.flatMap(([, body = '']) => [...body.matchAll(/^ {2}(\w+) /gm)].map(([, name = '']) => name)),
  );
  expect(columns.size).toBeGreaterThan(200);
  const calls = countsOf(sqlOf('{functions,triggers}'));
  const unused = [...columns].filter((name) => !namesInCode.has(name) && !calls.has(name));
  expect(unused.filter((name) => !neverNamed.includes(name))).toEqual([]);
});

test('each index of orders belongs to existing statements', () => {
  const [, indexes = ''] =
    /-- Each index beside([\s\S]*?)\ncreate function/.exec(readSource('server/sql/schema/orders.sql')) ?? [];
  const named = [...indexes.matchAll(/^-- ([a-z-]+\.[a-z-]+)(?:, ([a-z-]+\.[a-z-]+))?/gm)].flatMap(([, ...names]) =>
    names.filter((name) => name !== undefined),
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !asking.includes(`'${name}'`))).toEqual([]);
});

/** Files whose settings come from the file that opens the pool. */
const givenBy: Record<string, string> = { 'server/src/jobs/queue-pool.ts': 'server/src/jobs/worker.ts' };

const pools = listSources()
  .filter((file) => file.startsWith('server/src/') && !/\.test\.|\/testing\//.test(file))
  .filter((file) => readSource(file).includes('new pg.Pool('))
  .map((file) => ({ file, source: readSource(givenBy[file] ?? file) }));

test('every file that opens a pool sets its limits, and handles a cut connection', () => {
  expect(pools.length).toBeGreaterThan(2);
  const bare = pools.filter(
    ({ source }) => !source.includes('...watchedConnection(') || !source.includes('onConnect: settleConnection('),
  );
  expect(bare.map(({ file }) => file)).toEqual([]);
});

/**
 * Columns that must not be the last key of a statement. Two rows can have the same moment, and their order would change from call
 * to call.
 */
const moments = /^(?:\w+\.)?(?:\w*(?:_at|_since|_until|_after|_date|_on)|since|until|date)(?: (?:asc|desc))?$/;

/**
 * Returns keys of `order by` in a file's statements, as written. A locked or deleted portion may be ordered by a time
 * alone: its order is invisible, and an index on the time finds the rows.
 */
const endsInMoment = (text: string): string[] =>
  [
    ...text.matchAll(
      /\border by ((?:[^`(]|\([^()]*\))*?)(?=\blimit\b|\breturning\b|\bfor (?:no key )?update\b|[`'"]|\)(?!,)|$)(limit \$\d+(?:\s+for (?:no key )?update|\)))?/g,
    ),
  ]
    .filter(([, keys = '', portion]) => {
      const last = keys.trim().split(/,\s*/).at(-1) ?? '';
      return portion === undefined && moments.test(last);
    })
    .map(([, keys = '']) => keys.trim());

test('rows sorted by a moment are also sorted by a unique key', () => {
  const stores = listSources().filter((file) => /^(?:server|demo)\/src\/.*\.store\.ts$/.test(file));
  const found = stores.flatMap((file) => endsInMoment(readSource(file)).map((keys) => `${file}: order by ${keys}`));
  expect(found).toEqual([]);
});

test.each([
  ['`select id from orders order by created_at desc`', ['created_at desc']],
  ['`select id from orders o order by o.placed_at, o.id`', []],
  ["'select id from mails order by created_at limit 1'", ['created_at']],
  ['`(select id from carts order by updated_at desc limit 1) as cart`', ['updated_at desc']],
  ['`array_agg(text order by answered_at)`', ['answered_at']],
  ['`select ctid from sessions order by expires_at limit $2)`', []],
  ['`select id from orders order by placed_at limit $1 for update skip locked`', []],
])('%s', (text, keys) => {
  expect(endsInMoment(text)).toEqual(keys);
});
