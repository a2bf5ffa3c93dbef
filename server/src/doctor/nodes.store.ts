import { hostname } from 'node:os';
import { type Database, statement, type Tx } from '../platform/db/database.ts';
import { shopVersion } from '../platform/operations/version.ts';

/** ms between two words of a process. */
const everyMs = 20_000;

// As old as a process is that has been silent for so long, it has ended: whoever speaks takes it out.
const sayAlive = statement<object, [name: string, role: string, version: string, started: Date]>(
  'doctor.node-lives',
  `with gone as (delete from running_nodes where name <> $1 and seen_at < clock_timestamp() - interval '2 minutes')
   insert into running_nodes (name, role, version, started_at, seen_at) values ($1, $2, $3, $4, clock_timestamp())
   on conflict (name) do update set version = excluded.version, started_at = excluded.started_at, seen_at = excluded.seen_at`,
);
const deleteNode = statement<object, [name: string]>('doctor.node-ends', 'delete from running_nodes where name = $1');

interface NodeBeat {
  /** Says no more, and takes its word back. */
  close(): Promise<void>;
}

/** Says at regular times that this process runs, and of which version it is (OPS-04). What fails is said the next time. */
export async function startNodeBeat(
  { write }: Pick<Database, 'write'>,
  role: string,
  onFailure: (error: Error) => void,
): Promise<NodeBeat> {
  const name = `${hostname()}:${process.pid}`;
  const started = new Date();
  const told = (error: unknown): void => void (error instanceof Error && onFailure(error));
  const say = (tx: Tx): Promise<void> => sayAlive(tx, [name, role, shopVersion, started]).then(() => {}, told);
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
      await deleteNode(write, [name]).catch(told);
    },
  };
}
