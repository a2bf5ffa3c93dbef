import { expect, test } from 'vitest';
import { freshIds, runScript } from './sql-script.ts';
import type { Sent } from './sql-wire.ts';

const [cart, line] = ['1c8a6bd0-5f0e-4d3a-9c55-0a1b2c3d4e5f', '0198d3b2-7c11-7a4b-8d21-9f8e7d6c5b4a'];
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('an id is the same wherever a run names it, and another one in the next run', () => {
  const [first, second] = [freshIds(), freshIds()];
  const once = first(cart);
  expect(once).toMatch(uuid);
  expect(once).not.toBe(cart);
  expect(first(`{"cart":"${cart}","line":"${line}"}`)).toBe(`{"cart":"${once}","line":"${first(line)}"}`);
  expect(second(cart)).not.toBe(once);
});

test('an id keeps its kind: version 4 or 7', () => {
  const fresh = freshIds();
  expect(fresh(cart).charAt(14)).toBe('4');
  const made = fresh(line);
  expect(made).toMatch(uuid);
  expect(made.charAt(14)).toBe('7');
});

test('what is no id stays as it is', () => {
  for (const text of ['', '12 calle 1-25', '0198d3b2-7c11-1a4b-8d21-9f8e7d6c5b4a', '15000'])
    expect(freshIds()(text)).toBe(text);
});

/** Writes down who is asked for what. */
const loggingPool = () => {
  const log: string[] = [];
  let clients = 0;
  const client = (name: string) => ({
    query: async (statement: string | { name?: string; text: string; values: (string | null)[] }) => {
      log.push(
        typeof statement === 'string'
          ? `${name} ${statement}`
          : `${name} ${statement.name ?? '-'} ${statement.text} ${JSON.stringify(statement.values)}`,
      );
    },
  });
  return {
    log,
    ...client('pool'),
    connect: async () => {
      clients += 1;
      const name = `client${clients}`;
      return {
        ...client(name),
        release: (error?: boolean) => void log.push(`${name} ${error ? 'destroyed' : 'released'}`),
      };
    },
  };
};

const statement = (connection: number, name: string): Sent => ({
  kind: 'query',
  connection,
  name,
  text: 'select $1',
  values: ['1', null],
});

test('transactions run on a client of their own, statements outside of them on the pool', async () => {
  const pool = loggingPool();
  await runScript(pool, [
    statement(1, 'a'),
    { kind: 'begin', connection: 1 },
    statement(1, 'b'),
    statement(2, ''),
    { kind: 'commit', connection: 1 },
    statement(1, 'c'),
  ]);
  expect(pool.log).toEqual([
    'pool a select $1 ["1",null]',
    'client1 begin',
    'client1 b select $1 ["1",null]',
    'pool - select $1 ["1",null]',
    'client1 commit',
    'client1 released',
    'pool c select $1 ["1",null]',
  ]);
});

test('ids are new ones unless a script goes on with what is there', async () => {
  const [made, kept] = [loggingPool(), loggingPool()];
  const script: Sent[] = [{ kind: 'query', connection: 1, name: 'a', text: 'select $1', values: [cart] }];
  await runScript(made, script);
  await runScript(kept, script, (value) => value);
  expect(made.log).not.toEqual([`pool a select $1 ["${cart}"]`]);
  expect(kept.log).toEqual([`pool a select $1 ["${cart}"]`]);
});

test.each<[string, Sent['kind'][]]>([
  ['a transaction that never ends', ['begin']],
  ['a commit without a beginning', ['commit']],
  ['a transaction begun twice', ['begin', 'begin']],
])('%s is refused, and no client is left open', async (_, kinds) => {
  const pool = loggingPool();
  const script = kinds.map((kind): Sent => (kind === 'query' ? statement(1, 'a') : { kind, connection: 1 }));
  await expect(runScript(pool, script)).rejects.toThrow();
  expect(pool.log.filter((entry) => entry.endsWith('destroyed')).length).toBe(kinds[0] === 'begin' ? 1 : 0);
});
