import { EventEmitter } from 'node:events';
import { Logger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import { z } from 'zod';
import { settleConnection, watchedConnection } from '../platform/db/connection-settings.ts';
import { openDatabase } from '../platform/db/database.ts';
import { withoutValues } from '../platform/operations/log.ts';
import { inJobSpan } from '../platform/operations/spans.ts';
import { keepOpen } from './keep-open.ts';
import { listPausedKinds } from './paused-jobs.store.ts';
import { openQueuePool } from './queue-pool.ts';
import { type BeatOptions, startBeating } from './worker-heartbeats.store.ts';

export interface JobLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What a job knows besides its payload. */
export interface JobContext {
  now: Date;
  log: JobLog;
}

/** A kind of job. `run` may happen more than once for one job: it must come to the same end. */
export interface Task {
  name: string;
  run(payload: unknown, context: JobContext): Promise<void>;
}

/** Binds a task's payload to its schema; a payload that does not fit fails the job. */
export const task = <S extends z.ZodType>(
  name: string,
  payload: S,
  work: (payload: z.output<S>, context: JobContext) => Promise<void>,
): Task => ({ name, run: async (raw, context) => work(payload.parse(raw), context) });

/** Cron jobs carry the moment they were due. */
export const cronPayload = z.looseObject({});

export interface WorkerOptions {
  /** Connection string; the queue has connections of its own, so that jobs never take those of shoppers. */
  url: string;
  tasks: readonly Task[];
  /** Lines of a crontab, in UTC; see https://worker.graphile.org/docs/cron. */
  crontab?: string;
  /** Jobs at the same time. */
  concurrency?: number;
  /** How often it says that it lives, and when another one is taken for dead; tests have less time. */
  beats?: Pick<BeatOptions, 'everyMs' | 'deadAfterMs'>;
  log: JobLog;
}

export interface Worker {
  /** Finishes the jobs in hand. */
  close(): Promise<void>;
}

const levels = { error: 'error', warning: 'warn', info: 'info', debug: undefined } as const;

/** The queue's own words: without its metadata, which can hold payloads. */
const queueLogger = (log: JobLog): Logger =>
  new Logger((scope) => (level, message) => {
    const method = levels[level];
    if (method === undefined || method === 'info') return;
    log[method]({ task: scope.taskIdentifier, job: scope.jobId }, message);
  });

/** The queue logs what a failed job threw, and keeps its message with the job. */
const tellably = async (work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    throw withoutValues(error);
  }
};

/** The queue's events that tell its name for this worker, and which jobs it has in hand until their end is written. */
const followQueue = (onDead: (job: { task: string; job: string }) => void) => {
  const events: WorkerEvents = new EventEmitter();
  const inHand = new Set<string>();
  let name: string | undefined;
  events.on('pool:create', ({ workerPool }) => {
    name = workerPool.id;
  });
  events.on('job:start', ({ job }) => inHand.add(job.id));
  events.on('job:complete', ({ job }) => inHand.delete(job.id));
  events.on('job:failed', ({ job }) => onDead({ task: job.task_identifier, job: job.id }));
  return {
    events,
    inHand: () => [...inHand],
    worker: () => {
      if (name === undefined) throw new Error('the queue gave its worker no name');
      return name;
    },
  };
};

/** A kind that is never enqueued: the queue wants one that may run. */
const noTask = 'none';

/**
 * The same kinds without those that are paused now, wherever the queue lists what it may fetch: it does so before each fetch. What it has fetched
 * already is done.
 */
const withoutPaused = <T extends object>(taskList: T, isPaused: (kind: string) => boolean): T =>
  new Proxy(taskList, { ownKeys: (all) => Reflect.ownKeys(all).filter((kind) => !isPaused(String(kind))) });

/** Runs jobs until it is closed. Any number of workers, on any number of machines, share one queue. */
export const startWorker = async (options: WorkerOptions): Promise<Worker> => {
  const { url, tasks, crontab = '', concurrency = 4, log, beats } = options;
  const pgPool = openQueuePool(
    {
      connectionString: url,
      max: concurrency + 2,
      application_name: 'ceiba worker',
      ...watchedConnection('jobs'),
      onConnect: settleConnection('jobs'),
    },
    (error) => log.warn({ err: { message: error.message } }, 'job queue connection'),
  );
  const queue = followQueue((job) => log.error(job, 'a job failed all its tries: `ceiba job list`'));
  const runs = Object.fromEntries(
    tasks.map(({ name, run: work }) => [
      name,
      (payload: unknown) => tellably(inJobSpan(name, () => work(payload, { now: new Date(), log }))),
    ]),
  );
  // A connection of its own: no number of jobs keeps a worker from saying that it lives.
  const db = openDatabase({ url, use: 'jobs', maxConnections: 1 });
  let paused = new Set(await listPausedKinds(db.write));
  const taskList = withoutPaused({ ...runs, [noTask]: async () => {} }, (kind) => paused.has(kind));
  const open = (): Promise<Runner> =>
    run({
      pgPool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 1_000,
      logger: queueLogger(log),
      crontab,
      events: queue.events,
      taskList,
    });
  const kept = await keepOpen(open, (error) =>
    log.error({ err: { message: error.message } }, 'the job worker stopped, and begins anew'),
  );
  const beating = startBeating({
    ...beats,
    tx: db.write,
    worker: queue.worker,
    inHand: queue.inHand,
    onJobsTaken: (jobs) => log.warn({ jobs }, 'jobs of a dead worker are tried again'),
    onPaused: (kinds) => {
      paused = new Set(kinds);
    },
    onFailure: (error) => log.warn({ err: { message: error.message } }, 'worker beat'),
  });
  return {
    close: async () => {
      await kept.close();
      await beating.close();
      await db.close();
      await pgPool.end();
    },
  };
};
