import { statement, type Tx } from '../platform/db/database.ts';

/**
 * Jobs of processes that never beat: those of the version before this one, during a release, and one that died between
 * fetching its first job and its first beat. Longer than any job takes.
 */
const unknownAfter = '15 minutes';

interface Beaten {
  /** Given back, as they are in nobody's hands. */
  jobs: number;
  /** Kinds that people have paused (OPS-17). */
  paused: string[];
}

// One statement: who is found dead, and whose jobs are given back, can never be two different answers. A part does not
// see what another one writes, so the own row is named apart.
const beatAndUnlock = statement<
  Beaten,
  [worker: string, inHand: readonly string[], deadAfterMs: number, mayJudge: boolean]
>(
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
       -- Fetched by a statement whose answer never came: nobody has it in hand.
       or j.locked_by = $1 and j.id <> all ($2::bigint[])
         and j.locked_at < clock_timestamp() - $3::integer * interval '1 millisecond'
       or j.locked_by <> $1 and j.locked_at < clock_timestamp() - interval '${unknownAfter}'
         and not exists (select from job_workers w where w.worker = j.locked_by)
     returning j.job_queue_id),
   -- A queue is locked with the job of it that somebody has in hand, and would stay so for hours.
   opened as (
     update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
     where q.locked_by in (select worker from dead) or q.id in (select job_queue_id from given_back))
   select count(*) as jobs, array(select task from paused_jobs) as paused from given_back`,
);

/** Who beats: the queue's name of this process's worker, and the ids of the jobs it is working on. */
interface WorkerBeat {
  worker: string;
  inHand: readonly string[];
}

/**
 * Says that a worker lives; gives back jobs that are in nobody's hands. With `mayJudge`, those of workers silent for
 * `deadAfterMs` too.
 */
export async function beatWorker(
  tx: Tx,
  { worker, inHand }: WorkerBeat,
  deadAfterMs: number,
  mayJudge: boolean,
): Promise<Beaten> {
  return (await beatAndUnlock(tx, [worker, inHand, deadAfterMs, mayJudge]))[0] ?? { jobs: 0, paused: [] };
}

const deleteWorker = statement<object, [worker: string]>(
  'jobs.worker-leaves',
  'delete from job_workers where worker = $1',
);

/** A worker ends, with nothing in hand. */
const removeWorker = async (tx: Tx, worker: string): Promise<void> => {
  await deleteWorker(tx, [worker]);
};

export interface BeatOptions {
  tx: Tx;
  /** The queue's name of this process's worker; another one when the queue was opened anew. */
  worker: () => string;
  /** Ids of the jobs it is working on. */
  inHand: () => readonly string[];
  /** Milliseconds between two beats. */
  everyMs?: number;
  /** Milliseconds of silence after which a worker counts as dead. */
  deadAfterMs?: number;
  onJobsTaken: (jobs: number) => void;
  /** At each beat: the kinds that are paused now. */
  onPaused: (kinds: readonly string[]) => void;
  onFailure: (error: Error) => void;
}

interface Beating {
  /** Called when no job is in hand any more. */
  close(): Promise<void>;
}

/**
 * Beats of its own without a break before a worker judges others: when the database was away, all of them were silent,
 * and each must have had the time to say that it lives.
 */
const beatsToJudge = 3;

/**
 * Says at regular times that this worker lives, and gives back the jobs of those that do not. A job is never taken from
 * a worker that beats, however long it takes; after a death it waits for `deadAfterMs` and at most two beats (DEC-12).
 */
export const startBeating = (options: BeatOptions): Beating => {
  const { tx, worker, inHand, everyMs = 5_000, deadAfterMs = 30_000, onJobsTaken, onPaused, onFailure } = options;
  let inARow = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const beat = async (): Promise<void> => {
    try {
      const { jobs, paused } = await beatWorker(
        tx,
        { worker: worker(), inHand: inHand() },
        deadAfterMs,
        inARow >= beatsToJudge,
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
      // The row left behind is found dead by others, who find no job of it.
      await removeWorker(tx, worker()).catch(onFailure);
    },
  };
};
