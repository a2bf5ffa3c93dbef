import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseAway, settleConnection, watchedConnection } from './connection-settings.ts';
import type { ReplicaReads, Tx } from './database.ts';

interface ReplicaReadsOptions {
  /** The address of a synchronous standby. It shows every commit that the primary has acknowledged (docs/operations.md, "The read replica"). */
  url: string;
  maxConnections: number;
  /** Wraps a pool as a `Tx`, in the same way as the primary's pool. */
  txOver: (pool: pg.Pool) => Tx;
  primary: Tx;
  /** The primary's address. Needed to check whether a new connection to the replica is current. */
  primaryUrl: string;
}

/** The longest waits for a connection to the replica and for its answer, in milliseconds. After that, the primary is read instead. */
const connectMs = 1_000;
const answerMs = 3_000;

/** Milliseconds for which a lost replica is not tried again. In the meantime reads go to the primary immediately. */
const restMs = 1_000;

/** SQLSTATE with which a replica refuses a write. */
const readOnly = '25006';

/** SQLSTATE of a server that is still starting. */
const startingUp = '57P03';

/** SQLSTATE of a read that was canceled because it blocked recovery. The replica itself works. */
const recoveryConflict = '40001';

const asFault = (error: unknown): { code?: string; message?: string } => (error instanceof Error ? error : {});

/** A position that comes before every other position in a server's log (WAL). */
const logBeginning = '0/0';

/** Returns the end of the primary's log. Every acknowledged commit is before it. While the primary is away, any replica counts as current. */
const askLogEnd = async (primary: pg.Pool): Promise<string> => {
  const text = `select case when pg_is_in_recovery() then '${logBeginning}' else pg_current_wal_flush_lsn() end as "logEnd"`;
  try {
    return (await primary.query<{ logEnd: string }>(text)).rows[0]?.logEnd ?? logBeginning;
  } catch (error) {
    if (isDatabaseAway(asFault(error))) return logBeginning;
    throw error;
  }
};

/**
 * Refuses a new connection to a replica that lacks an acknowledged commit. After a crash, a standby can be read before it has replayed its
 * log. The crash closed all its connections, so it is enough to check new connections.
 */
const refuseOlder = async (client: pg.ClientBase, primary: pg.Pool): Promise<void> => {
  const end = performance.now() + connectMs;
  const logEnd = await askLogEnd(primary);
  const text = 'select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $1 as "isCurrent"';
  while ((await client.query<{ isCurrent: boolean }>(text, [logEnd])).rows[0]?.isCurrent !== true) {
    if (performance.now() > end)
      throw Object.assign(new Error('the replica is behind the primary'), { code: startingUp });
    await sleep(5);
  }
};

export const openReplicaReads = (options: ReplicaReadsOptions): ReplicaReads => {
  const { url, maxConnections, txOver, primary, primaryUrl } = options;
  // This pool is separate. If it had to wait for a connection of the requests, the primary would seem to be away.
  const primaryLog = new pg.Pool({
    connectionString: primaryUrl,
    max: 1,
    application_name: 'ceiba reads',
    connectionTimeoutMillis: connectMs,
    ...watchedConnection('requests'),
    query_timeout: connectMs,
    idleTimeoutMillis: 1_000,
    onConnect: settleConnection('requests'),
  });
  primaryLog.on('error', () => {});
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: 'ceiba reads',
    connectionTimeoutMillis: connectMs,
    ...watchedConnection('requests'),
    query_timeout: answerMs,
    idleTimeoutMillis: 30_000,
    // A connection that was opened while there was no standby leads to the primary. This limit ends such connections after a minute.
    maxLifetimeSeconds: 60,
    onConnect: async (client) => {
      await settleConnection('requests')(client);
      await refuseOlder(client, primaryLog);
    },
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
          // A statement that writes here is a defect, and must not be repeated on the primary.
          if (fault.code === readOnly) throw error;
          if (isDatabaseAway(fault)) restsUntil = performance.now() + restMs;
          else if (fault.code !== recoveryConflict) throw error;
          repeated += 1;
          return primary.run<Row>(statement);
        }
      },
    },
    repeated: () => repeated,
    close: async () => {
      await pool.end();
      await primaryLog.end();
    },
  };
};
