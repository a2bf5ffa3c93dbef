import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEventJobs } from '../events/events.tasks.ts';
import { createLog } from '../platform/operations/log.ts';
import { crontabOf } from '../slices.ts';
import { type BusyShop, openBusyShop } from '../testing/busy-shop.ts';
import { spendDayOfOrders } from '../testing/day-of-orders.ts';
import { spendDayOfPeople } from '../testing/day-of-people.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct } from '../testing/shop-fixtures.ts';
import type { Task } from './worker.ts';

let busy: BusyShop;
beforeAll(async () => {
  busy = await openBusyShop();
});
afterAll(() => busy.close());

const sql = (text: string, values: unknown[] = []) => busy.shop.db.pool.query(text, values);

/** Returns the name under which a kind's waiting jobs are listed below. */
const jobsOf = (kind: string): string => `jobs of ${kind}`;

/** Returns the sum of the row hashes of each table, each kind's waiting jobs, and the partners' data. */
const everything = async (): Promise<Record<string, unknown>> => {
  const { rows: tables } = await sql(`select tablename as name from pg_tables where schemaname = 'public'`);
  const hashes = tables.map(
    ({ name }) =>
      `select '${name}' as name, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash from ${name} t`,
  );
  const { rows } = await sql(hashes.join(' union all '));
  const { rows: jobs } = await sql(
    `select t.identifier as kind, sum(hashtextextended(concat(j.key, ' ', j.payload), 0))::text as hash
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id group by 1`,
  );
  return {
    ...(await busy.outside()),
    ...Object.fromEntries(rows.map(({ name, hash }) => [name, hash])),
    ...Object.fromEntries(jobs.map(({ kind, hash }) => [jobsOf(kind), hash])),
  };
};

/**
 * Simulates that days have passed: makes every stored time older. The audit's rows are sealed with their times, and do
 * not change.
 */
const pass = async (days: number): Promise<void> => {
  const { rows } = await sql(
    `select format('update %I set %s', table_name,
       string_agg(format('%1$I = %1$I - make_interval(days => %2$s)', column_name, $1::integer), ', ')) as aging
     from information_schema.columns join pg_tables on tablename = table_name and schemaname = table_schema
     where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name !~ '^audit|migration'
     group by table_name`,
    [days],
  );
  const aging = rows.map(({ aging: text }) => text).join('; ');
  await sql(`begin; set local session_replication_role = replica; ${aging}; commit`);
};

/**
 * Returns the time at which a job runs. The clock of a points program cannot be changed, so the job that depends on it
 * runs hours later.
 */
const momentOf = (task: Task): Date => new Date(Date.now() + (task.name === 'release-stray-holds' ? 2 * 3_600_000 : 0));

/**
 * Runs a job twice, as if a worker had died before it could record the end. Returns the resulting state. If the first run had nothing to
 * do, there is no second run.
 */
const runTwice = async (task: Task, payload: unknown, before: object): Promise<Record<string, unknown>> => {
  const context = { now: momentOf(task), log: createLog('silent') };
  await task.run(payload, context);
  const once = await everything();
  if (isDeepStrictEqual(before, once)) return once;
  await task.run(payload, context);
  expect(await everything(), task.name).toEqual(once);
  return once;
};

/** Returns whether a job had work to do, apart from adding its own next run. */
const hasWorked = ({ name }: Task, before: object, after: object): boolean => {
  const own = { [jobsOf(name)]: null };
  return !isDeepStrictEqual({ ...before, ...own }, { ...after, ...own });
};

test('[OPS-18] every kind of job has work in this test, and a second run changes nothing', async () => {
  const { shop, bank, services, tasks, otherSystem } = busy;
  const planned = [...tasks.values()].filter(({ name }) =>
    new RegExp(`^\\S+ \\S+ \\S+ \\S+ \\S+ ${name}(?: |$)`, 'm').test(crontabOf(services)),
  );
  const worked = new Set<string>();
  let known: Record<string, unknown> = {};
  const run = async (task: Task, payload: unknown): Promise<void> => {
    const after = await runTwice(task, payload, known);
    if (hasWorked(task, known, after)) worked.add(task.name);
    known = after;
  };
  /** Runs each waiting kind only once, because some jobs add themselves again. */
  const runWaiting = async (): Promise<void> => {
    known = await everything();
    const seen: string[] = [];
    for (;;) {
      const { rows } = await sql(
        `select distinct on (t.identifier) t.identifier as kind, j.payload from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier <> all ($1) order by t.identifier, j.id`,
        [seen],
      );
      if (rows.length === 0) break;
      for (const { kind, payload } of rows) {
        const task = tasks.get(kind);
        if (task !== undefined) await run(task, payload);
        seen.push(kind);
      }
    }
    await sql('delete from graphile_worker._private_jobs');
    known = await everything();
  };
  const product = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 100 });
  otherSystem.answer = (_, response) => void response.writeHead(503).end();
  await spendDayOfOrders(busy, product);
  await spendDayOfPeople(busy, product);
  for (const days of [0, 3, 2_000]) {
    await pass(days);
    await runWaiting();
    for (const task of planned) await run(task, {});
    await startEventJobs(services, new Date());
    await runWaiting();
    // The guard reports the refund that the bank of the card refused.
    if (days === 0) await expectSoundBooks(shop.db, bank, ['refund-not-stuck']);
    otherSystem.answer = (_, response) => void response.writeHead(204).end();
  }
  // A new kind needs work in the days above, or an entry here with a reason.
  expect([...tasks.keys()].filter((name) => !worked.has(name)).sort()).toEqual([
    // Needs `pg_dump`, which the tests' database lacks. Two runs make two backups; retention.ts deletes the superfluous backup.
    'backup',
    // Here every waiting job runs, so no job is dead. `notices.api.test.ts` tests dead jobs.
    'note-dead-jobs',
  ]);
});
