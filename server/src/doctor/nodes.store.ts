import { hostname } from 'node:os';
import type { Database, Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';
import { shopVersion } from '../platform/operations/version.ts';

/** Milliseconds between two heartbeats of a process. */
const everyMs = 20_000;

// A process that is silent for this long counts as ended. Another process deletes its row.
const sayAlive = statement(
  'doctor.node-lives',
  `with gone as (delete from running_nodes where name <> $1 and seen_at < clock_timestamp() - interval '2 minutes')
   insert into running_nodes (name, role, version, started_at, seen_at) values ($1, $2, $3, $4, clock_timestamp())
   on conflict (name) do update set version = excluded.version, started_at = excluded.started_at, seen_at = excluded.seen_at`,
);
const deleteNode = statement('doctor.node-ends', 'delete from running_nodes where name = $1');

interface NodeBeat {
  /** Stops the heartbeat and deletes its row. */
  close(): Promise<void>;
}

/**
 * Writes a regular heartbeat of this process with its version (OPS-04). If a heartbeat fails, the next heartbeat tries
 * again.
 */
export async function startNodeHeartbeat(
  { write }: Pick<Database, 'write'>,
  role: string,
  onFailure: (error: Error) => void,
): Promise<NodeBeat> {
  const name = `${hostname()}:${process.pid}`;
  const started = new Date();
  const report = (error: unknown): void => void (error instanceof Error && onFailure(error));
  const say = (tx: Tx): Promise<void> => sayAlive(tx, [name, role, shopVersion, started]).then(() => {}, report);
  await say(write);
  let saying = Promise.resolve();
  const timer = setInterval(() => {
    saying = saying.then(() => say(write));
  }, everyMs);
  timer.unref();
  return {
    close: async () => {
      clearInterval(timer);
      await saying;
      await deleteNode(write, [name]).catch(report);
    },
  };
}
