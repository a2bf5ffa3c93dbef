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

const versionIn = async (bin: string): Promise<number | undefined> => {
  const told = await promisify(execFile)(join(bin, 'pg_dump'), ['--version']).catch(() => undefined);
  const version = /\(PostgreSQL\) (\d+)/.exec(told?.stdout ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
};

/** The newest `pg_dump` of `PG_BIN`, or of the path and Debian's folders; undefined: there is none. */
export const findPostgresTools = async (pgBin: string | undefined): Promise<PostgresTools | undefined> => {
  const debian = await readdir(debianFolder).catch(() => []);
  const folders =
    pgBin === undefined
      ? [...(process.env.PATH ?? '').split(delimiter), ...debian.map((version) => join(debianFolder, version, 'bin'))]
      : [pgBin];
  let newest: PostgresTools | undefined;
  for (const bin of new Set(folders.filter((folder) => folder !== ''))) {
    const version = await versionIn(bin);
    if (version !== undefined && version > (newest?.version ?? 0)) newest = { bin, version };
  }
  return newest;
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
