import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../platform/db/database.ts';
import { openServices, type Services } from '../services.ts';
import { crontabOf, sendersOf, tasksOf } from '../slices.ts';
import { typing } from '../testing/operator.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { jobCommands } from './job-command.ts';
import { jobMeasures } from './job-metrics.store.ts';
import { startWorker } from './worker.ts';

let shop: TestShop;
let services: Services;
beforeAll(async () => {
  shop = await openTestShop();
  services = openServices(shop);
});
afterAll(() => shop.close());

const rows = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await shop.db.pool.query<Row>(sql, values)).rows;

test('[OPS-18] a job that fails its last try is reported, listed and counted under its kind', async () => {
  const tasks = [...tasksOf(services), ...sendersOf(services)];
  const kinds = tasks.map(({ name }) => name).sort();
  expect(kinds.length).toBeGreaterThan(40);
  // A payload that no kind accepts.
  await rows(
    `select graphile_worker.add_job(kind, '"nothing"'::json, max_attempts => 1) from unnest($1::text[]) kind`,
    [kinds],
  );
  const failed: unknown[] = [];
  const log = { info: () => {}, warn: () => {}, error: (fields: object) => void failed.push(fields) };
  const worker = await startWorker({ url: shop.url, tasks, log });
  const left = 'select from graphile_worker.jobs where attempts < max_attempts or locked_at is not null';
  await until(async () => (await rows(left)).length === 0).finally(() => worker.close());

  const failedKinds = failed.map((fields) =>
    typeof fields === 'object' && fields !== null && 'task' in fields ? fields.task : '',
  );
  expect(kinds.filter((kind) => !failedKinds.includes(kind))).toEqual([]);
  const said: string[] = [];
  const type = typing(jobCommands, 'job');
  expect(await type({ db: shop.db, args: ['list', '--json'], say: (text) => void said.push(text) })).toBe(true);
  const listed: { task: string; state: string }[] = JSON.parse(said.join('\n'));
  expect(listed.map(({ task, state }) => `${task} ${state}`).sort()).toEqual(kinds.map((kind) => `${kind} dead`));
  const measures = jobMeasures(services);
  const read = (name: string) => measures.find((measure) => measure.name === name)?.read();
  const counted = (await read('ceiba_jobs'))?.map(({ labels, value }) => `${labels?.task} ${labels?.state} ${value}`);
  expect(counted?.sort()).toEqual(kinds.map((kind) => `${kind} dead 1`));
  expect(await read('ceiba_jobs_dead')).toEqual([{ value: kinds.length }]);
});

/** Returns a database that does not answer. */
const away = (): Database => {
  const refuse = () => Promise.reject(new Error('the database is away'));
  const tx = { run: refuse };
  return { ...shop.db, read: tx, write: tx, batch: refuse, transaction: refuse };
};

test('[OPS-18] every scheduled job fails visibly if it cannot do its work', async () => {
  const db = away();
  const broken = openServices({ ...shop, db, jobsDb: db, upkeepDb: db });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const silent: string[] = [];
  for (const task of tasksOf(broken)) {
    if (!new RegExp(`^\\S+ \\S+ \\S+ \\S+ \\S+ ${task.name}(?: |$)`, 'm').test(crontabOf(broken))) continue;
    await task.run({}, { now: new Date(), log }).then(
      () => silent.push(task.name),
      () => {},
    );
  }
  // This shop has no place for backups and no messaging. The job about stray reservations first asks the points programs, which do not answer.
  expect(silent.sort()).toEqual(['backup', 'release-stray-holds', 'send-given-up-messages']);
});
