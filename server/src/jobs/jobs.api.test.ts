import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { deleteIdleCartsTask } from '../carts/carts.tasks.ts';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { housekeepingTasks } from './housekeeping.ts';
import { enqueue } from './job-queue.ts';
import { startWorker, type Task, task } from './worker.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

const runWith = async (tasks: readonly Task[], work: () => Promise<void>): Promise<void> => {
  const worker = await startWorker({ url: shop.url, tasks, log: silentLog });
  try {
    await work();
  } finally {
    await worker.close();
  }
};

const waiting = async (name: string): Promise<number> => {
  const { rows } = await shop.db.pool.query('select id from graphile_worker.jobs where task_identifier = $1', [name]);
  return rows.length;
};

test('a job exists only if the transaction of its cause was committed', async () => {
  const cause = async (fails: boolean) =>
    shop.db.transaction(async (tx) => {
      await enqueue(tx, { task: 'caused', payload: { from: String(fails) } });
      if (fails) throw new Error('undone');
    });
  await expect(cause(true)).rejects.toThrow('undone');
  expect(await waiting('caused')).toBe(0);
  await cause(false);
  expect(await waiting('caused')).toBe(1);
});

test('a job gets its parsed payload, and a failed job keeps its error and is retried', async () => {
  const seen: string[] = [];
  const greet = task('greet', z.strictObject({ name: z.string() }), async ({ name }) => {
    seen.push(name);
    if (name === 'fails') throw new Error('no answer');
  });
  await runWith([greet], async () => {
    await enqueue(shop.db.write, { task: 'greet', payload: { name: 'Lucía' } });
    await enqueue(shop.db.write, { task: 'greet', payload: { name: 'fails' } });
    await enqueue(shop.db.write, { task: 'greet', payload: { wrong: 'shape' } });
    await until(async () => seen.length === 2 && (await waiting('greet')) === 2);
  });
  expect(seen.sort()).toEqual(['Lucía', 'fails']);
  const { rows } = await shop.db.pool.query<{ last_error: string; attempts: number }>(
    `select last_error, attempts from graphile_worker.jobs where task_identifier = 'greet' order by id`,
  );
  expect(rows).toMatchObject([{ last_error: 'no answer', attempts: 1 }, { attempts: 1 }]);
});

test('a new job replaces the waiting job with its key, and with `keepsTime` the earlier time stays', async () => {
  const far = new Date(Date.now() + 3_600_000);
  await enqueue(shop.db.write, { task: 'keyed', payload: { turn: '1' }, jobKey: 'one', runAt: far });
  await enqueue(shop.db.write, { task: 'keyed', payload: { turn: '2' }, jobKey: 'one', runAt: far });
  expect(await waiting('keyed')).toBe(1);
  const { rows } = await shop.db.pool.query<{ run_at: Date }>(
    `select run_at from graphile_worker.jobs where key = 'one'`,
  );
  expect(rows[0]?.run_at).toEqual(far);
  const soon = new Date(Date.now() + 1_000);
  await enqueue(shop.db.write, { task: 'keyed', payload: {}, jobKey: 'one', runAt: soon });
  await enqueue(shop.db.write, { task: 'keyed', payload: {}, jobKey: 'one', runAt: far, keepsTime: true });
  const kept = await shop.db.pool.query(`select run_at from graphile_worker.jobs where key = 'one'`);
  expect(kept.rows).toEqual([{ run_at: soon }]);
});

test('two workers share one queue: each job runs once', async () => {
  const seen: string[] = [];
  const count = task('count', z.object({ n: z.string() }), async ({ n }) => {
    await shop.db.pool.query('select 1');
    seen.push(n);
  });
  const names = Array.from({ length: 40 }, (_, index) => String(index));
  for (const n of names) await enqueue(shop.db.write, { task: 'count', payload: { n } });
  await runWith([count], () => runWith([count], () => until(async () => (await waiting('count')) === 0)));
  expect(seen.sort()).toEqual([...names].sort());
});

test('[DEC-72, DEC-172] housekeeping deletes only carts idle for 30 days and keys older than 24 hours', async () => {
  const { pool } = shop.db;
  await pool.query(
    `insert into carts (id, updated_at) select gen_random_uuid(), now() - d * interval '1 day' from unnest('{29,31,400}'::int[]) d`,
  );
  await pool.query(
    `insert into idempotency_keys (key, scope, request_hash, created_at, locked_until)
     select 'k' || h, 'placeOrder', '', now() - h * interval '1 hour', now() from unnest('{23,25,100}'::int[]) h`,
  );
  for (const { run } of [deleteIdleCartsTask(shop), ...housekeepingTasks(shop)])
    await run({}, { now: new Date(), log: silentLog });
  const carts = await pool.query(`select extract(day from now() - updated_at)::int as days from carts`);
  const keys = await pool.query('select key from idempotency_keys');
  expect(carts.rows).toEqual([{ days: 29 }]);
  expect(keys.rows).toEqual([{ key: 'k23' }]);
});

test('mails and order events are deleted after the time that the policy sets', async () => {
  const { pool } = shop.db;
  await pool.query(
    `insert into mails (id, dedupe_key, recipient, subject, html, text, created_at)
     select gen_random_uuid(), d::text, 'lucia@correo.gt', '', '', '', now() - d * interval '1 day' from unnest('{29,31,91,800}'::int[]) d`,
  );
  await pool.query(
    `with cart as (insert into carts (id) values (gen_random_uuid()) returning id),
     placed as (
       insert into orders (id, cart_id, status, email, contact, billing_address, payment_type, subtotal, total)
       select gen_random_uuid(), id, 'void', '', '{}', '{}', 'Cash', 0, 0 from cart returning id)
     insert into order_events (order_id, kind, created_at)
     select id, d::text, now() - d * interval '1 day' from placed, unnest('{29,31,91,731}'::int[]) d`,
  );
  const clean = async () => {
    const cleaning = tasksOf(openServices(shop)).filter(({ name }) => /^delete-old-(?:mails|order-events)$/.test(name));
    for (const { run } of cleaning) await run({}, { now: new Date(), log: silentLog });
    const mails = await pool.query<{ kind: string }>('select dedupe_key as kind from mails order by created_at desc');
    const events = await pool.query<{ kind: string }>('select kind from order_events order by created_at desc');
    return { mails: mails.rows.map(({ kind }) => kind), events: events.rows.map(({ kind }) => kind) };
  };
  expect(await clean()).toEqual({ mails: ['29', '31'], events: ['29', '31', '91'] });
  await shop.setPolicy('mailDays', '30');
  await shop.setPolicy('orderEventDays', '30');
  expect(await clean()).toEqual({ mails: ['29'], events: ['29'] });
});
