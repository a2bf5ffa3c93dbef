import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseAway, settleConnection, watchedConnection } from './connection-settings.ts';
import type { ReplicaReads, Tx } from './database.ts';

interface ReplicaReadsOptions {
  /** Leads to a standby that has whatever the primary has answered as committed: see docs/operations.md, "The read replica". */
  url: string;
  maxConnections: number;
  /** Makes statements of a pool's queries, as for the primary. */
  txOver: (pool: pg.Pool) => Tx;
  primary: Tx;
  /** Address of the primary, to compare a new connection to the replica with it. */
  primaryUrl: string;
}

/** A shopper waits at most this long for a replica that vanished, in milliseconds, before the primary is asked. */
const connectMs = 1_000;
const answerMs = 3_000;

/** How long a replica that was lost is not asked: who comes meanwhile does not wait for it, too. Milliseconds. */
const restMs = 1_000;

/** A replica refuses what writes. */
const readOnly = '25006';

/** SQLSTATE of a server that cannot be asked yet. */
const startingUp = '57P03';

/** Recovery cancels a read that stands in its way (40001): the replica is sound all the same. */
const recoveryConflict = '40001';

const asFault = (error: unknown): { code?: string; message?: string } => (error instanceof Error ? error : {});

/** Smaller than any position in a server's log. */
const logBeginning = '0/0';

/** The end of the primary's log; every commit that was answered lies before it. While the primary is away any replica is accepted. */
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
 * Refuses a new connection to a replica that does not show every commit that was answered. A standby that restarts after a crash is
 * readable before it has replayed its log. The crash has closed all connections, so it is enough to check new ones.
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
  // A connection of its own: a wait for one of the requests' would look as if the primary were away.
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
    // Opened while there was no standby, it leads to the primary, and would for ever.
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
          // A statement that writes is a defect here, and must not be repeated on the primary.
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
