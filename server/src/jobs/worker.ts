import { EventEmitter } from 'node:events';
import { Logger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import { z } from 'zod';
import { settleConnection, watchedConnection } from '../platform/db/connection-settings.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { withoutValues } from '../platform/operations/log.ts';
import { inJobSpan } from '../platform/operations/spans.ts';
import { keepOpen } from './keep-open.ts';
import { listPausedKinds } from './paused-jobs.store.ts';
import { openQueuePool } from './queue-pool.ts';
import { type HeartbeatOptions, startHeartbeat } from './worker-heartbeats.store.ts';

export interface JobLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The context of a job, besides its payload. */
export interface JobContext {
  now: Date;
  log: JobLog;
}

/** A kind of job. `run` may be called more than once for one job, and must then have the same result. */
export interface Task {
  name: string;
  run(payload: unknown, context: JobContext): Promise<void>;
}

/** Binds a task's payload to its schema. An invalid payload fails the job. */
export const task = <S extends z.ZodType>(
  name: string,
  payload: S,
  work: (payload: z.output<S>, context: JobContext) => Promise<void>,
): Task => ({ name, run: async (raw, context) => work(payload.parse(raw), context) });

/** The payload of cron jobs contains the moment when they were due. */
export const cronPayload = z.looseObject({});

export interface WorkerOptions {
  /** Connection string. The queue has its own connections, so that jobs do not take the shoppers' connections. */
  url: string;
  tasks: readonly Task[];
  /** Lines of a crontab, in UTC; see https://worker.graphile.org/docs/cron. */
  crontab?: string;
  /** Number of jobs that run at the same time. */
  concurrency?: number;
  /** Called after the last try of a job has failed and this was recorded. */
  onDeadJob?: () => Promise<void>;
  /** The interval of the worker's heartbeat, and the time after which a silent worker counts as dead. Tests use shorter times. */
  heartbeat?: Pick<HeartbeatOptions, 'everyMs' | 'deadAfterMs'>;
  log: JobLog;
}

export interface Worker {
  /** Waits for running jobs, then closes. */
  close(): Promise<void>;
}

const levels = { error: 'error', warning: 'warn', info: 'info', debug: undefined } as const;

/** Logs the queue's own messages, without their metadata, which may contain payloads. */
const queueLogger = (log: JobLog): Logger =>
  new Logger((scope) => (level, message) => {
    const method = levels[level];
    if (method === undefined || method === 'info') return;
    log[method]({ task: scope.taskIdentifier, job: scope.jobId }, message);
  });

/** Removes values from a job's error, because the queue logs the message and stores it with the job. */
const tellably = async (work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    throw withoutValues(error);
  }
};

/** Follows the queue's events. They contain the queue's name for this worker, and the jobs that the worker runs until their end is recorded. */
const followQueue = (onDead: (job: { task: string; job: string }) => void, onDeadRecorded: () => void) => {
  const events: WorkerEvents = new EventEmitter();
  const inHand = new Set<string>();
  let name: string | undefined;
  events.on('pool:create', ({ workerPool }) => {
    name = workerPool.id;
  });
  events.on('job:start', ({ job }) => inHand.add(job.id));
  events.on('job:complete', ({ job, error }) => {
    inHand.delete(job.id);
    if (error && job.attempts >= job.max_attempts) onDeadRecorded();
  });
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

/** A kind that is never enqueued. The queue needs at least one kind that may run. */
const noTask = 'none';

/** Hides paused kinds from the queue, which lists the kinds before each fetch. A job that was fetched before still runs. */
const withoutPaused = <T extends object>(taskList: T, isPaused: (kind: string) => boolean): T =>
  new Proxy(taskList, { ownKeys: (all) => Reflect.ownKeys(all).filter((kind) => !isPaused(String(kind))) });

/** Runs jobs until it is closed. Any number of workers, on any number of machines, share the queue. */
export const startWorker = async (options: WorkerOptions): Promise<Worker> => {
  const { url, tasks, crontab = '', concurrency = 4, log, heartbeat } = options;
  const pgPool = openQueuePool(
    {
      connectionString: url,
      max: concurrency + 2,
      application_name: 'ceiba worker',
      ...watchedConnection('jobs'),
      onConnect: settleConnection('jobs'),
    },
    (error) => log.warn({ err: { message: error.message } }, 'a connection of the job queue failed'),
  );
  const queue = followQueue(
    (job) => log.error(job, 'a job failed all its attempts, see `ceiba job list`'),
    () => {
      options
        .onDeadJob?.()
        .catch((error: Error) =>
          log.warn({ err: { message: error.message } }, 'the notice about a dead job could not be written'),
        );
    },
  );
  const runs = Object.fromEntries(
    tasks.map(({ name, run: work }) => [
      name,
      (payload: unknown) => tellably(inJobSpan(name, () => work(payload, { now: new Date(), log }))),
    ]),
  );
  // This connection is separate, so that the worker's heartbeat never waits for jobs.
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
  const openQueue = await keepOpen(open, (error) =>
    log.error({ err: { message: error.message } }, 'the job worker stopped and restarts'),
  );
  const beating = startHeartbeat({
    ...heartbeat,
    tx: db.write,
    worker: queue.worker,
    inHand: queue.inHand,
    onJobsTaken: (jobs) => log.warn({ jobs }, 'jobs of a dead worker are released and retried'),
    onPaused: (kinds) => {
      paused = new Set(kinds);
    },
    onFailure: (error) => log.warn({ err: { message: error.message } }, 'the heartbeat of the worker failed'),
  });
  return {
    close: async () => {
      await openQueue.close();
      await beating.close();
      await db.close();
      await pgPool.end();
    },
  };
};
