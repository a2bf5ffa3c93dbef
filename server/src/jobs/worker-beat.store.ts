import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/**
 * Jobs of processes that never beat: those of the version before this one, during a release, and one that died between
 * fetching its first job and its first beat. Longer than any job takes.
 */
const unknownAfter = '15 minutes';

// One statement: who is found dead, and whose jobs are given back, can never be two different answers. A part does not
// see what another one writes, so the own row is named apart.
const beatAndUnlock = statement<
  { jobs: number },
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
     returning 1)
   select count(*) as jobs from given_back`,
);

/** Who beats: the queue's name of this process's worker, and the ids of the jobs it is working on. */
export interface WorkerBeat {
  worker: string;
  inHand: readonly string[];
}

/**
 * Says that a worker lives; answers how many jobs it gave back that are in nobody's hands. With `mayJudge`, those of
 * workers silent for `deadAfterMs` too.
 */
export async function beatWorker(
  tx: Tx,
  { worker, inHand }: WorkerBeat,
  deadAfterMs: number,
  mayJudge: boolean,
): Promise<number> {
  return (await beatAndUnlock(tx, [worker, inHand, deadAfterMs, mayJudge]))[0]?.jobs ?? 0;
}

const deleteWorker = statement<object, [worker: string]>(
  'jobs.worker-leaves',
  'delete from job_workers where worker = $1',
);

/** A worker ends, with nothing in hand. */
export const removeWorker = async (tx: Tx, worker: string): Promise<void> => {
  await deleteWorker(tx, [worker]);
};
