import { execFile, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

/** PostgreSQL's client programs, which create and restore backups. */
export interface PostgresTools {
  /** The folder of the programs. */
  bin: string;
  /** The major version of the programs. */
  version: number;
}

/** The folder in which Debian puts the programs of each version. */
const debianFolder = '/usr/lib/postgresql';

/** Returns the version of a program in a folder. Undefined if the program is not in the folder. */
const versionIn = async (bin: string, program: string): Promise<number | undefined> => {
  const answer = await promisify(execFile)(join(bin, program), ['--version']).catch(() => undefined);
  const version = /\(PostgreSQL\) (\d+)/.exec(answer?.stdout ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
};

/** Finds the folders that contain these programs: `PG_BIN`, or folders of the path and of Debian. */
const findPrograms = async (pgBin: string | undefined, ...programs: string[]): Promise<PostgresTools[]> => {
  const debian = await readdir(debianFolder).catch(() => []);
  const folders =
    pgBin === undefined
      ? [...(process.env.PATH ?? '').split(delimiter), ...debian.map((version) => join(debianFolder, version, 'bin'))]
      : [pgBin];
  const found: PostgresTools[] = [];
  for (const bin of new Set(folders.filter((folder) => folder !== ''))) {
    const [version, ...others] = await Promise.all(programs.map((program) => versionIn(bin, program)));
    if (version !== undefined && others.every((other) => other === version)) found.push({ bin, version });
  }
  return found;
};

/** Finds the newest `pg_dump`. Undefined if there is none. */
export const findPostgresTools = async (pgBin: string | undefined): Promise<PostgresTools | undefined> =>
  (await findPrograms(pgBin, 'pg_dump')).reduce<PostgresTools | undefined>(
    (newest, tools) => (tools.version > (newest?.version ?? 0) ? tools : newest),
    undefined,
  );

/** Finds the server of that major version, with the programs in its folder. No other version can read its data. @throws if there is none */
export const findPostgresServer = async (pgBin: string | undefined, wanted: number): Promise<PostgresTools> => {
  const found = await findPrograms(pgBin, 'postgres', 'pg_controldata', 'pg_dump', 'pg_restore');
  const server = found.find(({ version }) => version === wanted);
  if (server !== undefined) return server;
  const others = found.map(({ bin, version }) => `${version} (${bin})`).join(', ');
  throw new Error(
    `The base copy is of PostgreSQL ${wanted}, whose server is ${pgBin === undefined ? 'neither on the path nor among Debian’s' : `not in ${pgBin}`}` +
      `${others === '' ? '' : `; there is ${others}`}: apt-get install postgresql-${wanted}, or set PG_BIN.`,
  );
};

/** Returns why these tools cannot dump a server of that version (`server_version_num`). Undefined if they can. */
export const faultOfTools = (tools: PostgresTools | undefined, serverVersion: number): string | undefined => {
  const wanted = Math.floor(serverVersion / 10_000);
  if (tools === undefined)
    return `pg_dump is neither on the path nor in PG_BIN: install PostgreSQL's client programs, version ${wanted} or newer`;
  return tools.version < wanted
    ? `pg_dump of ${tools.bin} is of version ${tools.version}, the server of ${wanted}: set PG_BIN to the folder of a newer pg_dump`
    : undefined;
};

/** Separates the password from the address, because everybody on the machine can read a process's arguments. */
const accessOf = (url: string): { address: string; env: NodeJS.ProcessEnv } => {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  address.searchParams.delete('application_name');
  return { address: address.href, env: { ...process.env, PGPASSWORD: password, PGAPPNAME: 'ceiba backup' } };
};

const ended = (child: ReturnType<typeof spawn>, name: string, said: Promise<string>): Promise<void> =>
  new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) done();
      else
        said.then((words) =>
          fail(new Error(`${name} ended with ${code}: ${words.trim().split('\n').slice(0, 3).join(' ')}`)),
        );
    });
  });

/**
 * Leaves out rows of imported files. If a stock file is imported every quarter of an hour, these rows are most of the shop's data. The
 * files still contain them.
 */
const leftOut = '--exclude-table-data=import_rows';

/** Passes the output of `pg_dump` (custom format, one snapshot) to `take`. @throws if either fails */
export const dumpDatabase = async <T>(
  { bin }: PostgresTools,
  url: string,
  take: (stream: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> => {
  const { address, env } = accessOf(url);
  const flags = ['--format=custom', '--compress=6', '--no-owner', '--no-privileges', leftOut, `--dbname=${address}`];
  const child = spawn(join(bin, 'pg_dump'), flags, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = ended(child, 'pg_dump', text(child.stderr));
  // `end` is awaited below. A stream that ends early must not count as complete.
  end.catch(() => {});
  try {
    const taken = await take(child.stdout);
    await end;
    return taken;
  } catch (error) {
    // `take` only knows that the stream ended too early. The error of pg_dump gives the reason.
    if (child.stdout.readableEnded) await end;
    throw error;
  } finally {
    child.kill();
  }
};

/** Restores such a stream into an empty database, in one transaction, so that a truncated stream leaves nothing. @throws if either fails */
export const restoreDatabase = async (
  { bin }: PostgresTools,
  url: string,
  stream: AsyncIterable<Buffer>,
): Promise<void> => {
  const { address, env } = accessOf(url);
  const flags = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', `--dbname=${address}`];
  const child = spawn(join(bin, 'pg_restore'), flags, { env, stdio: ['pipe', 'ignore', 'pipe'] });
  const end = ended(child, 'pg_restore', text(child.stderr));
  end.catch(() => {});
  try {
    await pipeline(stream, child.stdin);
  } catch (error) {
    // Kills `pg_restore` before the stream can look complete. If `pg_restore` has already ended, its own error gives the reason.
    child.kill('SIGKILL');
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EPIPE') await end;
    throw error;
  }
  await end;
};
