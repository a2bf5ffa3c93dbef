import type { Database, Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';
import type { Measure } from '../platform/operations/metrics.ts';

const stateOfJob = `case
  when j.locked_at is not null then 'running'
  when j.attempts >= j.max_attempts then 'dead'
  when j.last_error is not null then 'failing'
  when j.run_at <= clock_timestamp() then 'due'
  else 'planned' end`;

const countJobs = statement(
  'jobs.count',
  // graphile-worker fetches jobs that are due, not locked, and have attempts left.
  `select t.identifier as task, ${stateOfJob} as state, count(*) as jobs
   from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
   group by 1, 2`,
  { task: neverNull() },
);

const oldestDue = statement(
  'jobs.oldest-due',
  `select coalesce(extract(epoch from clock_timestamp() - min(run_at)), 0) as seconds
   from graphile_worker._private_jobs where is_available and run_at <= clock_timestamp()`,
);

// A worker sends a heartbeat every five seconds, and counts as dead after thirty seconds (worker-heartbeats.store.ts).
const countWorkers = statement(
  'jobs.count-workers',
  `select count(*) as workers from job_workers where seen_at > clock_timestamp() - interval '30 seconds'`,
);

/** Jobs of a kind by state, and how long the oldest due job has waited. */
interface JobKind {
  task: string;
  due: number;
  planned: number;
  running: number;
  failing: number;
  dead: number;
  oldestSeconds: number | null;
  /** Since when a person has paused the kind, and why. Null if the kind is not paused. */
  pausedAt: Date | null;
  pauseReason: string | null;
}

const selectKinds = statement(
  'jobs.kinds',
  // The states are those of `jobs.count`. Kinds that a worker knows are listed even without a job.
  `select k.task, count(*) filter (where state = 'due')::int as due, count(*) filter (where state = 'planned')::int as planned,
     count(*) filter (where state = 'running')::int as running, count(*) filter (where state = 'failing')::int as failing,
     count(*) filter (where state = 'dead')::int as dead,
     floor(extract(epoch from clock_timestamp() - min(run_at) filter (where state = 'due')))::int as "oldestSeconds",
     p.paused_at as "pausedAt", p.reason as "pauseReason"
   from (select unnest($1::text[]) as task
       union select t.identifier from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       union select task from paused_jobs) k
     left join (select t.identifier as task, j.run_at, ${stateOfJob} as state
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id) jobs on jobs.task = k.task
     left join paused_jobs p on p.task = k.task
   group by k.task, p.paused_at, p.reason order by k.task`,
  { task: neverNull() },
);
/** Returns the kinds that a worker knows (`known`), and kinds with jobs. */
export const countKinds = (tx: Tx, known: readonly string[]): Promise<JobKind[]> => selectKinds(tx, [known]);

const selectLastRuns = statement(
  'jobs.last-runs',
  'select identifier as name, last_execution as at from graphile_worker._private_known_crontabs',
  { name: neverNull() },
);

/** Returns when each schedule last ran, by name. */
export const listLastRuns = async (tx: Tx): Promise<Map<string, Date>> =>
  new Map((await selectLastRuns(tx, [])).flatMap(({ name, at }) => (at === null ? [] : [[name, at] as const])));

/** Measures of the queue. */
export const jobMeasures = ({ upkeepDb: db }: { upkeepDb: Database }): Measure[] => [
  {
    name: 'ceiba_jobs',
    help: 'Jobs by kind and state: due, planned, running, failing (tried again later), dead (failed all tries)',
    labels: ['task', 'state'],
    read: async () =>
      (await countJobs(db.write, [])).map(({ task, state, jobs }) => ({ labels: { task, state }, value: jobs })),
  },
  {
    name: 'ceiba_jobs_dead',
    help: 'Jobs that failed all their attempts. A person must retry or discard them',
    read: async () => {
      const dead = (await countJobs(db.write, [])).filter(({ state }) => state === 'dead');
      return [{ value: dead.reduce((sum, { jobs }) => sum + jobs, 0) }];
    },
  },
  {
    name: 'ceiba_job_oldest_seconds',
    help: 'Time that the oldest due job has waited',
    read: async () => (await oldestDue(db.write, [])).map(({ seconds }) => ({ value: seconds })),
  },
  {
    name: 'ceiba_workers',
    help: 'Workers with a heartbeat in the last half minute',
    read: async () => (await countWorkers(db.write, [])).map(({ workers }) => ({ value: workers })),
  },
];
