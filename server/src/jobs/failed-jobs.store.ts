import type { Actor } from '@ceiba/domain/actors/actor';
import { statement, type Tx } from '../platform/db/database.ts';

export interface FailedJob {
  id: number;
  task: string;
  /** `dead`: tried for the last time. `failing`: tried again at `runAt`. */
  state: 'dead' | 'failing';
  attempts: number;
  createdAt: Date;
  runAt: Date;
  /** As it was logged: without what somebody typed. */
  error: string;
}

interface FailedJobRow {
  id: number;
  task: string;
  is_dead: boolean;
  attempts: number;
  created_at: Date;
  run_at: Date;
  last_error: string;
}

const selectFailed = statement<FailedJobRow>(
  'jobs.failed',
  `select id, task_identifier as task, attempts >= max_attempts as is_dead, attempts, created_at, run_at, last_error
   from graphile_worker.jobs where last_error is not null and locked_at is null
   order by attempts >= max_attempts desc, created_at, id limit 500`,
);

/** Jobs whose last try failed and that nobody has in hand, dead ones first, at most 500. */
export const listFailedJobs = async (tx: Tx): Promise<FailedJob[]> => {
  const rows = await selectFailed(tx, []);
  return rows.map(({ is_dead, created_at: createdAt, run_at: runAt, last_error: error, ...job }) => ({
    ...job,
    state: is_dead ? 'dead' : 'failing',
    createdAt,
    runAt,
    error,
  }));
};

// The queue's own functions leave what somebody has in hand, and answer jobs without the names of their kinds.
const reschedule = statement<{ task: string }, [job: number]>(
  'jobs.retry',
  `with failed as (select id, task_identifier as task from graphile_worker.jobs where id = $1 and last_error is not null),
   again as (select id from graphile_worker.reschedule_jobs(array(select id from failed), run_at => now(), attempts => 0))
   select task from failed join again using (id)`,
);

/** Has a failed job tried anew, at once and as often as a new one; its kind, or undefined where there is none of that id. */
export const retryJob = async (tx: Tx, id: number): Promise<string | undefined> =>
  (await reschedule(tx, [id]))[0]?.task;

const discard = statement<{ task: string }, [job: number, reason: string, actor: Actor]>(
  'jobs.discard',
  `with failed as (
     select id, task_identifier as task, last_error from graphile_worker.jobs where id = $1 and last_error is not null),
   gone as (select id from graphile_worker.complete_jobs(array(select id from failed)))
   insert into discarded_jobs (job, task, last_error, reason, actor, discarded_at)
     select id, task, last_error, $2, $3::jsonb, clock_timestamp() from failed join gone using (id) returning task`,
);

/** Ends a failed job for good and keeps why; its kind, or undefined where there is none of that id. */
export const discardJob = async (
  tx: Tx,
  { id, reason, actor }: { id: number; reason: string; actor: Actor },
): Promise<string | undefined> => (await discard(tx, [id, reason, actor]))[0]?.task;
