import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { freshIds, runScript, type Sent, transactionWordOf } from './sql-script.ts';

const [cart, line] = ['1c8a6bd0-5f0e-4d3a-9c55-0a1b2c3d4e5f', '0198d3b2-7c11-7a4b-8d21-9f8e7d6c5b4a'];
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('an id is the same everywhere in a run, and different in the next run', () => {
  const [first, second] = [freshIds(), freshIds()];
  const once = first(cart);
  expect(once).toMatch(uuid);
  expect(once).not.toBe(cart);
  expect(first(`{"cart":"${cart}","line":"${line}"}`)).toBe(`{"cart":"${once}","line":"${first(line)}"}`);
  expect(second(cart)).not.toBe(once);
});

test('a replaced id has the same kind as before: version 4 or 7', () => {
  const fresh = freshIds();
  expect(fresh(cart).charAt(14)).toBe('4');
  const renamed = fresh(line);
  expect(renamed).toMatch(uuid);
  expect(renamed.charAt(14)).toBe('7');
});

test('a value that is not an id does not change', () => {
  for (const text of ['', '12 calle 1-25', '0198d3b2-7c11-1a4b-8d21-9f8e7d6c5b4a', '15000'])
    expect(freshIds()(text)).toBe(text);
});

/** Records the client of each statement. */
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

const statement = (connection: number, name: string, text = 'select $1'): Sent => ({
  connection,
  name,
  text,
  values: text === 'select $1' ? ['1', null] : [],
  isTrip: true,
});

test('transactions run on their own client, other statements on the pool', async () => {
  const pool = loggingPool();
  await runScript(pool, [
    statement(1, 'a'),
    statement(1, 'begin', 'BEGIN'),
    statement(1, 'b'),
    statement(2, ''),
    statement(1, 'commit', 'commit'),
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

test('ids are new, unless a script continues with existing rows', async () => {
  const [renamed, continued] = [loggingPool(), loggingPool()];
  const script = [{ ...statement(1, 'a'), values: [cart] }];
  await runScript(renamed, script);
  await runScript(continued, script, (value) => value);
  expect(renamed.log).not.toEqual([`pool a select $1 ["${cart}"]`]);
  expect(continued.log).toEqual([`pool a select $1 ["${cart}"]`]);
});

test.each([
  ['a transaction that never ends', ['begin']],
  ['a commit without a beginning', ['commit']],
  ['a transaction begun twice', ['begin', 'begin']],
])('%s is refused, and no client stays open', async (_, words) => {
  const pool = loggingPool();
  await expect(
    runScript(
      pool,
      words.map((word) => statement(1, word, word)),
    ),
  ).rejects.toThrow();
  expect(pool.log.filter((entry) => entry.endsWith('destroyed')).length).toBe(words[0] === 'begin' ? 1 : 0);
});

test.each(['savepoint before_coupon', 'begin isolation level serializable', 'end'])(
  'refuses "%s", because replaying it would change what is sent',
  (text) => {
    expect(() => transactionWordOf(statement(1, '', text))).toThrow('cannot be replayed');
  },
);

/** A program that sends statements on a connection without a server: two together, one after a response, two unnamed, one never prepared. */
const sendSome = `
  import { Duplex } from 'node:stream';
  import pg from 'pg';
  const stream = new Duplex({ read() {}, write: (chunk, encoding, done) => done() });
  stream.bytesRead = 0;
  const connection = new pg.Connection({ stream });
  const send = (statement, values) =>
    connection.bind({ statement, values, valueMapper: (value) => (value === null ? null : String(value)) });
  connection.parse({ name: 'begin', text: 'begin', types: [] });
  send('begin', []);
  connection.parse({ name: 'find', text: 'select $1, $2', types: [] });
  send('find', [7, null]);
  stream.bytesRead = 90;
  Object.create(connection).bind({ statement: 'find', values: ['Cobán', ''] });
  connection.parse({ text: 'select $1', types: [] });
  connection.bind({ values: ['x'] });
  connection.query('select 1');
  try { connection.bind({ statement: 'lost', values: [] }); } catch (error) { console.log(error.message); }`;

test('all statements of the driver are recorded in order, with their values and round trips', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ceiba-recorded-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'recorded.jsonl');
  const program = ['--import', join(import.meta.dirname, 'record-sql.ts'), '--input-type=module', '-e', sendSome];
  const { stdout } = await promisify(execFile)(process.execPath, program, {
    env: { ...process.env, RECORD_SQL: file },
  });
  expect(stdout).toBe('"lost" is run, but was never prepared\n');
  const sent = readFileSync(file, 'utf8').trim().split('\n');
  const find = { connection: 1, name: 'find', text: 'select $1, $2' };
  expect(sent.map((line) => JSON.parse(line))).toEqual([
    { connection: 1, name: 'begin', text: 'begin', values: [], isTrip: true },
    { ...find, values: ['7', null], isTrip: false },
    { ...find, values: ['Cobán', ''], isTrip: true },
    { connection: 1, name: '', text: 'select $1', values: ['x'], isTrip: false },
    { connection: 1, name: '', text: 'select 1', values: [], isTrip: false },
  ]);
});
