import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const folder = new URL('../../migrations/', import.meta.url);

/** Any number that no other program on the same server uses: one migration at a time, on however many nodes. */
const migrationLock = 4232_000;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

const migrationNames = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

const readMigrations = async (): Promise<Migration[]> => {
  return Promise.all(
    (await migrationNames()).map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};

const applied = async (client: pg.PoolClient): Promise<Map<string, string>> => {
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
  return new Map(rows.map((row) => [row.name, row.checksum]));
};

const apply = async (client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> => {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
};

type TableFiles = Map<string, string>;

/** The file of each of the shop's tables, by the table's name: another one once a migration has written the table anew. */
const tableFiles = async (client: pg.PoolClient): Promise<TableFiles> => {
  const { rows } = await client.query<{ name: string; file: string }>(
    `select oid::regclass::text as name, relfilenode::text as file
     from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map(({ name, file }) => [name, file]));
};

/**
 * What was written anew has neither a map of what everybody sees, without which reads of an index alone visit every row, nor
 * statistics of its new columns; and the database's own upkeep comes only after a fifth of the table has changed.
 */
const tidyRewritten = async (client: pg.PoolClient, before: TableFiles): Promise<void> => {
  for (const [name, file] of await tableFiles(client)) {
    if (before.has(name) && before.get(name) !== file) await client.query(`vacuum (analyze) ${name}`);
  }
};

/**
 * Applies the forward-only migrations that are missing, each in its own transaction; returns their names.
 * Throws when an applied file was changed afterwards: change the database by a new file instead.
 */
export const migrate = async (pool: pg.Pool): Promise<string[]> => {
  const client = await pool.connect();
  const done: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const before = await applied(client);
    const files = await tableFiles(client);
    for (const migration of await readMigrations()) {
      const checksum = before.get(migration.name);
      if (checksum === undefined) {
        await apply(client, migration);
        done.push(migration.name);
      } else if (checksum !== migration.checksum) {
        throw new Error(`Migration ${migration.name} was changed after it had been applied`);
      }
    }
    if (done.length > 0) await tidyRewritten(client, files);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    client.release();
  }
  return done;
};

/** Names of the migrations that are not applied; all of them where none ever was. */
export const missingMigrations = async (pool: pg.Pool): Promise<string[]> => {
  const { rows: tables } = await pool.query<{ known: boolean }>(
    "select to_regclass('migrations') is not null as known",
  );
  const { rows } = tables[0]?.known ? await pool.query<{ name: string }>('select name from migrations') : { rows: [] };
  const names = new Set(rows.map((row) => row.name));
  return (await migrationNames()).filter((name) => !names.has(name));
};

/** Whether every migration file is applied (readiness, DEC-08). */
export const isMigrated = async (pool: pg.Pool): Promise<boolean> => (await missingMigrations(pool)).length === 0;
