import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { migrations } from './schema.ts';

export type SqlParameters = Record<string, SQLInputValue>;

/** An open transaction. Only `Database.transact` creates one. Rows are always parsed by their schema. */
export interface Tx {
  readonly first: <T>(row: z.ZodType<T>, sql: string, parameters: SqlParameters) => T | undefined;
  readonly all: <T>(row: z.ZodType<T>, sql: string, parameters: SqlParameters) => T[];
  /** @returns the number of changed rows, which proves that a conditional write took place. */
  readonly change: (sql: string, parameters: SqlParameters) => number;
}

export interface Database {
  /** Runs `work` exclusively (one writer at a time) and durably: after it has returned, a killed process loses nothing. */
  readonly transact: <T>(work: (tx: Tx) => T) => T;
  readonly close: () => void;
}

/** Opens the ledger in the existing folder `dataDir`. */
export function openDatabase(dataDir: string): Database {
  const connection = new DatabaseSync(join(dataDir, 'bank.sqlite'), { timeout: 5_000 });
  // WAL with FULL: each commit is on the disk before its response is sent. secure_delete erases the bytes of removed rows.
  connection.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
  );
  const tx = transactionOn(connection);
  const transact = <T>(work: (tx: Tx) => T): T => {
    connection.exec('BEGIN IMMEDIATE');
    try {
      const value = work(tx);
      connection.exec('COMMIT');
      return value;
    } catch (error) {
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  };
  transact((open) => migrate(connection, open));
  return { transact, close: () => connection.close() };
}

function transactionOn(connection: DatabaseSync): Tx {
  const prepared = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? connection.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  return {
    first: (row, sql, parameters) => {
      const found = statement(sql).get(parameters);
      return found === undefined ? undefined : row.parse(found);
    },
    all: (row, sql, parameters) =>
      statement(sql)
        .all(parameters)
        .map((found) => row.parse(found)),
    change: (sql, parameters) => Number(statement(sql).run(parameters).changes),
  };
}

const versionRow = z.object({ user_version: z.int() });

function migrate(connection: DatabaseSync, tx: Tx): void {
  const appliedSteps = tx.first(versionRow, 'PRAGMA user_version', {})?.user_version ?? 0;
  for (const step of migrations.slice(appliedSteps)) connection.exec(step);
  connection.exec(`PRAGMA user_version = ${migrations.length}`);
}
