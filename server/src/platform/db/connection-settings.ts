import type pg from 'pg';

/** The purpose of a connection: API requests, jobs, or upkeep (long work that a person waits for). */
export type ConnectionUse = 'requests' | 'jobs' | 'upkeep';

interface ConnectionLimits {
  /** Limit for one statement, including its wait for locks, in milliseconds. */
  statementMs: number;
  /** Limit for the wait for one lock, in milliseconds. */
  lockMs: number;
  /** Limit for an idle open transaction, in milliseconds. Such a transaction has lost its client, but still holds locks. */
  idleInTransactionMs: number;
}

const second = 1_000;
const minute = 60 * second;

/**
 * Time limits of statements. A shopper gets a 503 instead of waiting longer, and no lock is held for a client that is gone. Upkeep means
 * the guard, migrations, imports and commands.
 */
const connectionLimits: Record<ConnectionUse, ConnectionLimits> = {
  requests: { statementMs: 5 * second, lockMs: 4 * second, idleInTransactionMs: 15 * second },
  jobs: { statementMs: 2 * minute, lockMs: 30 * second, idleInTransactionMs: 2 * minute },
  upkeep: { statementMs: 60 * minute, lockMs: 10 * minute, idleInTransactionMs: 30 * minute },
};

/** Milliseconds that the driver waits beyond the statement limit. Without an answer by then, the connection must be broken. */
const cutOffMs = 5 * second;

/** Settings for `pg` that detect a dead connection, whether it is idle (keepalive) or an answer is due. */
export const watchedConnection = (use: ConnectionUse) => ({
  keepAlive: true,
  keepAliveInitialDelayMillis: 10 * second,
  query_timeout: connectionLimits[use].statementMs + cutOffMs,
});

/**
 * Sets the limits of a new connection by a statement, because poolers refuse such parameters at connection time. The server notices within
 * a minute that the client is gone, so that locks do not outlive the client.
 *
 * Connections for requests prefer index look-ups (record 0002). A plan is cached per connection. A plan made for an empty table would still
 * scan the whole table thousands of orders later.
 */
export const settleConnection =
  (use: ConnectionUse) =>
  async (client: Pick<pg.ClientBase, 'query'>): Promise<void> => {
    const { statementMs, lockMs, idleInTransactionMs } = connectionLimits[use];
    const settings: Record<string, string | number> = {
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      tcp_keepalives_idle: 30,
      tcp_keepalives_interval: 10,
      tcp_keepalives_count: 3,
      // JIT compilation costs more than it saves, because statements are short. In PostgreSQL it is on by default. Forbidden sequential
      // scans look so expensive that they would trigger seconds of compilation.
      jit: 'off',
      ...(use === 'requests' ? { enable_seqscan: 'off' } : {}),
    };
    await client.query(
      Object.entries(settings)
        .map(([name, value]) => `set ${name} = ${value}`)
        .join('; '),
    );
  };

/**
 * SQLSTATE of an unavailable server. It stops, starts, or lacks disk, memory or connections (class 53). Or it is read-only (25006: a
 * standby that is not promoted yet). Also a cut connection (25P03: idle in a transaction), and the operating system's codes for a broken
 * connection.
 */
const awayCode =
  /^(?:57P0[1-5]|25006|25P03|08\w{3}|53\d{3}|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** The driver's own errors, which have no code. */
const awayMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection error and is not queryable/;

/** True for the SQLSTATE of a statement that timed out, timed out on a lock, or was canceled because of a deadlock. */
export const isOverTime = ({ code }: { code?: string }): boolean =>
  code === '57014' || code === '55P03' || code === '40P01';

/** True if the database is temporarily unavailable. The statement is not the cause, and works again without a change to the code. */
export const isDatabaseAway = (error: { code?: string; message?: string }): boolean =>
  awayCode.test(error.code ?? '') || awayMessage.test(error.message ?? '');
