import type { Actor } from '@ceiba/domain/actors/actor';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';

export interface FailedJob {
  id: number;
  task: string;
  /** `dead`: the last attempt failed. `failing`: the job is retried at `runAt`. */
  state: 'dead' | 'failing';
  attempts: number;
  createdAt: Date;
  runAt: Date;
  /** The error as it was logged, without any user input. */
  error: string;
}

const selectFailed = statement(
  'jobs.failed',
  `select id, task_identifier as task, attempts >= max_attempts as is_dead, attempts, created_at, run_at, last_error
   from graphile_worker.jobs where last_error is not null and locked_at is null
   order by attempts >= max_attempts desc, created_at, id limit 500`,
  {
    id: neverNull(),
    task: neverNull(),
    isDead: neverNull(),
    attempts: neverNull(),
    createdAt: neverNull(),
    runAt: neverNull(),
    lastError: neverNull(),
  },
);

/** Returns jobs whose last attempt failed and that no worker holds, dead jobs first. Returns at most 500. */
export const listFailedJobs = async (tx: Tx): Promise<FailedJob[]> => {
  const rows = await selectFailed(tx, []);
  return rows.map(({ isDead, createdAt, runAt, lastError: error, ...job }) => ({
    ...job,
    state: isDead ? 'dead' : 'failing',
    createdAt,
    runAt,
    error,
  }));
};

// The queue has its own functions for this. But they skip jobs that a worker holds, and their result lacks the kinds of the jobs.
const reschedule = statement(
  'jobs.retry',
  `with failed as (select id, task_identifier as task from graphile_worker.jobs where id = $1 and last_error is not null),
   again as (select id from graphile_worker.reschedule_jobs(array(select id from failed), run_at => now(), attempts => 0))
   select task from failed join again using (id)`,
  { task: neverNull() },
);

/**
 * Retries a failed job immediately, with as many attempts as a new job. Returns its kind. Undefined if there is no such
 * job.
 */
export const retryJob = async (tx: Tx, id: number): Promise<string | undefined> =>
  (await reschedule(tx, [id]))[0]?.task;

const discard = statement(
  'jobs.discard',
  `with failed as (
     select id, task_identifier as task, last_error from graphile_worker.jobs where id = $1 and last_error is not null),
   gone as (select id from graphile_worker.complete_jobs(array(select id from failed)))
   insert into discarded_jobs (job, task, last_error, reason, actor, discarded_at)
     select id, task, last_error, $2, $3::jsonb, clock_timestamp() from failed join gone using (id) returning task`,
);

/** Ends a failed job for good and stores the reason. Returns its kind. Undefined if there is no such job. */
export const discardJob = async (
  tx: Tx,
  { id, reason, actor }: { id: number; reason: string; actor: Actor },
): Promise<string | undefined> => (await discard(tx, [id, reason, actor]))[0]?.task;
