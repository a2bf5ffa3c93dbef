import pg from 'pg';
import { settleConnection, watchedConnection } from './connection-settings.ts';
import type { Tx } from './database.ts';
import { isDatabaseAway } from './database-away.ts';
import { type ReplicaStatus, type ReplicaWatchOptions, watchReplica } from './replica-watch.ts';

export interface ReplicaReads {
  /** Reads from the replica while it is sound, else from the primary; a read that fails there is repeated here. */
  readonly read: Tx;
  /** `repeated`: reads that failed at the replica and were sent to the primary. */
  status(): ReplicaStatus & { repeated: number };
  /** See `ReplicaWatch`; called for every purge, so that no page is made again from what was before it. */
  freshen(): void;
  close(): Promise<void>;
}

export interface ReplicaReadsOptions extends ReplicaWatchOptions {
  maxConnections: number;
  /** Makes statements of a pool's queries, as for the primary. */
  txOver: (pool: pg.Pool) => Tx;
  primary: Tx;
}

/** A shopper waits at most this long for a replica that vanished, in milliseconds, before the primary is asked. */
const connectMs = 1_000;
const answerMs = 3_000;

/** A replica refuses what writes. */
const readOnly = '25006';

/** Recovery cancels a read that stands in its way (40001): the replica is sound all the same. */
const recoveryConflict = '40001';

const asFault = (error: unknown): { code?: string; message?: string } => (error instanceof Error ? error : {});

export const openReplicaReads = ({
  maxConnections,
  txOver,
  primary,
  ...watched
}: ReplicaReadsOptions): ReplicaReads => {
  const watch = watchReplica(watched);
  const pool = new pg.Pool({
    connectionString: watched.url,
    max: maxConnections,
    application_name: 'ceiba reads',
    connectionTimeoutMillis: connectMs,
    ...watchedConnection('requests'),
    query_timeout: answerMs,
    idleTimeoutMillis: 30_000,
    onConnect: settleConnection('requests'),
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const replica = txOver(pool);
  let repeated = 0;
  return {
    read: {
      run: async <Row extends object>(statement: Parameters<Tx['run']>[0]): Promise<Row[]> => {
        if (!watch.status.isUsed) return primary.run<Row>(statement);
        try {
          return await replica.run<Row>(statement);
        } catch (error) {
          const fault = asFault(error);
          // What writes has no business here, and the primary would do it.
          if (fault.code === readOnly) throw error;
          if (isDatabaseAway(fault)) watch.suspect();
          else if (fault.code !== recoveryConflict) throw error;
          repeated += 1;
          return primary.run<Row>(statement);
        }
      },
    },
    status: () => ({ ...watch.status, repeated }),
    freshen: watch.freshen,
    close: async () => {
      await watch.close();
      await pool.end();
    },
  };
};
