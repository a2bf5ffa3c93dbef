import pg from 'pg';
import { type ConnectionUse, settleConnection, watchedConnection } from './connection-settings.ts';
import { openReplicaReads, type ReplicaReads } from './replica-reads.ts';
import type { ReplicaWatchOptions } from './replica-watch.ts';

// Money is bigint centavos and always far below 2^53; civil dates stay texts, so that no time zone can move them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Something statements run in: an open transaction, or a connection per statement (autocommit). */
export interface Tx {
  run<Row extends object>(statement: { name?: string; text: string; values: readonly unknown[] }): Promise<Row[]>;
}

/**
 * The pool. Not a `Tx`: store functions cannot take it, and only use cases and routes ask it for one.
 * `read` and `write` run single statements without BEGIN and COMMIT (one round trip).
 */
export interface Database {
  /** Single reading statements; a replica may answer them, as it was up to some seconds ago. */
  readonly read: Tx;
  /** Single statements on the primary. */
  readonly write: Tx;
  /** Runs `work` in one transaction: commits what it returns, rolls back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  /** Connections to the primary. */
  readonly pool: pg.Pool;
  /** Undefined: there is none, and `read` asks the primary. */
  readonly replica: ReplicaReads | undefined;
}

export interface DatabaseOptions {
  url: string;
  maxConnections?: number;
  /** Decides how long a statement may take, and how it is planned; `upkeep` by default. */
  use?: ConnectionUse;
  /** A streaming replica of `url`, for `read`. */
  replica?: Omit<ReplicaWatchOptions, 'primaryUrl'> | undefined;
  /** Called once per statement sent, BEGIN and COMMIT excluded; lets a request count its statements. */
  onStatement?: (name: string | undefined) => void;
}

const txOver = (client: Pick<pg.Pool, 'query'>, onStatement: (name: string | undefined) => void): Tx => ({
  run: async <Row extends object>({
    name,
    text,
    values,
  }: {
    name?: string;
    text: string;
    values: readonly unknown[];
  }) => {
    onStatement(name);
    const query = name === undefined ? { text, values: [...values] } : { name, text, values: [...values] };
    const { rows } = await client.query<Row>(query);
    return rows;
  },
});

export const openDatabase = (options: DatabaseOptions): Database => {
  const { url, maxConnections = 10, use = 'upkeep', onStatement = () => {} } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: 'ceiba',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...watchedConnection(use),
    onConnect: settleConnection(use),
  });
  // A connection that dies (database restarted) while idle or between two statements of a transaction: the pool drops
  // it, the next statement on it fails. Without listeners it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const single = txOver(pool, onStatement);
  const replica =
    options.replica &&
    openReplicaReads({
      ...options.replica,
      primaryUrl: url,
      maxConnections,
      txOver: (replicaPool) => txOver(replicaPool, onStatement),
      primary: single,
    });
  return {
    pool,
    replica,
    read: replica?.read ?? single,
    write: single,
    transaction: async (work) => {
      const client = await pool.connect();
      let failed: Error | undefined;
      try {
        await client.query('begin');
        const value = await work(txOver(client, onStatement));
        await client.query('commit');
        return value;
      } catch (error) {
        await client.query('rollback').catch((rollbackError: Error) => {
          failed = rollbackError;
        });
        throw error;
      } finally {
        client.release(failed);
      }
    },
    close: async () => {
      await replica?.close();
      await pool.end();
    },
  };
};
