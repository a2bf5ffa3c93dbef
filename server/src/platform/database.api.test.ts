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
