import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnv } from '@ceiba/sandbox-bank/testing/child-env';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { enqueue } from '../jobs/job-queue.ts';
import { startWorker, task } from '../jobs/worker.ts';
import { recordHeartbeat } from '../jobs/worker-heartbeats.store.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

const script = fileURLToPath(new URL('../testing/hanging-worker-process.ts', import.meta.url));

const lockedJobs = async (): Promise<number> =>
  (await shop.db.pool.query('select 1 from graphile_worker.jobs where locked_at is not null')).rows.length;

/** Heartbeats are frequent, but a slow worker never counts as dead. A test that needs a dead worker moves its last heartbeat back. */
const heartbeat = { everyMs: 50, deadAfterMs: 30_000 };

/** Starts a process that fetches the one waiting job, and never ends the job. */
const startHanging = async (env: Record<string, string> = {}): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [script], {
    env: { ...childEnv, DATABASE_URL: shop.url, ...env },
    stdio: 'inherit',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await until(async () => (await lockedJobs()) === 1);
  return child;
};

const kill = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL');
  await once(child, 'close');
};

/** Simulates a silent worker: the worker of the locked job was last seen a minute ago. */
const silence = () =>
  shop.db.pool.query(`insert into job_workers select locked_by, now() - interval '1 minute' from graphile_worker._private_jobs
    where locked_by is not null on conflict (worker) do update set seen_at = excluded.seen_at`);

const hangTask = (done: string[]) =>
  task('hang', z.strictObject({ name: z.string() }), async ({ name }) => {
    done.push(name);
  });

afterEach(() => shop.db.pool.query('delete from graphile_worker._private_jobs'));

test('[DEC-12] another worker runs the job of a killed worker', async () => {
  await enqueue(shop.db.write, { task: 'hang', payload: { name: 'mail' } });
  await kill(await startHanging());
  await silence();
  const done: string[] = [];
  const worker = await startWorker({ url: shop.url, tasks: [hangTask(done)], log: silentLog, heartbeat });
  await until(() => done.length > 0);
  await worker.close();
  expect(done).toEqual(['mail']);
  expect((await shop.db.pool.query('select from job_workers')).rows).toEqual([]);
});

test('[DEC-12] the queue of a killed worker’s job continues, too', async () => {
  await enqueue(shop.db.write, { task: 'hang', payload: { name: 'first' }, queue: 'messages' });
  await enqueue(shop.db.write, { task: 'hang', payload: { name: 'second' }, queue: 'messages' });
  await kill(await startHanging());
  await silence();
  const done: string[] = [];
  const worker = await startWorker({ url: shop.url, tasks: [hangTask(done)], log: silentLog, heartbeat });
  await until(() => done.length > 1);
  await worker.close();
  expect(done).toEqual(['first', 'second']);
});

test('a job is released after its worker was silent for 30 seconds, not after 20', async () => {
  const worker = await startWorker({ url: shop.url, tasks: [], log: silentLog });
  const live = async () =>
    (await shop.db.pool.query<{ worker: string }>('select worker from job_workers')).rows[0]?.worker;
  await until(async () => (await live()) !== undefined);
  await shop.db.pool.query(
    `insert into job_workers values ('dead', now() - interval '31 seconds'), ('slow', now() - interval '20 seconds')`,
  );
  await enqueue(shop.db.write, { task: 'hang', payload: { name: 'a' } });
  await enqueue(shop.db.write, { task: 'hang', payload: { name: 'b' } });
  await shop.db.pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = case when payload ->> 'name' = 'a' then 'dead' else 'slow' end`,
  );
  const beat = { worker: (await live()) ?? '', inHand: [] };
  expect(await recordHeartbeat(shop.db.write, beat, 30_000, false)).toMatchObject({ jobs: 0 });
  expect(await recordHeartbeat(shop.db.write, beat, 30_000, true)).toMatchObject({ jobs: 1 });
  expect(await lockedJobs()).toBe(1);
  await worker.close();
});

test('a job is never taken from a worker that sends heartbeats, however long the job takes', async () => {
  await enqueue(shop.db.write, { task: 'hang', payload: { name: 'long' } });
  const child = await startHanging({ BEAT_MS: '50' });
  // The worker may fetch the job before its first heartbeat.
  await until(async () => (await shop.db.pool.query('select from job_workers')).rows.length === 1);
  await shop.db.pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '3 hours'`);
  const done: string[] = [];
  const worker = await startWorker({ url: shop.url, tasks: [hangTask(done)], log: silentLog, heartbeat });
  const seen = async () =>
    (
      await shop.db.pool.query<{ seen: Date }>('select min(seen_at) as seen from job_workers')
    ).rows[0]?.seen.getTime() ?? 0;
  // Waits for several heartbeats of both workers, each of which checks the other one.
  for (let beat = 0, last = await seen(); beat < 10; beat += 1, last = await seen())
    await until(async () => (await seen()) > last);
  expect([done, await lockedJobs()]).toEqual([[], 1]);
  await kill(child);
  await silence();
  await until(() => done.length > 0);
  await worker.close();
});

test('a worker releases a job that it fetched if the answer with the job was lost', async () => {
  const done: string[] = [];
  const worker = await startWorker({ url: shop.url, tasks: [hangTask(done)], log: silentLog, heartbeat });
  await until(async () => (await shop.db.pool.query('select from job_workers')).rows.length === 1);
  await shop.db.transaction(async (tx) => {
    await enqueue(tx, { task: 'hang', payload: { name: 'lost' } });
    await tx.run({
      text: `update graphile_worker._private_jobs set locked_by = (select worker from job_workers), locked_at = now() - interval '1 minute'`,
      values: [],
    });
  });
  await until(() => done.length > 0);
  await worker.close();
  expect(done).toEqual(['lost']);
});
