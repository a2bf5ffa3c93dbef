import { type Result, refuse } from '@ceiba/domain/result';
import pg from 'pg';
import { inStatementSpan } from '../operations/spans.ts';
import { type Asked, ask, batchOn, tracing } from './batch.ts';
import { type ConnectionUse, settleConnection, watchedConnection } from './connection-settings.ts';
import { openReplicaReads, type ReplicaReads } from './replica-reads.ts';

/** Every form that a server may write, BC and infinity among them. */
const readAny: (text: string) => unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text');

/** `2026-11-23 01:41:14.03+00`, what a server that speaks UTC writes of our times: by its length, hyphen and end. */
const isUsual = (text: string): boolean =>
  text.length >= 22 && text.length <= 29 && text.charCodeAt(4) === 45 && text.endsWith('+00');

/** Reads a moment as PostgreSQL writes it, to the millisecond; the driver's own reader takes ten times as long. */
export const readMoment = (text: string): unknown =>
  isUsual(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAny(text);

// Money is bigint centavos and always far below 2^53; civil dates stay texts, so that no time zone can move them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readMoment);

/** Something statements run in: an open transaction, or a connection per statement (autocommit). */
export interface Tx {
  run<Row extends object>(statement: { name?: string; text: string; values: readonly unknown[] }): Promise<Row[]>;
}

/** An open transaction. */
export interface Transaction extends Tx {
  /**
   * For the one statement that ends it, by its name: it leaves with the commit, which is not made where it is refused. Whoever asks
   * has nothing left to decide: once it is answered all is written, and what is asked behind it is not sent.
   */
  readonly last: Tx;
}

/**
 * The pool. Not a `Tx`: store functions cannot take it, and only use cases and routes ask it for one.
 * `read` and `write` run single statements without BEGIN and COMMIT (one round trip).
 */
export interface Database {
  /** Single reading statements; a replica may answer them, which has all that was committed before. */
  readonly read: Tx;
  /** Single statements on the primary. */
  readonly write: Tx;
  /**
   * Two statements on the primary in one round trip: the second is sent without waiting for the first one's answer, and sees what
   * that wrote. They are one transaction: where one is refused, nothing is written.
   */
  batch<A, B>(first: (tx: Tx) => Promise<A>, second: (tx: Tx) => Promise<B>): Promise<[A, B]>;
  /** Runs `work` in one transaction: commits what it returns, rolls back when it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  /** Connections to the primary. */
  readonly pool: pg.Pool;
  /** Undefined: there is none, and `read` asks the primary. */
  readonly replica: ReplicaReads | undefined;
}

/** A database on which everything is part of a transaction that is open already; what begins one of its own has a savepoint there. */
export const databaseWithin = (db: Database, tx: Tx): Database => ({
  ...db,
  read: tx,
  write: tx,
  batch: async (first, second) => [await first(tx), await second(tx)],
  transaction: async (work) => {
    const step = (text: string): Promise<object[]> => tx.run({ text, values: [] });
    await step('savepoint within');
    try {
      const value = await work({ run: tx.run, last: { run: tx.run } });
      await step('release savepoint within');
      return value;
    } catch (error) {
      await step('rollback to savepoint within');
      throw error;
    }
  },
});

export interface DatabaseOptions {
  url: string;
  maxConnections?: number;
  /** How long whoever asks waits for one of them, in milliseconds; 5 s by default. Then the database counts as away. */
  connectMs?: number;
  /** Decides how long a statement may take, and how it is planned; `upkeep` by default. */
  use?: ConnectionUse;
  /** Address of a synchronous replica of `url`, for `read`. */
  replicaUrl?: string | undefined;
  /** Called once per statement sent, BEGIN and COMMIT excluded; lets a request count its statements. */
  onStatement?: (name: string | undefined) => void;
}

type OnStatement = (name: string | undefined) => void;

const word = (text: 'begin' | 'commit'): Asked => ({ name: text, text, values: [] });

/** Statements on one connection. */
const txOn = (send: (asked: Asked) => Promise<pg.QueryResult>, onStatement: OnStatement): Tx => ({
  run: async <Row extends object>(asked: Asked): Promise<Row[]> => {
    onStatement(asked.name);
    return (await inStatementSpan(asked.name, () => tracing(send(asked)))).rows;
  },
});

/** Each statement on a connection of its own. */
const txOver = (pool: pg.Pool, onStatement: OnStatement): Tx => ({
  run: async <Row extends object>(asked: Asked): Promise<Row[]> => {
    onStatement(asked.name);
    const client = await pool.connect();
    let isBroken = true;
    try {
      const { rows } = await inStatementSpan(asked.name, () => ask(asked, client));
      isBroken = false;
      return rows;
    } catch (error) {
      isBroken = !isRefused(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  },
});

/**
 * Refusals that have their reason in the connection, so that it would give them for ever: a prepared statement that is gone (26000)
 * or answers other columns by now (0A000), a server that only reads by now (25006), its own faults (XX).
 */
const ownRefusals = /^(?:26000|0A000|25006|XX)/;

/**
 * Whether the database has answered that a statement wrote nothing, and its connection goes on; a line that ends is no such
 * answer (FATAL, or none at all).
 */
export const isRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR' && !ownRefusals.test(error.code ?? '');

/** The constraint that refused a statement, or the rule of ours that names itself as one. */
export const brokenRuleOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.constraint : undefined;

const batchOver =
  (pool: pg.Pool, onStatement: OnStatement): Database['batch'] =>
  async (first, second) => {
    const client = await pool.connect();
    const tx = txOn(batchOn(client), onStatement);
    const [one, two] = await Promise.allSettled([first(tx), second(tx)]);
    client.release([one, two].some((end) => end.status === 'rejected' && !isRefused(end.reason)));
    if (one.status === 'rejected') throw one.reason;
    if (two.status === 'rejected') throw two.reason;
    return [one.value, two.value];
  };

const transactionOver =
  (pool: pg.Pool, onStatement: OnStatement): Database['transaction'] =>
  async (work) => {
    const client = await pool.connect();
    // What spoilt the connection, which is then not given back.
    let spoilt: Error | undefined;
    const closeIfSpoilt = (error: unknown): void => {
      if (error instanceof pg.DatabaseError && !isRefused(error)) spoilt = error;
    };
    const open = begin(batchOn(client), onStatement, closeIfSpoilt);
    try {
      // Done to its end, also where nothing was begun: the connection is its own until then.
      const value = await work(open.tx);
      await open.commit();
      return value;
    } catch (error) {
      open.end();
      closeIfSpoilt(error);
      await client.query('rollback').catch((rollbackError: Error) => {
        spoilt = rollbackError;
      });
      throw error;
    } finally {
      client.release(spoilt);
    }
  };

/** Begins a transaction on a connection, without waiting for it. `end`: nothing more is sent. */
function begin(
  send: (asked: Asked) => Promise<pg.QueryResult>,
  onStatement: OnStatement,
  onRefused: (reason: unknown) => void,
): { tx: Transaction; commit: () => Promise<void>; end: () => void } {
  let isOver = false;
  // It goes with the first statement, and is refused with it. Whoever asked that one is told, and may go on.
  let beginFailure: { reason: unknown } | undefined;
  const begun = send(word('begin'));
  begun.catch((reason: unknown) => {
    beginFailure = { reason };
    onRefused(reason);
  });
  // What is sent behind the commit, or where nothing was begun, would be committed by itself; once the connection is given back, it
  // would be in somebody else's transaction.
  const sendOwn = (asked: Asked): Promise<pg.QueryResult> => {
    if (beginFailure !== undefined) throw beginFailure.reason;
    if (isOver) throw new Error('a statement was asked of a transaction that is over');
    return send(asked);
  };
  let ended: Promise<pg.QueryResult> | undefined;
  const last = txOn((asked) => {
    const answer = sendOwn(asked);
    ended = send(word('commit'));
    isOver = true;
    // Where it is refused, so is what it left with, whose caller is told.
    ended.catch(() => {});
    return answer;
  }, onStatement);
  return {
    tx: { ...txOn(sendOwn, onStatement), last },
    commit: async () => {
      await begun;
      isOver = true;
      const { command } = await (ended ?? send(word('commit')));
      // So the server answers where a statement was refused, and whoever sent it went on.
      if (command !== 'COMMIT') throw new Error('a transaction was to be committed that had failed');
    },
    end: () => {
      isOver = true;
    },
  };
}

export const openDatabase = (options: DatabaseOptions): Database => {
  const { url, maxConnections = 10, connectMs = 5_000, use = 'upkeep', onStatement = () => {} } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: 'ceiba',
    // What is asked side by side on one connection is sent at once, and answered in its order.
    pipeline: true,
    connectionTimeoutMillis: connectMs,
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
    options.replicaUrl === undefined
      ? undefined
      : openReplicaReads({
          url: options.replicaUrl,
          maxConnections,
          txOver: (replicaPool) => txOver(replicaPool, onStatement),
          primary: single,
        });
  return {
    pool,
    replica,
    read: replica?.read ?? single,
    write: single,
    batch: batchOver(pool, onStatement),
    transaction: transactionOver(pool, onStatement),
    close: async () => {
      await replica?.close();
      await pool.end();
    },
  };
};

/**
 * A named prepared statement: parsed and planned once per connection (measured 2.3 times as fast as unprepared for a
 * cart read). `name` is `{slice}.{what}` and unique; it shows in pg_stat_statements, traces and statement counts.
 *
 *   const findSeller = statement<SellerRow, [slug: string]>('sellers.by-slug', 'select … where slug = $1');
 *   const [seller] = await findSeller(tx, [slug]);
 */
export const statement =
  <Row extends object, Values extends readonly unknown[] = []>(name: string, text: string) =>
  (tx: Tx, values: Values): Promise<Row[]> =>
    tx.run<Row>({ name, text, values });

/**
 * Deletes the oldest rows of a table whose `column`, which has an index, is below what is given (a moment, or a day), at most `most` a call;
 * answers how many. Named `{slice}.{what}` as any statement.
 */
export const deleteOlder = <Bound extends Date | string = Date>(name: string, table: string, column: string) => {
  const run = statement<object, [before: Bound, most: number]>(
    name,
    `delete from ${table} where ctid = any (array(
       select ctid from ${table} where ${column} < $1 order by ${column} limit $2)) returning 1`,
  );
  return async (tx: Tx, before: Bound, most = 1_000): Promise<number> => (await run(tx, [before, most])).length;
};

/** Carries a refusal out of the transaction that it undoes. */
class Undo<E extends { code: string }> extends Error {
  readonly refusal: E;
  constructor(refusal: E) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Runs `work` in one transaction, which commits what succeeds: a refusal undoes everything that was written before it. */
export async function commitIfOk<T, E extends { code: string }>(
  db: Database,
  work: (tx: Transaction) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  let undo: Undo<E> | undefined;
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx);
      if (result.ok) return result;
      undo = new Undo(result.error);
      throw undo;
    });
  } catch (error) {
    if (undo !== undefined && error === undo) return refuse(undo.refusal);
    throw error;
  }
}
