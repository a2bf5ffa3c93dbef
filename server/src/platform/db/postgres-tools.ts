import { execFile, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

/** PostgreSQL's own client programs, which copies are made and restored with. */
export interface PostgresTools {
  /** Their folder. */
  bin: string;
  /** Their major version. */
  version: number;
}

/** Where Debian puts the programs of each version. */
const debianFolder = '/usr/lib/postgresql';

/** Of the programs that are in a folder, by the version they tell; undefined: that one is not there. */
const versionIn = async (bin: string, program: string): Promise<number | undefined> => {
  const told = await promisify(execFile)(join(bin, program), ['--version']).catch(() => undefined);
  const version = /\(PostgreSQL\) (\d+)/.exec(told?.stdout ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
};

/** The folders of `PG_BIN`, or of the path and Debian's, that have those programs. */
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

/** The newest `pg_dump`; undefined: there is none. */
export const findPostgresTools = async (pgBin: string | undefined): Promise<PostgresTools | undefined> =>
  (await findPrograms(pgBin, 'pg_dump')).reduce<PostgresTools | undefined>(
    (newest, tools) => (tools.version > (newest?.version ?? 0) ? tools : newest),
    undefined,
  );

/** The server, and the programs beside it, of that major version: no other one reads its data. @throws where there is none */
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

/** What keeps these tools from copying a server of that version (`server_version_num`); undefined: nothing. */
export const faultOfTools = (tools: PostgresTools | undefined, serverVersion: number): string | undefined => {
  const wanted = Math.floor(serverVersion / 10_000);
  if (tools === undefined)
    return `pg_dump is neither on the path nor in PG_BIN: install PostgreSQL's client programs, version ${wanted} or newer`;
  return tools.version < wanted
    ? `pg_dump of ${tools.bin} is of version ${tools.version}, the server of ${wanted}: set PG_BIN to newer ones`
    : undefined;
};

/** Address and password apart: arguments of a process can be read by everybody on the machine. */
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

/** Rows of files that are imported: with a file of stock every quarter of an hour more than all else of a shop, and in the file still. */
const leftOut = '--exclude-table-data=import_rows';

/** Hands `pg_dump`'s stream (custom format, of one moment) to `take`. @throws where either fails */
export const dumpDatabase = async <T>(
  { bin }: PostgresTools,
  url: string,
  take: (stream: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> => {
  const { address, env } = accessOf(url);
  const flags = ['--format=custom', '--compress=6', '--no-owner', '--no-privileges', leftOut, `--dbname=${address}`];
  const child = spawn(join(bin, 'pg_dump'), flags, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = ended(child, 'pg_dump', text(child.stderr));
  // Heard below; a stream that ends early must not be taken for a whole one.
  end.catch(() => {});
  try {
    const taken = await take(child.stdout);
    await end;
    return taken;
  } finally {
    child.kill();
  }
};

/** Restores such a stream into an empty database, in one transaction: what is cut leaves nothing. @throws where either fails */
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
    // Killed before the stream looks like a whole one. Where it ended by itself, its own words say why.
    child.kill('SIGKILL');
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EPIPE') await end;
    throw error;
  }
  await end;
};
