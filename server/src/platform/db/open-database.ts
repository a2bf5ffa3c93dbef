import pg from 'pg';
import { inStatementSpan } from '../operations/spans.ts';
import { ask, batchOn, type StatementCall, tracing } from './batch.ts';
import { type ConnectionUse, settleConnection, watchedConnection } from './connection-settings.ts';
import { type Database, isRefused, type Transaction, type Tx } from './database.ts';
import { openReplicaReads } from './replica-reads.ts';

export interface DatabaseOptions {
  url: string;
  maxConnections?: number;
  /** Longest wait for a connection, in milliseconds; 5 s by default. Afterwards the database counts as away. */
  connectMs?: number;
  /** Sets the statement time-out and planner settings; `upkeep` by default. */
  use?: ConnectionUse;
  /** Address of a synchronous replica of `url`, for `read`. */
  replicaUrl?: string | undefined;
  /** Called once for each statement except BEGIN and COMMIT. Counts the statements of a request. */
  onStatement?: (name: string | undefined) => void;
  /** Called with the rows of each statement. The tests' database looks for nulls where none may be. */
  onRows?: (name: string | undefined, rows: readonly object[]) => void;
}

/** The callbacks that watch a database's statements. */
type Watch = Required<Pick<DatabaseOptions, 'onStatement' | 'onRows'>>;

const word = (text: 'begin' | 'commit'): StatementCall => ({ name: text, text, values: [] });

/** Runs statements on one connection. */
const txOn = (send: (asked: StatementCall) => Promise<pg.QueryResult>, { onStatement, onRows }: Watch): Tx => ({
  run: async <Row extends object>(asked: StatementCall): Promise<Row[]> => {
    onStatement(asked.name);
    const { rows } = await inStatementSpan(asked.name, () => tracing(send(asked)));
    onRows(asked.name, rows);
    return rows;
  },
});

/** Runs each statement on a connection of the pool. */
const txOver = (pool: pg.Pool, { onStatement, onRows }: Watch): Tx => ({
  run: async <Row extends object>(asked: StatementCall): Promise<Row[]> => {
    onStatement(asked.name);
    const client = await pool.connect();
    let isBroken = true;
    try {
      const { rows } = await inStatementSpan(asked.name, () => ask(asked, client));
      isBroken = false;
      onRows(asked.name, rows);
      return rows;
    } catch (error) {
      isBroken = !isRefused(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  },
});

const batchOver =
  (pool: pg.Pool, watch: Watch): Database['batch'] =>
  async (first, second) => {
    const client = await pool.connect();
    const tx = txOn(batchOn(client), watch);
    const [one, two] = await Promise.allSettled([first(tx), second(tx)]);
    client.release([one, two].some((end) => end.status === 'rejected' && !isRefused(end.reason)));
    if (one.status === 'rejected') throw one.reason;
    if (two.status === 'rejected') throw two.reason;
    return [one.value, two.value];
  };

const transactionOver =
  (pool: pg.Pool, watch: Watch): Database['transaction'] =>
  async (work) => {
    const client = await pool.connect();
    // The error that broke the connection. The pool will close such a connection.
    let spoilt: Error | undefined;
    const closeIfSpoilt = (error: unknown): void => {
      if (error instanceof pg.DatabaseError && !isRefused(error)) spoilt = error;
    };
    const send = batchOn(client);
    const open = begin(send, watch, closeIfSpoilt);
    try {
      // The work runs to its end even if BEGIN failed, because the connection belongs to this transaction until then.
      const value = await work(open.tx);
      await open.commit();
      return value;
    } catch (error) {
      open.end();
      closeIfSpoilt(error);
      // ROLLBACK is sent after BEGIN, which may still wait for the first statement. In the other order, BEGIN would stay open on a pooled connection.
      await send({ text: 'rollback', values: [] }).catch((rollbackError: Error) => {
        spoilt = rollbackError;
      });
      throw error;
    } finally {
      client.release(spoilt);
    }
  };

/** Starts a transaction on a connection without waiting for the answer. After `end`, nothing more is sent. */
function begin(
  send: (asked: StatementCall) => Promise<pg.QueryResult>,
  watch: Watch,
  onRefused: (reason: unknown) => void,
): { tx: Transaction; commit: () => Promise<void>; end: () => void } {
  let isOver = false;
  // BEGIN is sent together with the first statement. If BEGIN fails, the caller of that statement gets the error.
  let beginFailure: { reason: unknown } | undefined;
  const opening = send(word('begin'));
  opening.catch((reason: unknown) => {
    beginFailure = { reason };
    onRefused(reason);
  });
  // A statement sent after COMMIT, or without BEGIN, would commit by itself. After the release of the connection, it would run in another
  // caller's transaction.
  const sendOwn = (asked: StatementCall): Promise<pg.QueryResult> => {
    if (beginFailure !== undefined) throw beginFailure.reason;
    if (isOver) throw new Error('a statement was sent after its transaction had ended');
    return send(asked);
  };
  let ended: Promise<pg.QueryResult> | undefined;
  const sentWithCommit = txOn((asked) => {
    const answer = sendOwn(asked);
    ended = send(word('commit'));
    isOver = true;
    // If COMMIT is refused, so is the statement that was sent with it. That statement's caller gets the error.
    ended.catch(() => {});
    return answer;
  }, watch);
  return {
    tx: { ...txOn(sendOwn, watch), sentWithCommit },
    commit: async () => {
      await opening;
      isOver = true;
      const { command } = await (ended ?? send(word('commit')));
      // The server answers ROLLBACK if an earlier statement was refused and its caller ignored that.
      if (command !== 'COMMIT') throw new Error('COMMIT rolled back, because an earlier statement had failed');
    },
    end: () => {
      isOver = true;
    },
  };
}

export const openDatabase = (options: DatabaseOptions): Database => {
  const { url, maxConnections = 10, connectMs = 5_000, use = 'upkeep' } = options;
  const { onStatement = () => {}, onRows = () => {} } = options;
  const watch = { onStatement, onRows };
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: 'ceiba',
    // Concurrent statements on one connection are sent immediately and answered in order.
    pipeline: true,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    ...watchedConnection(use),
    onConnect: settleConnection(use),
  });
  // The pool drops a connection that dies while idle or between statements. The next statement on it fails. Without listeners, the error
  // would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const single = txOver(pool, watch);
  const replica =
    options.replicaUrl === undefined
      ? undefined
      : openReplicaReads({
          url: options.replicaUrl,
          maxConnections,
          txOver: (replicaPool) => txOver(replicaPool, watch),
          primary: single,
          primaryUrl: url,
        });
  return {
    pool,
    replica,
    read: replica?.read ?? single,
    write: single,
    batch: batchOver(pool, watch),
    transaction: transactionOver(pool, watch),
    close: async () => {
      await replica?.close();
      await pool.end();
    },
  };
};
