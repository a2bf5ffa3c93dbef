import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  createCluster,
  freePort,
  postgresPrograms,
  type RunAs,
  reachableDataDir,
} from '../platform/db/postgres-programs.ts';

const run = promisify(execFile);

/** A PostgreSQL server that a test may stop, start and let crash. */
export interface DatabaseServer {
  /** Connection string of the database `ceiba`. It does not change with stops and starts. */
  url: string;
  dataDir: string;
  start(): Promise<void>;
  /** `fast`: like an operator's stop. `immediate`: like a crash, with recovery at the next start. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

interface Place {
  bin: string;
  as: RunAs;
  dataDir: string;
  port: number;
  settings: readonly string[];
}

const controls = ({ bin, as, dataDir, port, settings }: Place) => {
  const control = (...args: string[]) => run(join(bin, 'pg_ctl'), [...args, '-w', '-t', '60', '-D', dataDir], as);
  const flags = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    '-c unix_socket_directories=',
    '-c jit=off',
    ...settings.map((setting) => `-c ${setting}`),
  ];
  const stop = async (mode: 'fast' | 'immediate'): Promise<void> => {
    await control('stop', '-m', mode);
  };
  return {
    dataDir,
    start: async () => {
      await control('start', '-l', join(dataDir, 'server.log'), '-o', flags.join(' '));
    },
    stop,
    remove: async () => {
      await stop('immediate').catch(() => undefined);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const ask = async <Row extends object>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
};

export interface PrimaryOptions {
  /** The caller's own folder, with access for everybody. */
  dir: string;
  /** Further settings, as `name=value`. */
  settings?: readonly string[];
}

/** Starts a server with an empty database `ceiba`. */
export const startPrimary = async ({ dir, settings = [] }: PrimaryOptions): Promise<DatabaseServer> => {
  await mkdir(dir, { recursive: true });
  await chmod(dir, 0o755);
  const { bin, as } = await postgresPrograms(() => {});
  const dataDir = await reachableDataDir(join(dir, 'primary'), as, () => {});
  await createCluster(bin, dataDir, as);
  const port = await freePort();
  const server = controls({ bin, as, dataDir, port, settings });
  await server.start();
  const admin = `postgresql://ceiba:${await readFile(`${dataDir}.password`, 'utf8')}@127.0.0.1:${port}`;
  await ask(`${admin}/postgres`, 'create database ceiba');
  return { ...server, url: `${admin}/ceiba` };
};

/** The files that a base backup omits: files of the running server, and the log (WAL), which is streamed. */
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|server\.log|pg_(?:wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.+)$/;

/** Copies the data of a running server, as a low-level base backup, because pg_basebackup is not available. */
const backUp = async (primary: DatabaseServer, dataDir: string): Promise<void> => {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', fast => true)`);
    await cp(primary.dataDir, dataDir, {
      recursive: true,
      preserveTimestamps: true,
      filter: (file) => !leftOut.test(file.slice(primary.dataDir.length + 1).replaceAll(sep, '/')),
    });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeFile(join(dataDir, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
};

const ownAll = async (dataDir: string, as: RunAs): Promise<void> => {
  await chmod(dataDir, 0o700);
  if ('uid' in as) await run('chown', ['-R', `${as.uid}:${as.gid}`, dataDir]);
};

/** Starts a hot standby that streams from `primary`. One per primary. */
export const startStandby = async (primary: DatabaseServer, { dir, settings = [] }: PrimaryOptions) => {
  const { bin, as } = await postgresPrograms(() => {});
  const dataDir = await reachableDataDir(join(dir, 'standby'), as, () => {});
  await ask(primary.url, `select pg_create_physical_replication_slot('standby', true)`);
  await backUp(primary, dataDir);
  const { hostname, port: primaryPort, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${primaryPort} user=${username} password=${password}`;
  await writeFile(
    join(dataDir, 'postgresql.auto.conf'),
    `primary_conninfo = '${source}'\nprimary_slot_name = 'standby'\nwal_retrieve_retry_interval = '200ms'\n`,
  );
  await writeFile(join(dataDir, 'standby.signal'), '');
  await ownAll(dataDir, as);
  const port = await freePort();
  const server = controls({ bin, as, dataDir, port, settings });
  await server.start();
  return { ...server, url: primary.url.replace(`:${primaryPort}/`, `:${port}/`) } satisfies DatabaseServer;
};
