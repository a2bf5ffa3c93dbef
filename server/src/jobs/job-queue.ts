import { Logger, runMigrations } from 'graphile-worker';
import { statement, type Tx } from '../platform/db/database.ts';

export interface JobToAdd {
  /** Name of the task (see `*.tasks.ts`). */
  task: string;
  /** Ids only: what a job needs it reads when it runs. Never card data, tokens or codes (DEC-10). */
  payload: Record<string, string | boolean | readonly string[]>;
  /** A waiting job with the same key is replaced, so that at most one waits. */
  jobKey?: string;
  /** With a key: a job that waits already keeps its time instead of taking this one's. */
  keepsTime?: boolean;
  /** At once by default. */
  runAt?: Date;
  /** Jobs with one are done one after the other, so that they never take more than one of a worker's places. */
  queue?: string;
  /** Lower ones first, 0 by default. */
  priority?: number;
  /** How often a failing job is tried; later and later, about 3 days in all with the default of 25. */
  maxAttempts?: number;
}

const addJob = statement<
  object,
  [
    task: string,
    payload: string,
    runAt: Date | null,
    attempts: number | null,
    key: string | null,
    keyMode: string,
    queue: string | null,
    priority: number | null,
  ]
>(
  'jobs.add',
  `select from graphile_worker.add_job($1, $2::json, run_at => $3, max_attempts => $4, job_key => $5, job_key_mode => $6,
     queue_name => $7, priority => $8)`,
);

/** Adds a job in the caller's transaction: it exists if, and only if, its cause does. Runs at least once. */
export const enqueue = async (tx: Tx, job: JobToAdd): Promise<void> => {
  const { task, payload, jobKey = null, keepsTime = false, runAt = null, maxAttempts = null } = job;
  const { queue = null, priority = null } = job;
  const keyMode = keepsTime ? 'preserve_run_at' : 'replace';
  await addJob(tx, [task, JSON.stringify(payload), runAt, maxAttempts, jobKey, keyMode, queue, priority]);
};

/** Adds the next run of a job that adds itself. Its name is its key, so that one run waits at a time, and keeps its time. */
export const enqueueNext = (tx: Tx, name: string, runAt: Date): Promise<void> =>
  enqueue(tx, { task: name, payload: {}, jobKey: name, keepsTime: true, runAt });

const addJobs = statement<object, [task: string, payloads: readonly string[], attempts: number | null]>(
  'jobs.add-all',
  'select graphile_worker.add_job($1, payload, max_attempts => $3) from unnest($2::json[]) payload',
);

/** Adds a job of one kind for each payload, as `enqueue` does. */
export const enqueueAll = async (
  tx: Tx,
  task: string,
  payloads: readonly JobToAdd['payload'][],
  { maxAttempts = null }: { maxAttempts?: number | null } = {},
): Promise<void> => {
  if (payloads.length === 0) return;
  await addJobs(tx, [task, payloads.map((payload) => JSON.stringify(payload)), maxAttempts]);
};

/** Creates or updates the queue's own schema (`graphile_worker`) in the database at `url`; safe on several nodes at once. */
export const migrateJobs = (url: string): Promise<void> =>
  runMigrations({ connectionString: url, logger: new Logger(() => () => {}) });
