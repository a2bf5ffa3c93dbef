import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import pg from 'pg';
import type { RunAs } from './postgres-programs.ts';
import { findPostgresServer, type PostgresTools } from './postgres-tools.ts';

/**
 * A database in its state at a given time: a base copy (`pg_basebackup`), and the archived log (WAL) since the base copy, which
 * PostgreSQL replays.
 */
export interface ArchivedDatabase {
  /** The folder of the base copy. Recovery does not change it. */
  base: string;
  /** The folder of the archived log. */
  log: string;
  /** The time to recover. `latest` means the end of the log. */
  to: Date | 'latest';
  /** The address of the live database, which gives the names of database and role. */
  shopUrl: string;
  /** The folder for a temporary data folder. It needs room for the whole database. */
  workDir: string;
  /** The folder of the server's programs. Undefined if the shop searches for them. */
  pgBin: string | undefined;
}

export interface RecoveredDatabase {
  /** The address for PostgreSQL's own programs on this machine. */
  url: string;
  tools: PostgresTools;
  /** The requested moment, or the moment of the last transaction in the log. */
  at: Date;
}

/** Formats a moment in Guatemala's time, as operators type it: "2026-11-27 14:05:09". */
export const inGuatemala = (moment: Date): string => moment.toLocaleString('sv-SE', { timeZone: 'America/Guatemala' });

/** Returns the owner of the base copy, who runs the server, because PostgreSQL does not run as root. @throws if the owner is root */
const ownerOf = async (base: string): Promise<RunAs> => {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = await stat(base);
  if (uid === 0)
    throw new Error(
      `PostgreSQL does not run as root, and ${base} belongs to root: give it to the user that is to run PostgreSQL (chown -R).`,
    );
  return { uid, gid };
};

const unreadable = (base: string, cause: unknown): Error =>
  new Error(`${base} is not a base copy of pg_basebackup, or this user cannot read it.`, { cause });

/** Returns the major version of a base copy. @throws if the folder is not a base copy, or cannot be read */
const versionOf = async (base: string): Promise<number> => {
  try {
    await access(join(base, 'backup_label'));
    const version = Number(await readFile(join(base, 'PG_VERSION'), 'utf8'));
    // Tablespaces are links to folders of the original server, which recovery would overwrite.
    if ((await readdir(join(base, 'pg_tblspc'))).length > 0)
      throw new Error('The base copy has tablespaces, which cannot be recovered.');
    return version;
  } catch (cause) {
    throw unreadable(base, cause);
  }
};

/** Returns when the base copy's last checkpoint started, rounded up to a second. Earlier moments cannot be recovered from the copy. */
const checkpointOf = async (bin: string, base: string, as: RunAs): Promise<Date> => {
  const env = { ...process.env, TZ: 'UTC', LC_ALL: 'C' };
  const { stdout } = await promisify(execFile)(join(bin, 'pg_controldata'), ['-D', base], { ...as, env }).catch(
    (cause) => {
      throw unreadable(base, cause);
    },
  );
  const moment = Date.parse(`${/^Time of latest checkpoint: +(.+)$/m.exec(stdout)?.[1]} UTC`);
  if (Number.isNaN(moment)) throw unreadable(base, new Error('pg_controldata reports no checkpoint.'));
  return new Date(moment + 1_000);
};

/** Quotes a word for the shell that runs `restore_command`, in which % is special. */
const shellWord = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;

/** Settings of the recovering server. The original server's settings do not apply (`writeConfiguration`). */
const settingsOf = ({ log, to }: ArchivedDatabase, dir: string): string[] =>
  [
    'listen_addresses=',
    // The socket is in a folder that nobody else may enter, because the server accepts every connection without a password.
    `unix_socket_directories="${dir}"`,
    'port=5432',
    `restore_command=cp ${shellWord(log)}/%f "%p"`,
    ...(to === 'latest' ? [] : [`recovery_target_time=${to.toISOString().replace('Z', '+00')}`]),
    'recovery_target_action=promote',
    // The server accepts no connections before recovery ends. A hot standby would require at least as many connections as the original server had.
    'hot_standby=off',
    'autovacuum=off',
    'fsync=off',
    'lc_messages=C',
    'timezone=UTC',
  ].flatMap((setting) => ['-c', setting]);

/** Returns the moment of the last replayed transaction. */
const lastPlayed = (said: string): Date | undefined => {
  const moment = /last completed transaction was at log time (\S+ \S+)\+00$/m.exec(said)?.[1];
  return moment === undefined ? undefined : new Date(`${moment.replace(' ', 'T')}Z`);
};

/** The name of a log segment: eight digits of its timeline, then its position. */
const segmentName = /^[0-9A-F]{24}$/;

const placeFirst = (segment: string): string => `${segment.slice(8)}${segment.slice(0, 8)}`;

const furthestOf = (segments: readonly string[]): string =>
  segments.reduce((furthest, segment) => (placeFirst(segment) > placeFirst(furthest) ? segment : furthest), '');

const namesIn = (said: string, line: RegExp): string[] => [...said.matchAll(line)].map(([, name = '']) => name);

/**
 * Returns why the log ended too early. Undefined if it was replayed completely. PostgreSQL takes a missing or damaged segment for
 * the end of the log, and reports that it is ready.
 */
const faultOfLog = async (said: string, log: string): Promise<Error | undefined> => {
  const played = namesIn(said, /restored log file "(\w+)" from archive$/gm);
  const last = furthestOf([...played, ...namesIn(said, /^cp: .*\/([0-9A-F]{24})['"]?: No such file or directory$/gm)]);
  const there = (await readdir(log)).filter((name) => segmentName.test(name)).sort();
  const end = lastPlayed(said);
  const before =
    end === undefined ? '' : ` Everything committed before that can be recovered: --to "${inGuatemala(end)}".`;
  if (there.includes(last))
    // The missing segment has arrived since the attempt.
    return played.includes(last)
      ? new Error(`In the archived log in ${log}, segment ${last} is damaged.${before}`)
      : undefined;
  const later = there.find((segment) => segment > last);
  return later === undefined
    ? undefined
    : new Error(`The archived log in ${log} lacks segment ${last}, but has later ones, from ${later} on.${before}`);
};

/** Returns why recovery failed or stopped too early, from the server's output. Undefined if it succeeded. */
const faultOf = async (
  { said, isReady }: { said: string; isReady: boolean },
  { base, log, to }: ArchivedDatabase,
): Promise<Error | undefined> => {
  const failed = /^cp: .*(?<!: No such file or directory)$/m.exec(said)?.[0];
  if (failed !== undefined) return new Error(`The archived log in ${log} cannot be read here: ${failed}`);
  if (isReady) return to === 'latest' ? faultOfLog(said, log) : undefined;
  if (said.includes('before consistent recovery point'))
    return new Error(
      `At that moment the base copy ${base} was not complete yet: choose an older base copy, or a later moment.`,
    );
  if (said.includes('recovery ended before configured recovery target was reached')) {
    const last = lastPlayed(said);
    const end =
      last === undefined ? 'it has none since the base copy' : `its last transaction is from ${inGuatemala(last)}`;
    const none = `The archived log in ${log} has no transaction at or after that moment: ${end}. "--to latest" recovers everything that the log has.`;
    return (await faultOfLog(said, log)) ?? new Error(none);
  }
  if (/could not locate (?:a valid|required) checkpoint record|WAL ends before/.test(said)) {
    const none = `The archived log in ${log} lacks what was written while ${base} was being made: that base copy cannot be recovered.`;
    return (await faultOfLog(said, log)) ?? new Error(none);
  }
  const words = said.split('\n').filter((line) => /\b(?:FATAL|PANIC|ERROR): /.test(line));
  return new Error(`PostgreSQL could not recover ${base}: ${words.slice(0, 3).join(' ')}`);
};

/** Runs programs in a folder as a user, and ends them with `signal`. */
const programsIn = (dir: string, as: RunAs, signal: AbortSignal) => {
  const closed: Promise<unknown>[] = [];
  return {
    start: (program: string, args: readonly string[], killSignal: NodeJS.Signals) => {
      // The programs print English, because their output is parsed.
      const env = { ...process.env, LC_ALL: 'C' };
      const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe'];
      const child = spawn(program, args, { ...as, cwd: dir, env, stdio, signal, killSignal });
      // The caller handles the error. The process also emits `close`.
      child.on('error', () => {});
      closed.push(new Promise((done) => child.once('close', done)));
      return child;
    },
    /** Resolves when every program has ended. */
    allClosed: () => Promise.all(closed),
  };
};

type Programs = ReturnType<typeof programsIn>;

const copyBase = async ({ start }: Programs, base: string, data: string): Promise<void> => {
  const child = start('cp', ['-RL', base, data], 'SIGTERM');
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`${base} could not be copied to ${data}: ${said.trim().split('\n')[0]}`);
  await chmod(data, 0o700);
};

/**
 * Writes the access rules and the recovery settings. The original server's configuration must not apply, because it archives into the same
 * folder.
 */
const writeConfiguration = async (data: string, as: RunAs): Promise<void> => {
  const files = {
    'postgresql.conf': '',
    'postgresql.auto.conf': '',
    'pg_hba.conf': 'local all all trust\n',
    'pg_ident.conf': '',
    'recovery.signal': '',
  };
  // `pg_basebackup -R` creates this file. It would take precedence.
  await rm(join(data, 'standby.signal'), { force: true });
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(data, name), content, { mode: 0o600 });
    if ('uid' in as) await chown(join(data, name), as.uid ?? 0, as.gid ?? 0);
  }
};

/** Resolves once the server accepts connections or has ended. Returns the server's output until then. */
const untilReady = (server: ReturnType<Programs['start']>): Promise<{ said: string; isReady: boolean }> =>
  new Promise((done, fail) => {
    let said = '';
    createInterface(server.stderr).on('line', (line) => {
      said += `${line}\n`;
      if (line.includes('ready to accept connections')) done({ said, isReady: true });
    });
    server.once('error', fail);
    server.once('close', () => done({ said, isReady: false }));
  });

/**
 * Checks facts that only the recovered database knows: whether the shop's database and role existed.
 * @throws PostgreSQL's error if they did not
 */
const askFor = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select');
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The database that DATABASE_URL names cannot be opened as of that moment: ${words}.`, { cause });
  } finally {
    await client.end();
  }
};

/** Signals that end this process, including a lost SSH session. */
const endings: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const leftoverPrefix = 'recovered-';

/** Finds the folders of killed or running recoveries. Each folder holds the data of all customers. */
export const findRecovered = async (workDir: string): Promise<string[]> =>
  (await readdir(workDir).catch(() => []))
    .filter((name) => name.startsWith(leftoverPrefix))
    .map((name) => join(workDir, name));

/**
 * Recovers a database in its state at a given time on a separate server, and passes it to `work`. Afterwards removes the server
 * and its folder, even if this process is ended by a signal.
 * @throws if the moment cannot be recovered
 */
export async function withRecoveredDatabase<T>(
  wanted: ArchivedDatabase,
  work: (recovered: RecoveredDatabase) => Promise<T>,
): Promise<T> {
  const { base, log, to, shopUrl, workDir, pgBin } = wanted;
  const as = await ownerOf(base);
  const tools = await findPostgresServer(pgBin, await versionOf(base));
  await readdir(log).catch((cause) => {
    throw new Error(`There is no archived log at ${log} that can be read here.`, { cause });
  });
  const earliest = await checkpointOf(tools.bin, base, as);
  if (to !== 'latest' && to < earliest)
    throw new Error(`${base} was made at ${inGuatemala(earliest)}, after that moment: choose an older base copy.`);

  await mkdir(workDir, { recursive: true });
  const dir = await mkdtemp(join(workDir, leftoverPrefix));
  const ending = new AbortController();
  const end = (): void => ending.abort(new Error('Stopped: nothing was recovered.'));
  for (const signal of endings) process.on(signal, end);
  const programs = programsIn(dir, as, ending.signal);
  try {
    if ('uid' in as) await chown(dir, as.uid ?? 0, as.gid ?? 0);
    const data = join(dir, 'data');
    await copyBase(programs, base, data);
    await writeConfiguration(data, as);
    const server = programs.start(join(tools.bin, 'postgres'), ['-D', data, ...settingsOf(wanted, dir)], 'SIGQUIT');
    const reached = await untilReady(server);
    const fault = await faultOf(reached, wanted);
    if (fault !== undefined) throw fault;
    const { username, pathname } = new URL(shopUrl);
    const url = `postgresql://${username}@localhost${pathname}?host=${encodeURIComponent(dir)}&port=5432`;
    await askFor(url);
    const stopped = once(ending.signal, 'abort');
    const done = work({ url, tools, at: to === 'latest' ? (lastPlayed(reached.said) ?? earliest) : to });
    await Promise.race([done, stopped]);
    ending.signal.throwIfAborted();
    return await done;
  } catch (error) {
    ending.signal.throwIfAborted();
    throw error;
  } finally {
    ending.abort();
    await programs.allClosed();
    await rm(dir, { recursive: true, force: true });
    for (const signal of endings) process.off(signal, end);
  }
}
