import { Logger, runMigrations } from 'graphile-worker';
import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

export interface JobToAdd {
  /** Name of the kind of job (see `*.tasks.ts`). */
  task: string;
  /** IDs only, because the job reads its data when it runs. Never card data, tokens or codes (DEC-10). */
  payload: Record<string, string | boolean | readonly string[]>;
  /** A waiting job with the same key is replaced. So at most one job with this key waits. */
  jobKey?: string;
  /** With a key: the waiting job keeps its own time instead of taking the time of this job. */
  keepsTime?: boolean;
  /** Time at which the job may run. Default: immediately. */
  runAt?: Date;
  /** Jobs with the same queue run one after the other. So they never occupy more than one place of a worker. */
  queue?: string;
  /** Jobs with lower numbers run first. Default: 0. */
  priority?: number;
  /** Number of attempts of a failing job, at growing intervals. The default of 25 attempts takes about 3 days. */
  maxAttempts?: number;
}

const addJob = statement(
  'jobs.add',
  `select from graphile_worker.add_job($1, $2::json, run_at => $3, max_attempts => $4, job_key => $5, job_key_mode => $6,
     queue_name => $7, priority => $8)`,
);

/** Adds a job in the caller's transaction, so that the job exists only if its cause is committed. Runs at least once. */
export const enqueue = async (tx: Tx, job: JobToAdd): Promise<void> => {
  const { task, payload, jobKey = null, keepsTime = false, runAt = null, maxAttempts = null } = job;
  const { queue = null, priority = null } = job;
  const keyMode = keepsTime ? 'preserve_run_at' : 'replace';
  await addJob(tx, [task, JSON.stringify(payload), runAt, maxAttempts, jobKey, keyMode, queue, priority]);
};

/** Adds the next run of a job that schedules itself. The job's name is its key, so that only one run waits, with an unchanged time. */
export const enqueueNext = (tx: Tx, name: string, runAt: Date): Promise<void> =>
  enqueue(tx, { task: name, payload: {}, jobKey: name, keepsTime: true, runAt });

const addJobs = statement(
  'jobs.add-all',
  'select graphile_worker.add_job($1, payload, max_attempts => $3) from unnest($2::json[]) payload',
);

/** Like `enqueue`, adds a job of one kind for each payload. */
export const enqueueAll = async (
  tx: Tx,
  task: string,
  payloads: readonly JobToAdd['payload'][],
  { maxAttempts = null }: { maxAttempts?: number | null } = {},
): Promise<void> => {
  if (payloads.length === 0) return;
  await addJobs(tx, [task, payloads.map((payload) => JSON.stringify(payload)), maxAttempts]);
};

/**
 * Creates or updates the queue's own schema (`graphile_worker`) in the database at `url`. Several nodes may do this at
 * the same time.
 */
export const migrateJobs = (url: string): Promise<void> =>
  runMigrations({ connectionString: url, logger: new Logger(() => () => {}) });
