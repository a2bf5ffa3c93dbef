import type { Actor } from '@ceiba/domain/actors/actor';
import type { Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';

const selectPaused = statement('jobs.paused', 'select task from paused_jobs');

/** Returns the kinds that no worker takes now (OPS-17). */
export const listPausedKinds = async (tx: Tx): Promise<string[]> =>
  (await selectPaused(tx, [])).map(({ task }) => task);

const insertPaused = statement(
  'jobs.pause',
  `insert into paused_jobs (task, reason, actor, paused_at)
   select identifier, $2, $3::jsonb, clock_timestamp() from graphile_worker._private_tasks where identifier = $1
   on conflict (task) do nothing returning task`,
);
const selectKind = statement(
  'jobs.kind',
  'select identifier as task from graphile_worker._private_tasks where identifier = $1',
  { task: neverNull() },
);

/**
 * Pauses a kind of job. From its next heartbeat on (five seconds), a worker takes no jobs of this kind. Running jobs end, and due jobs
 * wait. Returns `already` if the kind was paused before, and `unknown` if no worker has ever known the kind.
 */
export async function pauseKind(
  tx: Tx,
  { task, reason, actor }: { task: string; reason: string; actor: Actor },
): Promise<'paused' | 'already' | 'unknown'> {
  if ((await insertPaused(tx, [task, reason, actor])).length > 0) return 'paused';
  return (await selectKind(tx, [task])).length > 0 ? 'already' : 'unknown';
}

const deletePaused = statement('jobs.resume', 'delete from paused_jobs where task = $1 returning task');

/** Resumes a paused kind. Returns false if the kind was not paused. */
export const resumeKind = async (tx: Tx, task: string): Promise<boolean> => (await deletePaused(tx, [task])).length > 0;
