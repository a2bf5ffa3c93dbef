import { expectedSilenceMs } from '@ceiba/sandbox-bank/testing/expected-silence';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cloneDatabase } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { isDatabaseAway } from './connection-settings.ts';
import type { Database, Tx } from './database.ts';
import { openDatabase } from './open-database.ts';

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

/** Counts the writes to the connection's socket while `work` runs. */
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

test('two independent statements are sent in one write, and each gets its own answer', async () => {
  await one(db.write, 0);
  let answers: unknown;
  const writes = await writesOf(async () => {
    answers = await db.batch(
      (tx) => one(tx, 1),
      (tx) => one(tx, 2),
    );
  });
  expect(answers).toEqual([[{ value: 1 }], [{ value: 2 }]]);
  expect(writes).toBe(1);
});

test('BEGIN is sent with the first statement, and concurrent statements of a transaction share one write', async () => {
  await one(db.write, 0);
  let answers: unknown;
  const writes = await writesOf(async () => {
    answers = await db.transaction(async (tx) => {
      const first = await one(tx, 1);
      return [first, ...(await Promise.all([one(tx, 2), one(tx, 3), one(tx, 4)]))];
    });
  });
  expect(answers).toEqual([[{ value: 1 }], [{ value: 2 }], [{ value: 3 }], [{ value: 4 }]]);
  // Three writes: BEGIN with the first statement, the three statements, COMMIT.
  expect(writes).toBe(3);
});

test('if one of the statements sent together is refused, all are refused and every caller gets an error', async () => {
  await db.pool.query('create table together_refused (a integer)');
  const write = (tx: Tx) =>
    tx.run({ name: 'test.write', text: 'insert into together_refused values ($1) returning a', values: [1] });
  const fail = (tx: Tx) => tx.run({ name: 'test.division', text: 'select 1 / $1::integer', values: [0] });
  // The statements run several times: first new to the connection, then prepared.
  for (const works of [
    [write, fail],
    [fail, write],
    [write, fail],
  ] as const) {
    const onFailure = vi.fn();
    const [first, second] = works.map((work) => (tx: Tx) => work(tx).catch((error: Error) => onFailure(error.message)));
    if (first === undefined || second === undefined) throw new Error('two results were expected');
    await db.batch(first, second);
    expect(onFailure.mock.calls).toEqual([['division by zero'], ['division by zero']]);
  }
  await expect(db.batch(write, fail)).rejects.toThrow('division by zero');
  expect((await db.pool.query('select a from together_refused')).rows).toEqual([]);
  await db.batch(write, (tx) => one(tx, 1));
  expect((await db.pool.query('select a from together_refused')).rows).toEqual([{ a: 1 }]);
});

test('statements that are sent together are answered only after the commit', async () => {
  await db.pool.query('create table together_late (a integer unique deferrable initially deferred)');
  const write = (tx: Tx) => tx.run({ name: 'test.late', text: 'insert into together_late values (1)', values: [] });
  await db.batch(write, (tx) => one(tx, 1));
  await expect(db.batch(write, (tx) => one(tx, 2))).rejects.toThrow('together_late_a_key');
});

test('a value that cannot be sent also rejects statements sent with it, and the connection stays usable', async () => {
  const circle: Record<string, unknown> = {};
  circle.circle = circle;
  const unsendable = (tx: Tx) => tx.run({ name: 'test.circle', text: 'select $1::jsonb', values: [circle] });
  for (const name of ['test.new-before', 'test.new-before'])
    await expect(db.batch((tx) => tx.run({ name, text: 'select 1 as value', values: [] }), unsendable)).rejects.toThrow(
      'circular',
    );
  expect(
    await db.batch(
      (tx) => tx.run({ name: 'test.new-before', text: 'select 1 as value', values: [] }),
      (tx) => one(tx, 2),
    ),
  ).toEqual([[{ value: 1 }], [{ value: 2 }]]);
});

/** Returns the types of the messages written to the connection's socket while `work` ran (PostgreSQL's protocol, version 3). */
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

test('a named statement is described once per connection, and its answers are still complete', async () => {
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

test('the last statement is sent with COMMIT, and its refusal rolls the transaction back', async () => {
  await db.pool.query('create table ended (a integer check (a > 0))');
  const write = (tx: Tx, a: number) =>
    tx.run({ name: 'test.ended', text: 'insert into ended values ($1) returning a', values: [a] });
  const written = async () => (await db.pool.query('select a from ended order by a')).rows.map(({ a }) => a);
  const both = (last: number) =>
    db.transaction(async (tx) => {
      await write(tx, 1);
      return write(tx.sentWithCommit, last);
    });
  expect(await both(2)).toEqual([{ a: 2 }]);
  expect(await written()).toEqual([1, 2]);
  await expect(both(-1)).rejects.toThrow('ended_a_check');
  expect(await written()).toEqual([1, 2]);
  await db.pool.query('alter table ended add unique (a) deferrable initially deferred');
  // COMMIT is refused. The statement that was sent with it is refused, too.
  const onFailure = vi.fn();
  const late = db.transaction((tx) => write(tx.sentWithCommit, 2).catch((error: Error) => onFailure(error.message)));
  await expect(late).rejects.toThrow('ended_a_key');
  expect(onFailure).toHaveBeenCalledWith(expect.stringContaining('ended_a_key'));
  expect(await writesOf(() => db.transaction((tx) => write(tx.sentWithCommit, 3)))).toBe(1);
  expect(await written()).toEqual([1, 2, 3]);
});

test('statements that are sent together share one Sync, and are answered in one packet', async () => {
  const both = () =>
    db.batch(
      (tx) => one(tx, 1),
      (tx) => tx.run({ name: 'test.other', text: 'select 2 as other', values: [] }),
    );
  await one(db.write, 0);
  expect(await messagesOf(both)).toBe('BEPBDES');
  expect(await messagesOf(both)).toBe('BEBES');
  expect(await both()).toEqual([[{ value: 1 }], [{ other: 2 }]]);
});

test('a statement that returns no columns is described only once, too', async () => {
  await db.pool.query('create table rowless (a integer)');
  const write = () => db.write.run({ name: 'test.rowless', text: 'insert into rowless values (1)', values: [] });
  expect([await messagesOf(write), await messagesOf(write)]).toEqual(['PBDES', 'BES']);
  expect(await write()).toEqual([]);
});

test('a statement that was first refused, or that returns no rows, is answered correctly every time', async () => {
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

test('a prepared statement is refused after its table’s columns change, because names could be wrong', async () => {
  await db.pool.query('create table changing (a integer, b text)');
  await db.pool.query(`insert into changing values (1, 'one')`);
  const all = () => db.write.run({ name: 'test.changing', text: 'select * from changing', values: [] });
  await all();
  expect(await all()).toEqual([{ a: 1, b: 'one' }]);
  await db.pool.query('alter table changing drop column a');
  await expect(all()).rejects.toThrow('cached plan must not change result type');
  // The shop has closed the connection with the old column descriptions.
  expect(await all()).toEqual([{ b: 'one' }]);
});

test.each(['batch', 'transaction'] as const)(
  '%s closes a connection whose prepared statements are gone',
  async (way) => {
    const one = () => ({ name: `test.gone-${way}`, text: 'select 1 as one', values: [] });
    const twice = async () =>
      way === 'batch'
        ? db.batch(
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

test('a transaction that throws before its first statement leaves no open transaction on its connection', async () => {
  // Outside a transaction, each statement gets its own transaction ID.
  const xid = async () => (await db.pool.query('select pg_current_xact_id()::text as xid')).rows;
  const refused = db.transaction(async () => {
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await xid()).not.toEqual(await xid());
});

test('a transaction that ignored a refused statement fails at its commit', async () => {
  await db.pool.query('create table swallowed (a integer)');
  const work = db.transaction(async (tx) => {
    await tx.run({ text: 'insert into swallowed values (1)', values: [] });
    await tx.run({ text: 'select 1 / 0', values: [] }).catch(() => undefined);
    return 'written';
  });
  await expect(work).rejects.toThrow('COMMIT rolled back, because an earlier statement had failed');
});

test.each([
  ['by the database', { name: 'test.divide-first', text: 'select 1 / $1::integer', values: [0] }, 'division by zero'],
  [
    'for a value that cannot be sent',
    { name: 'test.big-first', text: 'select $1::jsonb', values: [{ big: 1n }] },
    'BigInt',
  ],
])(
  'a transaction that continues after its first statement was refused %s writes nothing',
  async (_why, first, reason) => {
    await db.pool.query('create table if not exists refused_first (a integer)');
    await db.pool.query('delete from refused_first');
    const write = (tx: Tx, a: number) =>
      tx.run({ name: 'test.refused-first', text: 'insert into refused_first values ($1)', values: [a] });
    const reported: string[] = [];
    let next: Promise<unknown> | undefined;
    const work = db.transaction(async (tx) => {
      // This other transaction waits for the only connection.
      next = db.transaction(async (other) => {
        reported.push('the next one begins');
        await write(other, 10);
        await write(other, 11);
      });
      await tx.run(first).catch(() => reported.push('refused'));
      // If the first transaction had released the connection, the other would use it within these turns.
      for (let turn = 0; turn < 5; turn += 1) {
        await write(tx, turn).catch(() => reported.push('refused'));
        await new Promise(setImmediate);
      }
      return 'written';
    });
    await expect(work).rejects.toThrow(reason);
    await next;
    expect(reported).toEqual([...Array.from({ length: 6 }, () => 'refused'), 'the next one begins']);
    expect((await db.pool.query('select a from refused_first order by a')).rows).toEqual([{ a: 10 }, { a: 11 }]);
  },
);

test("statements after a transaction's last statement, or after its end, are not sent", async () => {
  await db.pool.query('create table asked_late (a integer)');
  const write = (tx: Tx, a: number) =>
    tx.run({ name: 'test.asked-late', text: 'insert into asked_late values ($1)', values: [a] });
  const over = 'a statement was sent after its transaction had ended';
  let kept: Tx | undefined;
  const onFailure = vi.fn();
  await db.transaction(async (tx) => {
    kept = tx;
    const refused = (error: Error) => onFailure(error.message);
    await Promise.all([
      write(tx.sentWithCommit, 1),
      write(tx, 2).catch(refused),
      write(tx.sentWithCommit, 3).catch(refused),
    ]);
  });
  expect(onFailure.mock.calls).toEqual([[over], [over]]);
  if (kept === undefined) throw new Error('the transaction did not run');
  await expect(write(kept, 4)).rejects.toThrow(over);
  await db
    .transaction(async (tx) => {
      kept = tx;
      await write(tx, 5);
      throw new Error('undone');
    })
    .catch(() => undefined);
  await expect(write(kept, 6)).rejects.toThrow(over);
  expect((await db.pool.query('select a from asked_late')).rows).toEqual([{ a: 1 }]);
});

test('the error of a named statement has the stack trace of its caller', async () => {
  async function whoAsks() {
    await db.write.run({ name: 'test.who', text: 'select 1 / $1::integer', values: [0] });
  }
  const error = await whoAsks().catch((caught: Error) => caught);
  expect(error instanceof Error && error.stack).toMatch(/ at .*whoAsks/);
});

test('a connection stays open after a refused statement, and is closed after a broken one', async () => {
  const pid = async () =>
    (await db.write.run<{ pid: number }>({ text: 'select pg_backend_pid() as pid', values: [] }))[0]?.pid;
  const before = await pid();
  await expect(db.write.run({ text: 'select 1 / $1::integer', values: [0] })).rejects.toThrow('division by zero');
  expect(await pid()).toBe(before);
  await expect(db.write.run({ text: 'select pg_terminate_backend(pg_backend_pid())', values: [] })).rejects.toThrow();
  expect(await pid()).not.toBe(before);
});

test('a caller that waits too long for a connection gets an error, and the next caller is served', async () => {
  const full = openDatabase({ url: database.url, maxConnections: 1, connectMs: expectedSilenceMs });
  // The connection is opened before the time limit applies, because opening may take longer on a busy machine.
  const isOpen = () => one(full.write, 0).then(Boolean, () => false);
  await until(isOpen);
  const refusal = await full.transaction(async (tx) => {
    await one(tx, 0);
    return one(full.write, 1).catch((error: unknown) => error);
  });
  expect(refusal instanceof Error && isDatabaseAway(refusal)).toBe(true);
  expect(await one(full.write, 2)).toEqual([{ value: 2 }]);
  await full.close();
});
