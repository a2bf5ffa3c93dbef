import { Logger, runMigrations } from 'graphile-worker';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

export interface JobToAdd {
  /** Name of the task (see `*.tasks.ts`). */
  task: string;
  /** Ids only: what a job needs it reads when it runs. Never card data, tokens or codes (DEC-10). */
  payload: Record<string, string | boolean>;
  /** A waiting job with the same key is replaced, so that at most one waits. */
  jobKey?: string;
  /** With a key: a job that waits already keeps its time instead of taking this one's. */
  keepsTime?: boolean;
  /** At once by default. */
  runAt?: Date;
  /** How often a failing job is tried; later and later, about 3 days in all with the default of 25. */
  maxAttempts?: number;
}

const addJob = statement<
  object,
  [task: string, payload: string, runAt: Date | null, attempts: number | null, key: string | null, keyMode: string]
>(
  'jobs.add',
  `select from graphile_worker.add_job($1, $2::json, run_at => $3, max_attempts => $4, job_key => $5, job_key_mode => $6)`,
);

/** Adds a job in the caller's transaction: it exists if, and only if, its cause does. Runs at least once. */
export const enqueue = async (tx: Tx, job: JobToAdd): Promise<void> => {
  const { task, payload, jobKey = null, keepsTime = false, runAt = null, maxAttempts = null } = job;
  const keyMode = keepsTime ? 'preserve_run_at' : 'replace';
  await addJob(tx, [task, JSON.stringify(payload), runAt, maxAttempts, jobKey, keyMode]);
};

/** Creates or updates the queue's own schema (`graphile_worker`) in the database at `url`; safe on several nodes at once. */
export const migrateJobs = (url: string): Promise<void> =>
  runMigrations({ connectionString: url, logger: new Logger(() => () => {}) });
