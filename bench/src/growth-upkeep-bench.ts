import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BenchRoom, ShopDatabase } from './bench-room.ts';
import { residentMegabytes } from './processes.ts';
import { type BenchResult, printed } from './result.ts';

/** Jobs of each night and hour that go through what a large shop has much of. */
const nightlyJobs = [
  'count-sales',
  'count-bought-together',
  'delete-idle-carts',
  'delete-old-mails',
  'delete-old-order-events',
  'forget-shoppers',
  'delete-old-analytics',
] as const;

const guard = 'check-invariants';
const longestMs = 3_600_000;

interface Run {
  seconds: number;
  /** The most the worker took meanwhile, resident. */
  megabytes: number;
}

/** Has a worker do one job. @throws when it fails, or takes longer than an hour */
const runJob = async (client: pg.Client, pid: number, task: string, payload: object): Promise<Run> => {
  const begun = performance.now();
  const added = await client.query<{ id: string }>(
    'select id from graphile_worker.add_job($1, $2::json, max_attempts => 1)',
    [task, JSON.stringify(payload)],
  );
  let megabytes = 0;
  for (;;) {
    megabytes = Math.max(megabytes, await residentMegabytes(pid));
    const left = await client.query<{ last_error: string | null }>(
      'select last_error from graphile_worker._private_jobs where id = $1',
      [added.rows[0]?.id],
    );
    const [job] = left.rows;
    if (job === undefined) return { seconds: (performance.now() - begun) / 1000, megabytes };
    if (job.last_error !== null || performance.now() - begun > longestMs)
      throw new Error(`job ${task}: ${job.last_error ?? 'not done within an hour'}`);
    await sleep(50);
  }
};

const minutesOf = ({ seconds }: Run): number => seconds / 60;

/** How long jobs take over all that a shop has, and the memory of the worker that does them; nobody buys meanwhile. */
export const benchUpkeep = async (room: BenchRoom, database: ShopDatabase): Promise<BenchResult[]> => {
  const worker = await room.startShop({ database, role: 'start' });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const atRest = await residentMegabytes(worker.pid);
    const runs: [name: string, run: Run][] = [];
    for (const job of nightlyJobs) runs.push([job, await runJob(client, worker.pid, job, {})]);
    const recent = await runJob(client, worker.pid, guard, { reach: 'recent' });
    const everything = await runJob(client, worker.pid, guard, { reach: 'everything' });
    const most = Math.max(everything.megabytes, recent.megabytes, ...runs.map(([, { megabytes }]) => megabytes));
    const each = runs.map(([name, { seconds }]) => `${name} ${seconds.toFixed(1)} s`).join(', ');
    return [
      printed(
        'nightly-jobs',
        runs.reduce((sum, [, run]) => sum + minutesOf(run), 0),
        `minutes; ${each}`,
      ),
      printed('guard-recent', minutesOf(recent), 'minutes, over what is recent'),
      printed('guard-everything', minutesOf(everything), 'minutes, over everything; without the books of a bank'),
      printed('upkeep-memory', most, `MB resident at most, web and worker in one; ${atRest.toFixed(0)} before`),
    ];
  } finally {
    await client.end();
    await worker.stop();
  }
};
