import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { enqueue } from '../jobs/job-queue.ts';
import { startWorker, task } from '../jobs/worker.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.db.pool.query(`
    create function fail_in_bad_hour() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = tg_argv[0]; end $$;`);
});
afterAll(() => shop.close());

/** Makes PostgreSQL refuse every write to a table with this error code, until `end` is called. */
const beginBadHour = async (table: string, code: string, operations: string) => {
  await shop.db.pool.query(
    `create trigger bad_hour before ${operations} on ${table} for each row execute function fail_in_bad_hour('${code}')`,
  );
  return { end: () => shop.db.pool.query(`drop trigger bad_hour on ${table}`) };
};

test.each([
  ['a full disk', '53100'],
  ['no memory', '53200'],
  ['a database that only reads', '25006'],
  ['a server that is being stopped', '57P01'],
])('%s gets 503 with Retry-After, and afterwards everything works again', async (_, code) => {
  const hour = await beginBadHour('carts', code, 'insert');
  const refused = await shop.inject({ method: 'POST', url: '/v1/carts' });
  await hour.end();
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().error.code]).toEqual([
    503,
    '1',
    'NOT_READY',
  ]);
  expect((await shop.inject({ method: 'POST', url: '/v1/carts' })).statusCode).toBe(201);
});

// An unhandled rejection would end the process, and this run.
test('a job’s result that a full disk refused is written once there is space, and the worker continues', async () => {
  const ran: string[] = [];
  const either = task('either', z.object({ name: z.string() }), async ({ name }) => {
    ran.push(name);
    if (name === 'fails') throw new Error('no answer');
  });
  const jobs = async () =>
    (
      await shop.db.pool.query<{ attempts: number; error: string | null }>(
        `select attempts, last_error as error from graphile_worker.jobs where task_identifier = 'either'`,
      )
    ).rows;
  const worker = await startWorker({
    url: shop.url,
    tasks: [either],
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  // The worker can fetch the job. Only the statement that records its end fails.
  await shop.db.pool.query(`
    create function fail_at_the_end() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or new.last_error is not null then raise exception 'full' using errcode = '53100'; end if;
      return new;
    end $$;
    create trigger bad_hour before update or delete on graphile_worker._private_jobs
      for each row execute function fail_at_the_end();`);
  for (const name of ['fails', 'succeeds']) await enqueue(shop.db.write, { task: 'either', payload: { name } });
  await until(() => ran.length === 2);
  expect(await jobs()).toHaveLength(2);
  await shop.db.pool.query('drop trigger bad_hour on graphile_worker._private_jobs');
  await until(async () => (await jobs()).length === 1);
  await until(async () => (await jobs())[0]?.error === 'no answer');
  await enqueue(shop.db.write, { task: 'either', payload: { name: 'later' } });
  await until(() => ran.includes('later'));
  await worker.close();
});
