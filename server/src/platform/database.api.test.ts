import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cloneDatabase } from '../testing/test-shop.ts';
import { type Database, openDatabase, type Tx } from './database.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase({ url: database.url, maxConnections: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const one = (tx: Tx, value: number): Promise<{ value: number }[]> =>
  tx.run({ name: 'test.one', text: 'select $1::integer as value', values: [value] });

/** How many times something was handed to the connection's socket while `work` ran. */
const writesOf = async (work: () => Promise<unknown>): Promise<number> => {
  const client = await db.pool.connect();
  const { stream } = client.connection;
  client.release();
  const [many, single] = [vi.spyOn(stream, '_writev'), vi.spyOn(stream, '_write')];
  try {
    await work();
    return many.mock.calls.length + single.mock.calls.length;
  } finally {
    many.mockRestore();
    single.mockRestore();
  }
};

test('two statements that do not wait for each other leave in one write, and each has its own answer', async () => {
  await one(db.write, 0);
  let answers: unknown;
  const writes = await writesOf(async () => {
    answers = await db.together(
      (tx) => one(tx, 1),
      (tx) => one(tx, 2),
    );
  });
  expect(answers).toEqual([[{ value: 1 }], [{ value: 2 }]]);
  expect(writes).toBe(1);
});

test('a transaction begins with its first statements, and what it asks side by side leaves in one write', async () => {
  await one(db.write, 0);
  let answers: unknown;
  const writes = await writesOf(async () => {
    answers = await db.transaction(async (tx) => {
      const first = await one(tx, 1);
      return [first, ...(await Promise.all([one(tx, 2), one(tx, 3), one(tx, 4)]))];
    });
  });
  expect(answers).toEqual([[{ value: 1 }], [{ value: 2 }], [{ value: 3 }], [{ value: 4 }]]);
  // Begin and the first statement, the three, commit.
  expect(writes).toBe(3);
});

test('a refused statement among those that left together refuses its own caller and nobody behind it', async () => {
  const failing = (tx: Tx) => tx.run({ text: 'select 1 / $1::integer', values: [0] });
  const behind = vi.fn();
  await expect(
    db.together(failing, async (tx) => {
      behind(await one(tx, 2));
    }),
  ).rejects.toThrow('division by zero');
  expect(behind).toHaveBeenCalledWith([{ value: 2 }]);
  expect(await one(db.write, 5)).toEqual([{ value: 5 }]);
});

/** The types of the messages that were handed to the connection's socket while `work` ran (PostgreSQL's protocol, version 3). */
const messagesOf = async (work: () => Promise<unknown>): Promise<string> => {
  const client = await db.pool.connect();
  const { stream } = client.connection;
  client.release();
  const write = vi.spyOn(stream, 'write');
  try {
    await work();
    const sent = Buffer.concat(write.mock.calls.map(([piece]) => Buffer.from(piece)));
    let types = '';
    for (let at = 0; at < sent.length; at += 1 + sent.readInt32BE(at + 1)) types += String.fromCharCode(sent[at] ?? 0);
    return types;
  } finally {
    write.mockRestore();
  }
};

test('a named statement is described once on a connection, and its answers are whole all the same', async () => {
  const ask = () =>
    db.write.run({
      name: 'test.described',
      text: `select n, null as nothing, now() as moment, n::bigint * 2 as double from generate_series(1, $1) n order by n`,
      values: [2],
    });
  let answers: unknown;
  expect(await messagesOf(ask)).toBe('PBDES');
  expect(
    await messagesOf(async () => {
      answers = await ask();
    }),
  ).toBe('BES');
  expect(answers).toEqual([
    { n: 1, nothing: null, moment: expect.any(Date), double: 2 },
    { n: 2, nothing: null, moment: expect.any(Date), double: 4 },
  ]);
});

test('a statement refused before it was described, and one that answers no rows, answer rightly ever after', async () => {
  const divide = (by: number) =>
    db.write.run({ name: 'test.divide', text: 'select 1 / $1::integer as result', values: [by] });
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect(await divide(1)).toEqual([{ result: 1 }]);
  expect(await divide(1)).toEqual([{ result: 1 }]);
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect(await divide(1)).toEqual([{ result: 1 }]);
  const nothing = () => db.write.run({ name: 'test.nothing', text: 'select 1 as one where $1', values: [false] });
  expect([await nothing(), await nothing()]).toEqual([[], []]);
});

test('a table whose columns change while a statement is prepared refuses it rather than giving values to the wrong names', async () => {
  await db.pool.query('create table changing (a integer, b text)');
  await db.pool.query(`insert into changing values (1, 'one')`);
  const all = () => db.write.run({ name: 'test.changing', text: 'select * from changing', values: [] });
  await all();
  expect(await all()).toEqual([{ a: 1, b: 'one' }]);
  await db.pool.query('alter table changing drop column a');
  await expect(all()).rejects.toThrow('cached plan must not change result type');
  // The connection that remembers the old columns is closed.
  expect(await all()).toEqual([{ b: 'one' }]);
});

test.each(['together', 'transaction'] as const)(
  '%s closes a connection whose prepared statements are gone, too',
  async (way) => {
    const one = () => ({ name: `test.gone-${way}`, text: 'select 1 as one', values: [] });
    const twice = async () =>
      way === 'together'
        ? db.together(
            (tx) => tx.run(one()),
            (tx) => tx.run(one()),
          )
        : db.transaction((tx) => tx.run(one()));
    await twice();
    await db.pool.query('deallocate all');
    await expect(twice()).rejects.toThrow('does not exist');
    await expect(twice()).resolves.toBeDefined();
  },
);

test('a transaction in which a statement was refused, and nobody said so, is not told as committed', async () => {
  await db.pool.query('create table swallowed (a integer)');
  const work = db.transaction(async (tx) => {
    await tx.run({ text: 'insert into swallowed values (1)', values: [] });
    await tx.run({ text: 'select 1 / 0', values: [] }).catch(() => undefined);
    return 'written';
  });
  await expect(work).rejects.toThrow('a transaction was to be committed that had failed');
});

test('the error of a named statement tells who asked', async () => {
  async function whoAsks() {
    await db.write.run({ name: 'test.who', text: 'select 1 / $1::integer', values: [0] });
  }
  const error = await whoAsks().catch((caught: Error) => caught);
  expect(error instanceof Error && error.stack).toMatch(/ at .*whoAsks/);
});

test('a refused statement keeps its connection, a broken one does not', async () => {
  const pid = async () =>
    (await db.write.run<{ pid: number }>({ text: 'select pg_backend_pid() as pid', values: [] }))[0]?.pid;
  const before = await pid();
  await expect(db.write.run({ text: 'select 1 / $1::integer', values: [0] })).rejects.toThrow('division by zero');
  expect(await pid()).toBe(before);
  await expect(db.write.run({ text: 'select pg_terminate_backend(pg_backend_pid())', values: [] })).rejects.toThrow();
  expect(await pid()).not.toBe(before);
});
