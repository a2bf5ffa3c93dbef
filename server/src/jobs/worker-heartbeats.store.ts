import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

/**
 * Time after which jobs of a process without any heartbeat are released. Longer than any job takes. Such a process has
 * the previous version, during a release, or it died between its first job and its first heartbeat.
 */
const unknownAfter = '15 minutes';

interface Beaten {
  /** Number of released jobs that no worker held. */
  jobs: number;
  /** Kinds that people have paused (OPS-17). */
  paused: string[];
}

// One statement does both, so that the dead workers and their released jobs always match. A part of the statement does not see what another
// part writes. So this worker's own row is named separately.
const beatAndUnlock = statement(
  'jobs.beat',
  `with beat as (
     insert into job_workers (worker, seen_at) values ($1, clock_timestamp())
     on conflict (worker) do update set seen_at = excluded.seen_at),
   dead as (
     delete from job_workers
     where $4 and worker <> $1 and seen_at < clock_timestamp() - $3::integer * interval '1 millisecond'
     returning worker),
   given_back as (
     update graphile_worker._private_jobs j set locked_by = null, locked_at = null
     where j.locked_by in (select worker from dead)
       -- This worker's fetch was committed, but its answer was lost: no worker runs the job.
       or j.locked_by = $1 and j.id <> all ($2::bigint[])
         and j.locked_at < clock_timestamp() - $3::integer * interval '1 millisecond'
       or j.locked_by <> $1 and j.locked_at < clock_timestamp() - interval '${unknownAfter}'
         and not exists (select from job_workers w where w.worker = j.locked_by)
     returning j.job_queue_id),
   -- A running job locks its queue. Without this, the queue of a lost job would stay locked for hours.
   opened as (
     update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
     where q.locked_by in (select worker from dead) or q.id in (select job_queue_id from given_back))
   select count(*) as jobs, array(select task from paused_jobs) as paused from given_back`,
);

/** The name of this process's worker in the queue, and the IDs of its running jobs. */
interface WorkerBeat {
  worker: string;
  inHand: readonly string[];
}

/**
 * Writes a worker's heartbeat and releases jobs that no worker holds. With `mayJudge`, also releases jobs of workers that have been silent
 * for `deadAfterMs`.
 */
export async function recordHeartbeat(
  tx: Tx,
  { worker, inHand }: WorkerBeat,
  deadAfterMs: number,
  mayJudge: boolean,
): Promise<Beaten> {
  return (await beatAndUnlock(tx, [worker, inHand, deadAfterMs, mayJudge]))[0] ?? { jobs: 0, paused: [] };
}

const deleteWorker = statement('jobs.worker-leaves', 'delete from job_workers where worker = $1');

/** Deletes a worker that ends and has no jobs. */
const removeWorker = async (tx: Tx, worker: string): Promise<void> => {
  await deleteWorker(tx, [worker]);
};

export interface HeartbeatOptions {
  tx: Tx;
  /** Returns the queue's name of this process's worker. The name changes when the queue is opened again. */
  worker: () => string;
  /** Returns the IDs of its running jobs. */
  inHand: () => readonly string[];
  /** Milliseconds between two heartbeats. */
  everyMs?: number;
  /** Milliseconds of silence after which a worker counts as dead. */
  deadAfterMs?: number;
  onJobsTaken: (jobs: number) => void;
  /** Called at each heartbeat with the kinds that are paused now. */
  onPaused: (kinds: readonly string[]) => void;
  onFailure: (error: Error) => void;
}

interface Beating {
  /** Must be called only after the last job has ended. */
  close(): Promise<void>;
}

/**
 * Number of own heartbeats in a row before a worker may declare others dead. After an outage of the database, all workers were silent, and
 * each needs time for a heartbeat.
 */
const heartbeatsToJudge = 3;

/**
 * Sends regular heartbeats of this worker, and releases the jobs of dead workers. A job is never taken from a worker that sends heartbeats,
 * however long the job takes. After a death, a job waits for `deadAfterMs` and at most two heartbeats (DEC-12).
 */
export const startHeartbeat = (options: HeartbeatOptions): Beating => {
  const { tx, worker, inHand, everyMs = 5_000, deadAfterMs = 30_000, onJobsTaken, onPaused, onFailure } = options;
  let inARow = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const beat = async (): Promise<void> => {
    try {
      const { jobs, paused } = await recordHeartbeat(
        tx,
        { worker: worker(), inHand: inHand() },
        deadAfterMs,
        inARow >= heartbeatsToJudge,
      );
      inARow += 1;
      onPaused(paused);
      if (jobs > 0) onJobsTaken(jobs);
    } catch (error) {
      inARow = 0;
      if (error instanceof Error) onFailure(error);
    }
  };
  const beatOn = async (): Promise<void> => {
    await beat();
    if (!isClosed) timer = setTimeout(next, everyMs);
  };
  let beating = Promise.resolve();
  const next = (): void => {
    beating = beatOn();
  };

  next();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await beating;
      // If this fails, other workers later find the row of a dead worker without jobs.
      await removeWorker(tx, worker()).catch(onFailure);
    },
  };
};
