import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** ms for a server to answer, start or go. One that says that it is starting (recovery after a crash) is given them anew each time. */
const patienceMs = 60_000;

const pauseMs = 250;

/** How a process of the database server is judged by what the system says of it. */
const isPostmasterOf = async (pid: number, dataDir: string): Promise<boolean> => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Of another user's process we only learn that it lives.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  if (process.platform !== 'linux') return true;
  // A zombie has ended, whoever has yet to ask for its exit; a number may be a stranger's by now. The server works in its folder.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (/^\d+ \(.*\) [ZX]/s.test(stat)) return false;
  const workingIn = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  return workingIn === (await realpath(dataDir));
};

/** SQLSTATE of a server that recovers what a crash has left: it will answer, however long that takes. */
const cannotConnectNow = '57P03';

/** What a server at that port says, which has to be this folder's. */
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
    // Refused, full, or a stranger with another password: it does not answer us.
    return error instanceof Error && 'code' in error && error.code === cannotConnectNow ? 'starting' : 'silent';
  } finally {
    await client.end().catch(() => {});
  }
};

export interface PostgresFolder {
  dataDir: string;
  /** Connection string of the administrator at that port. */
  urlAt: (port: number) => string;
  onNotice: (message: string) => void;
  /** Ends the waiting, which throws then. */
  signal: AbortSignal | undefined;
}

const pidFileOf = (dataDir: string): string => join(dataDir, 'postmaster.pid');

/** What the server writes of itself: its number (0 while it is writing), and the port it listens to. Undefined: none has, or it went. */
export const readPidFile = async (dataDir: string): Promise<{ pid: number; port: number } | undefined> => {
  const lines = await readFile(pidFileOf(dataDir), 'utf8').then(
    (text) => text.split('\n'),
    () => undefined,
  );
  return lines && { pid: Number(lines[0]), port: Number(lines[3]) };
};

/**
 * The port of the server of this folder that answers; undefined: there is none, and nothing is in the way of starting one. What
 * a killed server has left behind is taken away; a server that lives and does not answer yet is waited for, for 60 s and as long as it says that it is starting: it throws then.
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
    // A file that is still being written names nobody yet.
    if (pid > 0 && !(await isPostmasterOf(pid, dataDir))) {
      onNotice(
        `The database had been killed: process ${pid}, which ${file} names, is none of this folder's. The file is taken away.`,
      );
      // Another start may have taken it away and begun meanwhile: that one's stays.
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
 * Tries for 60 s: what is left of a killed server (its memory, its other processes) takes a moment to go. What it waits for is said
 * at the first failure, since it may be one that stays.
 */
export const patiently = async <T>(
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
