import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { housekeepingTasks } from '../jobs/housekeeping.ts';
import { enqueue } from '../jobs/job-queue.ts';
import { startWorker, task } from '../jobs/worker.ts';
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

/** The housekeeping that runs every five minutes, as if it were so much later. */
const unlock = async (minutesLater: number): Promise<void> => {
  const unlocking = housekeepingTasks(shop).find(({ name }) => name === 'unlock-lost-jobs');
  await unlocking?.run({}, { now: new Date(Date.now() + minutesLater * 60_000), log: silentLog });
};

test('[DEC-12] a job in the hands of a worker that is killed is done by another, not before 15 minutes', async () => {
  await enqueue(shop.db.write, { task: 'hang', payload: { name: 'mail' } });
  const victim = spawn(process.execPath, [script], { env: { DATABASE_URL: shop.url }, stdio: 'inherit' });
  await until(async () => (await lockedJobs()) === 1);
  victim.kill('SIGKILL');
  await once(victim, 'close');

  const done: string[] = [];
  const hang = task('hang', z.strictObject({ name: z.string() }), async ({ name }) => {
    done.push(name);
  });
  const worker = await startWorker({ url: shop.url, tasks: [hang], log: silentLog });
  await unlock(14);
  expect(await lockedJobs()).toBe(1);
  await unlock(16);
  await until(() => done.length > 0);
  await worker.close();
  expect(done).toEqual(['mail']);
});
