import { type Database, statement } from '../platform/db/database.ts';
import type { Measure } from '../platform/operations/metrics.ts';

const countJobs = statement<{ task: string; state: string; jobs: number }>(
  'jobs.count',
  // graphile-worker fetches what is due, in nobody's hands and below its number of tries.
  `select t.identifier as task, case
       when j.locked_at is not null then 'running'
       when j.attempts >= j.max_attempts then 'dead'
       when j.last_error is not null then 'failing'
       when j.run_at <= clock_timestamp() then 'due'
       else 'planned' end as state,
     count(*) as jobs
   from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
   group by 1, 2`,
);

const oldestDue = statement<{ seconds: number }>(
  'jobs.oldest-due',
  `select coalesce(extract(epoch from clock_timestamp() - min(run_at)), 0) as seconds
   from graphile_worker._private_jobs where is_available and run_at <= clock_timestamp()`,
);

// A worker beats each five seconds, and counts as dead after thirty (worker-heartbeats.store.ts).
const countWorkers = statement<{ workers: number }>(
  'jobs.count-workers',
  `select count(*) as workers from job_workers where seen_at > clock_timestamp() - interval '30 seconds'`,
);

/** How the queue stands. */
export const jobMeasures = ({ upkeepDb: db }: { upkeepDb: Database }): Measure[] => [
  {
    name: 'ceiba_jobs',
    help: 'Jobs by kind and state: due, planned, running, failing (tried again later), dead (tried for the last time)',
    labels: ['task', 'state'],
    read: async () =>
      (await countJobs(db.write, [])).map(({ task, state, jobs }) => ({ labels: { task, state }, value: jobs })),
  },
  {
    name: 'ceiba_jobs_dead',
    help: 'Jobs that failed all their tries: nothing happens to them before a person retries or discards them',
    read: async () => {
      const dead = (await countJobs(db.write, [])).filter(({ state }) => state === 'dead');
      return [{ value: dead.reduce((sum, { jobs }) => sum + jobs, 0) }];
    },
  },
  {
    name: 'ceiba_job_oldest_seconds',
    help: 'For how long the job that is due longest has waited',
    read: async () => (await oldestDue(db.write, [])).map(({ seconds }) => ({ value: seconds })),
  },
  {
    name: 'ceiba_workers',
    help: 'Workers that said within half a minute that they live',
    read: async () => (await countWorkers(db.write, [])).map(({ workers }) => ({ value: workers })),
  },
];
