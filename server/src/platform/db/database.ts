import { type Result, refuse } from '@ceiba/domain/result';
import pg from 'pg';
import type { StatementCall } from './batch.ts';

/** Parses every form that a server may write, including BC and infinity. */
const readAny: (text: string) => unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text');

/** Recognizes `2026-11-23 01:41:14.03+00`, the usual form of a server in UTC, by its length, first hyphen and end. */
const isUsual = (text: string): boolean =>
  text.length >= 22 && text.length <= 29 && text.charCodeAt(4) === 45 && text.endsWith('+00');

/** Parses a timestamp of PostgreSQL to the millisecond. The driver's own parser takes ten times as long. */
export const readMoment = (text: string): unknown =>
  isUsual(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAny(text);

// Money is bigint centavos and always far below 2^53. Civil dates stay strings, so that no time zone can shift them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readMoment);

/** Runs statements, either in an open transaction or each on its own connection (autocommit). */
export interface Tx {
  run<Row extends object>(statement: StatementCall): Promise<Row[]>;
}

/** An open transaction. */
export interface Transaction extends Tx {
  /**
   * Runs the last statement of the transaction, which is sent together with COMMIT. If the statement is refused, the transaction rolls
   * back. Once it is answered, everything is committed. Later statements are not sent.
   */
  readonly sentWithCommit: Tx;
}

export interface ReplicaReads {
  /** Reads from the replica. A read that fails there is repeated on the primary. */
  readonly read: Tx;
  /** Number of reads that were repeated on the primary since the process started. */
  repeated(): number;
  close(): Promise<void>;
}

/**
 * The database as use cases and routes see it. It is not a `Tx`, so that nobody passes it to a store function by mistake. `read` and
 * `write` run single statements without BEGIN and COMMIT (one round trip).
 */
export interface Database {
  /** Runs single statements that only read. A synchronous replica may answer them, because it has all committed data. */
  readonly read: Tx;
  /** Runs single statements on the primary. */
  readonly write: Tx;
  /**
   * Runs two statements on the primary in one round trip and in one transaction. The second statement is sent before the first is answered,
   * and sees the writes of the first. If either statement is refused, nothing is written.
   */
  batch<A, B>(first: (tx: Tx) => Promise<A>, second: (tx: Tx) => Promise<B>): Promise<[A, B]>;
  /** Runs `work` in one transaction. Commits if `work` returns. Rolls back if it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  /** Connections to the primary. */
  readonly pool: pg.Pool;
  /** Undefined if there is no replica. Then `read` reads from the primary. */
  readonly replica: ReplicaReads | undefined;
}

/** Returns a database whose statements join an open transaction. A transaction inside it becomes a savepoint. */
export const databaseWithin = (db: Database, tx: Tx): Database => ({
  ...db,
  read: tx,
  write: tx,
  batch: async (first, second) => [await first(tx), await second(tx)],
  transaction: async (work) => {
    const step = (text: string): Promise<object[]> => tx.run({ text, values: [] });
    await step('savepoint within');
    try {
      const value = await work({ run: tx.run, sentWithCommit: { run: tx.run } });
      await step('release savepoint within');
      return value;
    } catch (error) {
      await step('rollback to savepoint within');
      throw error;
    }
  },
});

/**
 * Refusals that the connection causes and that would repeat for ever: a prepared statement is gone (26000) or now has other columns
 * (0A000), the server became read-only (25006), or it has an internal error (XX).
 */
const ownRefusals = /^(?:26000|0A000|25006|XX)/;

/**
 * Returns true if the database refused the statement: it wrote nothing, and the connection is still usable. A lost connection is not a
 * refusal, because its error is FATAL or no answer came.
 */
export const isRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR' && !ownRefusals.test(error.code ?? '');

/** Returns the name of the constraint that refused a statement. Some functions of the shop raise an error with a constraint's name, too. */
export const brokenRuleOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.constraint : undefined;

/**
 * A named prepared statement whose text is built from a declaration (lists, invariants, upkeep), so that PostgreSQL cannot describe it
 * before it runs. All other statements use `statement.ts`. The caller declares the types, and columns keep their names. `name` is unique:
 * pg_stat_statements, traces and counts show it.
 */
export const builtStatement =
  <Row extends object, Values extends readonly unknown[] = []>(name: string, text: string) =>
  (tx: Tx, values: Values): Promise<Row[]> =>
    tx.run<Row>({ name, text, values });

/**
 * Deletes the oldest rows of a table whose indexed `column` is below a bound (a moment or a day). `most`: the maximum per call. Returns the
 * number of deleted rows. The name is unique, as for any statement.
 */
export const deleteOlder = <Bound extends Date | string = Date>(name: string, table: string, column: string) => {
  const run = builtStatement<object, [before: Bound, most: number]>(
    name,
    `delete from ${table} where ctid = any (array(
       select ctid from ${table} where ${column} < $1 order by ${column} limit $2)) returning 1`,
  );
  return async (tx: Tx, before: Bound, most = 1_000): Promise<number> => (await run(tx, [before, most])).length;
};

/** Carries a refusal out of a transaction, so that it rolls back. */
class Undo<E extends { code: string }> extends Error {
  readonly refusal: E;
  constructor(refusal: E) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Runs `work` in one transaction. Commits if `work` succeeds. A refusal rolls everything back. */
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
