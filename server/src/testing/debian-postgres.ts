import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort, type RunAs } from '../platform/db/postgres-programs.ts';

const run = promisify(execFile);

/** From the package `postgresql-15`: a server, and the client programs that the project does not bring. */
export const debianBin = '/usr/lib/postgresql/15/bin';

export interface DebianPostgres {
  /** Returns the address of a database, for the shop's own role by default. `postgres` is the superuser. */
  urlOf(database: string, user?: 'ceiba' | 'postgres'): string;
  port: number;
  /** The user that runs its programs. */
  as: RunAs;
  /** Creates an empty database that belongs to the shop's role. Returns its address. */
  create(database: string): Promise<string>;
  stop(): Promise<void>;
}

const idOf = async (flag: string): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout);

/**
 * Starts Debian's PostgreSQL in an empty folder; `settings` are lines of its configuration. The shop's role, `ceiba`, may only create databases, as
 * in docs/operations.md. Without `hasRole`, the test creates the role itself. @throws if the package is not installed
 */
export const startDebianPostgres = async (
  dir: string,
  settings: readonly string[] = [],
  hasRole = true,
): Promise<DebianPostgres> => {
  await run(join(debianBin, 'postgres'), ['--version']).catch((cause: Error) => {
    throw new Error('this test wants Debian’s PostgreSQL: apt-get install postgresql-15', { cause });
  });
  await chmod(dir, 0o755);
  const as: RunAs = process.getuid?.() === 0 ? { uid: await idOf('-u'), gid: await idOf('-g') } : {};
  const dataDir = join(dir, 'postgres');
  await mkdir(dataDir, { mode: 0o700 });
  if ('uid' in as) await chown(dataDir, as.uid ?? 0, as.gid ?? 0);
  const port = await freePort();
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  await run(join(debianBin, 'initdb'), [...flags, '-D', dataDir], as);
  const given = [`port = ${port}`, `listen_addresses = '127.0.0.1'`, `unix_socket_directories = ''`, 'fsync = off'];
  await appendFile(join(dataDir, 'postgresql.conf'), [...given, ...settings, ''].join('\n'));
  const control = (...args: string[]) => run(join(debianBin, 'pg_ctl'), [...args, '-w', '-t', '60', '-D', dataDir], as);
  await control('start', '-l', join(dataDir, 'server.log'));
  const urlOf: DebianPostgres['urlOf'] = (database, user = 'ceiba') =>
    `postgresql://${user}@127.0.0.1:${port}/${database}`;
  const administer = async (sql: string): Promise<void> => {
    const admin = new pg.Client({ connectionString: urlOf('postgres', 'postgres') });
    await admin.connect();
    await admin.query(sql).finally(() => admin.end());
  };
  if (hasRole) await administer('create role ceiba login createdb');
  return {
    urlOf,
    port,
    as,
    create: async (database) => {
      await administer(`create database ${database} owner ceiba`);
      return urlOf(database);
    },
    stop: async () => {
      await control('stop', '-m', 'immediate');
    },
  };
};
