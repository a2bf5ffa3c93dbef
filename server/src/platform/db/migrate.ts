import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Tx } from './database.ts';
import { column, neverNull, statement } from './statement.ts';

/** The shop's SQL. `server/sql/README.md` describes the folder. */
export const sqlFolder = new URL('../../../sql/', import.meta.url);

/**
 * An arbitrary number for the advisory lock, which no other program on the same server uses. Only one process migrates at a time, on any
 * number of nodes.
 */
const migrationLock = 4232_000;

export interface SqlFile {
  /** The path below `server/sql`, such as `functions/carts.sql`. */
  name: string;
  sql: string;
  /** The checksum of the statements without comments, because a comment may be reworded after its file was applied. */
  checksum: string;
  /**
   * The checksum of the whole text, which builds until November 2026 recorded. Undefined for later files, and if the statements have
   * changed since.
   */
  formerChecksum: string | undefined;
  /** True for functions and triggers, which are applied whenever their text changes. Other files are applied once and must not change. */
  isRepeated: boolean;
}

/** Reads the order of the baseline's files. Referenced tables come first. */
const readOrder = async (folder: URL): Promise<string[]> =>
  (await readFile(new URL('schema/order.txt', folder), 'utf8')).split('\n').filter((line) => line !== '');

const sqlFilesOf = async (folder: URL, kind: string): Promise<string[]> =>
  (await readdir(new URL(`${kind}/`, folder)))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => `${kind}/${name}`);

/** Returns the text without comment lines. A remark behind a statement stays, because a `--` there may be part of a string. */
const withoutComments = (sql: string): string =>
  sql
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Reads `former-checksums.txt`. Each line has a former checksum, the checksum of the same statements, and a file's name. */
const readFormerChecksums = async (folder: URL): Promise<Map<string, { former: string; same: string }>> => {
  const text = await readFile(new URL('former-checksums.txt', folder), 'utf8').catch(() => '');
  const lines = text.matchAll(/^(\S+) (\S+) (\S+)$/gm);
  return new Map([...lines].map(([, former = '', same = '', name = '']) => [name, { former, same }]));
};

/** Reads all files in the order in which they are applied: the baseline, its changes, functions, and the triggers that use the functions. */
export const readSqlFiles = async (folder = sqlFolder): Promise<SqlFile[]> => {
  const once = [
    ...(await readOrder(folder)).map((slice) => `schema/${slice}.sql`),
    ...(await sqlFilesOf(folder, 'changes')),
  ];
  const repeated = [...(await sqlFilesOf(folder, 'functions')), ...(await sqlFilesOf(folder, 'triggers'))];
  const known = await readFormerChecksums(folder);
  return Promise.all(
    [...once, ...repeated].map(async (name, place) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const checksum = sha256(withoutComments(sql));
      const { former, same } = known.get(name) ?? {};
      return {
        name,
        sql,
        checksum,
        formerChecksum: same === checksum ? former : undefined,
        isRepeated: place >= once.length,
      };
    }),
  );
};

const isOneOf = ({ checksum, formerChecksum }: SqlFile, checksums: readonly string[]): boolean =>
  checksums.includes(checksum) || (formerChecksum !== undefined && checksums.includes(formerChecksum));

/** The checksums with which each file was applied, the latest checksum last. */
type Applied = Map<string, string[]>;

const readApplied = async (db: pg.Pool | pg.PoolClient): Promise<Applied> => {
  const { rows } = await db.query<{ name: string; checksums: string[] }>(
    'select name, array_agg(checksum order by applied_at) as checksums from applied_sql group by name',
  );
  return new Map(rows.map(({ name, checksums }) => [name, checksums]));
};

/** Returns which tables exist: tables of this version, or tables of earlier builds, which had only numbered migrations. */
const findTables = async (db: pg.Pool | pg.PoolClient): Promise<{ isKnown: boolean; isFormer: boolean }> => {
  const { rows } = await db.query<{ isKnown: boolean; isFormer: boolean }>(
    `select to_regclass('applied_sql') is not null as "isKnown", to_regclass('migrations') is not null as "isFormer"`,
  );
  return rows[0] ?? { isKnown: false, isFormer: false };
};

/** Throws if an earlier build created the tables. No such build was released, so there is no migration from such tables. */
export const refuseFormerDatabase = async (pool: pg.Pool): Promise<void> => {
  if (!(await findTables(pool)).isFormer) return;
  throw new Error(
    'La base de datos es de una versión anterior, cuyas tablas esta no puede usar: empieza de nuevo con `npm start -- --fresh`, que ' +
      'borra sus datos y conserva las imágenes. · The database is of an earlier build, whose tables this one cannot use: begin ' +
      'anew with `npm start -- --fresh`, which deletes its data and keeps the pictures.',
  );
};

/**
 * Milliseconds for which a statement waits for a lock. A waiting statement blocks all later statements. So it stops waiting, lets
 * them pass, and tries again.
 */
const lockMs = 2_000;
const lockPauseMs = 1_000;

/** Milliseconds for which a file is retried while another session holds a lock on its tables. */
const patienceMs = 10 * 60_000;

/** True if the lock timed out, or if the statement was canceled because of a deadlock, for example with a node of the previous release. */
const isLockFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');

/**
 * True for a file that builds an index without blocking writers (OPS-08). Such a file runs outside a transaction, holds one statement per
 * line, and can be restarted.
 */
const isConcurrentIndex = (sql: string): boolean =>
  sql.split('\n').some((line) => !line.startsWith('--') && /\bindex concurrently\b/i.test(line));

const recordApplied = async (client: pg.PoolClient, { name, checksum }: SqlFile): Promise<void> => {
  await client.query(
    `insert into applied_sql (name, checksum) values ($1, $2)
     on conflict (name, checksum) do update set applied_at = excluded.applied_at`,
    [name, checksum],
  );
};

const applyOnce = async (client: pg.PoolClient, file: SqlFile): Promise<void> => {
  if (isConcurrentIndex(file.sql)) {
    for (const statementText of file.sql.split(/;\s*$/m)) await client.query(statementText);
    return recordApplied(client, file);
  }
  try {
    await client.query(`begin; set local lock_timeout = ${lockMs}`);
    // A function may call another function that is created after it.
    await client.query('set local check_function_bodies = off');
    await client.query(file.sql);
    await recordApplied(client, file);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

const apply = async (client: pg.PoolClient, file: SqlFile): Promise<void> => {
  for (const startedAt = performance.now(); ; await sleep(lockPauseMs)) {
    try {
      return await applyOnce(client, file);
    } catch (error) {
      if (isLockFailure(error) && performance.now() - startedAt < patienceMs) continue;
      throw new Error(`${file.name} could not be applied`, { cause: error });
    }
  }
};

/**
 * Returns whether a file still has to be applied. During a release, a process of the previous version that restarts finds its functions
 * among the functions already applied, and leaves the newer functions alone. An explicit migration applies the files as they are.
 */
const isDue = (file: SqlFile, checksums: string[] = [], isAsked: boolean): boolean => {
  const { name, isRepeated } = file;
  if (isOneOf(file, checksums.slice(-1))) return false;
  if (isRepeated) return isAsked || !isOneOf(file, checksums);
  if (checksums.length === 0) return true;
  throw new Error(
    `${name} was changed after it had been applied: change the database by a new file in server/sql/changes ` +
      '(or, if nobody needs its data, start anew with `npm start -- --fresh`)',
  );
};

/** Returns the files that are still to be applied, in their order. */
const findDue = async (db: pg.Pool | pg.PoolClient, isAsked: boolean, folder: URL): Promise<SqlFile[]> => {
  const applied: Applied = (await findTables(db)).isKnown ? await readApplied(db) : new Map();
  return (await readSqlFiles(folder)).filter((file) => isDue(file, applied.get(file.name), isAsked));
};

/** Returns the names of the files that `migrate` with `isAsked` would apply. Writes nothing. Throws where `migrate` would throw. */
export const listDueMigrations = async (pool: pg.Pool): Promise<string[]> => {
  await refuseFormerDatabase(pool);
  return (await findDue(pool, true, sqlFolder)).map(({ name }) => name);
};

type TableFiles = Map<string, string>;

/** Returns the storage file of each table of the shop, by the table's name. A migration that rewrites a table changes this file. */
const tableFiles = async (client: pg.PoolClient): Promise<TableFiles> => {
  const { rows } = await client.query<{ name: string; file: string }>(
    `select oid::regclass::text as name, relfilenode::text as file
     from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map(({ name, file }) => [name, file]));
};

/**
 * Vacuums and analyzes rewritten tables. Without a visibility map, index-only scans visit every row. New columns have no statistics.
 * Autovacuum would wait until a fifth of the table has changed.
 */
const tidyRewritten = async (client: pg.PoolClient, before: TableFiles): Promise<void> => {
  for (const [name, file] of await tableFiles(client)) {
    if (before.has(name) && before.get(name) !== file) await client.query(`vacuum (analyze) ${name}`);
  }
};

export interface MigrateOptions {
  /** True for an operator or a release: functions and triggers are applied as the files have them. False for a process that starts. */
  isAsked?: boolean;
  folder?: URL;
}

/**
 * Waits until no other process migrates. It polls, because a waiting statement holds a snapshot, and `create index concurrently` waits for
 * every snapshot.
 */
const lockMigrations = async (client: pg.PoolClient): Promise<void> => {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as "isOurs"', [migrationLock]);
    if (rows[0]?.isOurs === true) return;
    await sleep(lockPauseMs);
  }
};

/**
 * Applies the missing files, each in its own transaction, and returns their names. Throws if a file that is applied only once was changed
 * later, or if an earlier build created the tables.
 */
export const migrate = async (
  pool: pg.Pool,
  { isAsked = false, folder = sqlFolder }: MigrateOptions = {},
): Promise<string[]> => {
  await refuseFormerDatabase(pool);
  const client = await pool.connect();
  const done: string[] = [];
  try {
    await lockMigrations(client);
    await client.query(
      `create table if not exists applied_sql (
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default clock_timestamp(),
        primary key (name, checksum)
      )`,
    );
    const files = await tableFiles(client);
    for (const file of await findDue(client, isAsked, folder)) {
      await apply(client, file);
      done.push(file.name);
    }
    if (done.length > 0) await tidyRewritten(client, files);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    client.release();
  }
  return done;
};

const missingOf = async (applied: Applied): Promise<string[]> =>
  (await readSqlFiles()).filter((file) => !isOneOf(file, applied.get(file.name) ?? [])).map(({ name }) => name);

/** Returns the names of the files that were not applied in their current form, or all files if none was ever applied. */
export const missingMigrations = async (pool: pg.Pool): Promise<string[]> =>
  missingOf((await findTables(pool)).isKnown ? await readApplied(pool) : new Map());

const readState = statement(
  'platform.health',
  `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
     (select json_object_agg(name, checksums) from
        (select name, array_agg(checksum order by applied_at) as checksums from applied_sql group by name) files) as applied`,
  { isReadOnly: neverNull(), applied: column<Record<string, string[]>>() },
);

/**
 * Returns whether the database has this version or a later version, and whether it is read-only (DEC-08). Throws if the database does not
 * answer or was never migrated.
 */
export const readHealth = async (tx: Tx): Promise<{ isMigrated: boolean; isReadOnly: boolean }> => {
  const [row] = await readState(tx, []);
  const missing = await missingOf(new Map(Object.entries(row?.applied ?? {})));
  return { isMigrated: missing.length === 0, isReadOnly: row?.isReadOnly ?? true };
};
