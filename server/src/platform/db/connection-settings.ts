import type pg from 'pg';

/** What a connection is for: answering requests, running jobs, or what takes long and is looked after by somebody. */
export type ConnectionUse = 'requests' | 'jobs' | 'upkeep';

interface ConnectionLimits {
  /** One statement, its waiting for locks included, in milliseconds. */
  statementMs: number;
  /** Waiting for one lock. */
  lockMs: number;
  /** A transaction in which nothing is asked: whoever began it is gone, and its locks with it. */
  idleInTransactionMs: number;
}

const second = 1_000;
const minute = 60 * second;

/**
 * The longest that anything in the database may take. A shopper is told to come back (503) rather than left waiting, and
 * nothing is held for somebody who is gone. Upkeep is the guard, migrations, loading and commands.
 */
const connectionLimits: Record<ConnectionUse, ConnectionLimits> = {
  requests: { statementMs: 5 * second, lockMs: 4 * second, idleInTransactionMs: 15 * second },
  jobs: { statementMs: 2 * minute, lockMs: 30 * second, idleInTransactionMs: 2 * minute },
  upkeep: { statementMs: 60 * minute, lockMs: 10 * minute, idleInTransactionMs: 30 * minute },
};

/** What a driver waits for an answer beyond the statement's own limit: then the connection has been cut without a word. */
const cutOffMs = 5 * second;

/** For `pg`: a connection whose other side is gone is noticed, at rest (keepalive) and while an answer is due. */
export const watchedConnection = (use: ConnectionUse) => ({
  keepAlive: true,
  keepAliveInitialDelayMillis: 10 * second,
  query_timeout: connectionLimits[use].statementMs + cutOffMs,
});

/**
 * Sets a new connection's limits, and has the server notice within a minute when we are gone, so that our locks do not
 * outlive us. By statement and not at connecting: poolers refuse such parameters there.
 *
 * Requests also plan for look-ups (record 0002): a plan is made once per connection and kept; made while a table is
 * empty, it would read that table from end to end, and still do so thousands of orders later.
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
      // Short statements: compiling them costs more than it saves. A server's default is on, and a table that may not be read
      // from end to end looks dear enough to it for seconds of compiling.
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
 * SQLSTATE of a server that stops, starts, has no disk, memory or connection left (class 53), reads only (25006: a standby that is not
 * promoted yet), was cut off or has cut us off (25P03: idle in a transaction), and what the system says of a broken connection.
 */
const awayCode =
  /^(?:57P0[1-5]|25006|25P03|08\w{3}|53\d{3}|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** The driver's own errors, which carry no code. */
const awayMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection error and is not queryable/;

/** SQLSTATE of a statement that took longer than it may, waited that long for a lock, or was given up for another that it held up (a deadlock). */
export const isOverTime = ({ code }: { code?: string }): boolean =>
  code === '57014' || code === '55P03' || code === '40P01';

/** The database cannot do what it does at other times: not a defect of the statement, and over without a change of ours. */
export const isDatabaseAway = (error: { code?: string; message?: string }): boolean =>
  awayCode.test(error.code ?? '') || awayMessage.test(error.message ?? '');
