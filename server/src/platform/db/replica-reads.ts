import pg from 'pg';
import { isDatabaseAway, settleConnection, watchedConnection } from './connection-settings.ts';
import type { Tx } from './database.ts';

export interface ReplicaReads {
  /** Reads from the replica; a read that fails there is repeated on the primary. */
  readonly read: Tx;
  /** Reads that were, since the process started. */
  repeated(): number;
  close(): Promise<void>;
}

interface ReplicaReadsOptions {
  /** Leads to a standby that has whatever the primary has answered as committed: see docs/operations.md, "The read replica". */
  url: string;
  maxConnections: number;
  /** Makes statements of a pool's queries, as for the primary. */
  txOver: (pool: pg.Pool) => Tx;
  primary: Tx;
}

/** A shopper waits at most this long for a replica that vanished, in milliseconds, before the primary is asked. */
const connectMs = 1_000;
const answerMs = 3_000;

/** How long a replica that was lost is not asked: who comes meanwhile does not wait for it, too. Milliseconds. */
const restMs = 1_000;

/** A replica refuses what writes. */
const readOnly = '25006';

/** Recovery cancels a read that stands in its way (40001): the replica is sound all the same. */
const recoveryConflict = '40001';

const asFault = (error: unknown): { code?: string; message?: string } => (error instanceof Error ? error : {});

export const openReplicaReads = ({ url, maxConnections, txOver, primary }: ReplicaReadsOptions): ReplicaReads => {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: 'ceiba reads',
    connectionTimeoutMillis: connectMs,
    ...watchedConnection('requests'),
    query_timeout: answerMs,
    idleTimeoutMillis: 30_000,
    // Opened while there was no standby, it leads to the primary, and would for ever.
    maxLifetimeSeconds: 60,
    onConnect: settleConnection('requests'),
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const replica = txOver(pool);
  let repeated = 0;
  let restsUntil = 0;
  return {
    read: {
      run: async <Row extends object>(statement: Parameters<Tx['run']>[0]): Promise<Row[]> => {
        if (performance.now() < restsUntil) return primary.run<Row>(statement);
        try {
          return await replica.run<Row>(statement);
        } catch (error) {
          const fault = asFault(error);
          // What writes has no business here, and the primary would do it.
          if (fault.code === readOnly) throw error;
          if (isDatabaseAway(fault)) restsUntil = performance.now() + restMs;
          else if (fault.code !== recoveryConflict) throw error;
          repeated += 1;
          return primary.run<Row>(statement);
        }
      },
    },
    repeated: () => repeated,
    close: () => pool.end(),
  };
};
