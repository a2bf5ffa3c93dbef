import { Logger, runMigrations } from 'graphile-worker';
import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

export interface JobToAdd {
  /** Name of the task (see `*.tasks.ts`). */
  task: string;
  /** IDs only: the job reads its data when it runs. Never card data, tokens or codes (DEC-10). */
  payload: Record<string, string | boolean | readonly string[]>;
  /** Replaces a waiting job with the same key, so that at most one waits. */
  jobKey?: string;
  /** With a key: a waiting job keeps its own time instead of taking this one's. */
  keepsTime?: boolean;
  /** Immediately by default. */
  runAt?: Date;
  /** Jobs with the same queue run one after the other, so that they never occupy more than one place of a worker. */
  queue?: string;
  /** Lower numbers run first; 0 by default. */
  priority?: number;
  /** How often a failing job is tried, at growing intervals: about 3 days in all with the default of 25. */
  maxAttempts?: number;
}

const addJob = statement(
  'jobs.add',
  `select from graphile_worker.add_job($1, $2::json, run_at => $3, max_attempts => $4, job_key => $5, job_key_mode => $6,
     queue_name => $7, priority => $8)`,
);

/** Adds a job in the caller's transaction, so that it exists exactly if its cause is committed. Runs at least once. */
export const enqueue = async (tx: Tx, job: JobToAdd): Promise<void> => {
  const { task, payload, jobKey = null, keepsTime = false, runAt = null, maxAttempts = null } = job;
  const { queue = null, priority = null } = job;
  const keyMode = keepsTime ? 'preserve_run_at' : 'replace';
  await addJob(tx, [task, JSON.stringify(payload), runAt, maxAttempts, jobKey, keyMode, queue, priority]);
};

/** Adds the next run of a job that schedules itself. The job's name is its key, so that one run waits at a time and keeps its time. */
export const enqueueNext = (tx: Tx, name: string, runAt: Date): Promise<void> =>
  enqueue(tx, { task: name, payload: {}, jobKey: name, keepsTime: true, runAt });

const addJobs = statement(
  'jobs.add-all',
  'select graphile_worker.add_job($1, payload, max_attempts => $3) from unnest($2::json[]) payload',
);

/** Adds a job of one kind for each payload, like `enqueue`. */
export const enqueueAll = async (
  tx: Tx,
  task: string,
  payloads: readonly JobToAdd['payload'][],
  { maxAttempts = null }: { maxAttempts?: number | null } = {},
): Promise<void> => {
  if (payloads.length === 0) return;
  await addJobs(tx, [task, payloads.map((payload) => JSON.stringify(payload)), maxAttempts]);
};

/** Creates or updates the queue's own schema (`graphile_worker`) in the database at `url`. Safe on several nodes at once. */
export const migrateJobs = (url: string): Promise<void> =>
  runMigrations({ connectionString: url, logger: new Logger(() => () => {}) });
