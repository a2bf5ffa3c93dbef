import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { RunAs } from './postgres-programs.ts';
import { findPostgresServer, type PostgresTools } from './postgres-tools.ts';

/** A database as it was at a moment: a base copy (`pg_basebackup`), and the log that was archived since, which PostgreSQL plays on it. */
export interface ArchivedDatabase {
  /** Folder of the base copy. It stays as it is. */
  base: string;
  /** Folder of the archived log. */
  log: string;
  /** `latest`: as far as the log reaches. */
  to: Date | 'latest';
  /** Its address where it lives, for the names of database and role. */
  shopUrl: string;
  /** Where a folder is made for it, which wants room for all of it. */
  workDir: string;
  /** The folder of the server's programs; undefined: they are looked for. */
  pgBin: string | undefined;
}

export interface RecoveredDatabase {
  /** For PostgreSQL's own programs of this machine. */
  url: string;
  tools: PostgresTools;
  /** The moment that was asked for, or that of the last transaction there is. */
  at: Date;
}

/** "2026-11-27 14:05:09", in Guatemala. */
const inGuatemala = (moment: Date): string => moment.toLocaleString('sv-SE', { timeZone: 'America/Guatemala' });

/** PostgreSQL's server does not run as root: the base copy's owner can read it. @throws where that is root */
const ownerOf = async (base: string): Promise<RunAs> => {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = await stat(base);
  if (uid === 0)
    throw new Error(`PostgreSQL does not run as root, and ${base} is root's: chown -R it to the user it is to run as.`);
  return { uid, gid };
};

const unreadable = (base: string, cause: unknown): Error =>
  new Error(`${base} is no base copy as pg_basebackup makes it, or cannot be read here.`, { cause });

/** The major version that a base copy is of. @throws where it is none, or cannot be read */
const versionOf = async (base: string): Promise<number> => {
  try {
    await access(join(base, 'backup_label'));
    const version = Number(await readFile(join(base, 'PG_VERSION'), 'utf8'));
    // Links to folders of the server it was copied from, which would be written to.
    if ((await readdir(join(base, 'pg_tblspc'))).length > 0) throw new Error('It has tablespaces.');
    return version;
  } catch (cause) {
    throw unreadable(base, cause);
  }
};

/** When the last checkpoint of a base copy was begun: moments before it are not to be had of it. To the second, rounded up. */
const checkpointOf = async (bin: string, base: string, as: RunAs): Promise<Date> => {
  const env = { ...process.env, TZ: 'UTC', LC_ALL: 'C' };
  const { stdout } = await promisify(execFile)(join(bin, 'pg_controldata'), ['-D', base], { ...as, env }).catch(
    (cause) => {
      throw unreadable(base, cause);
    },
  );
  const moment = Date.parse(`${/^Time of latest checkpoint: +(.+)$/m.exec(stdout)?.[1]} UTC`);
  if (Number.isNaN(moment)) throw unreadable(base, new Error('pg_controldata tells no checkpoint.'));
  return new Date(moment + 1_000);
};

/** A word of the shell that runs `restore_command`, where % has a meaning of its own. */
const shellWord = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;

/** What the server that plays the log is told; of the settings of the one that was copied none hold (`writeConfiguration`). */
const settingsOf = ({ log, to }: ArchivedDatabase, dir: string): string[] =>
  [
    'listen_addresses=',
    // In a folder that nobody else may enter: whoever reaches it is believed.
    `unix_socket_directories="${dir}"`,
    'port=5432',
    `restore_command=cp ${shellWord(log)}/%f "%p"`,
    ...(to === 'latest' ? [] : [`recovery_target_time=${to.toISOString().replace('Z', '+00')}`]),
    'recovery_target_action=promote',
    // Nobody is let in before it has got there: or it would want as many connections as the server that was copied.
    'hot_standby=off',
    'autovacuum=off',
    'fsync=off',
    'lc_messages=C',
    'timezone=UTC',
  ].flatMap((setting) => ['-c', setting]);

/** The moment of the last transaction that was played. */
const lastPlayed = (said: string): Date | undefined => {
  const moment = /last completed transaction was at log time (\S+ \S+)\+00$/m.exec(said)?.[1];
  return moment === undefined ? undefined : new Date(`${moment.replace(' ', 'T')}Z`);
};

/** Why it did not get there, from what the server said. */
const faultOf = (said: string, { base, log }: ArchivedDatabase): Error => {
  const denied = /^cp: .*Permission denied$/m.exec(said)?.[0];
  if (denied !== undefined) return new Error(`The archived log in ${log} cannot be read here: ${denied}`);
  if (said.includes('recovery ended before configured recovery target was reached')) {
    const last = lastPlayed(said);
    const end = last === undefined ? 'it has none since the base copy' : `its last one is of ${inGuatemala(last)}`;
    return new Error(
      `The archived log in ${log} has no transaction of that moment or later: ${end}. "--to latest" brings back all there is.`,
    );
  }
  if (said.includes('before consistent recovery point'))
    return new Error(`That moment is before ${base} was whole: take an older base copy, or a later moment.`);
  if (/could not locate (?:a valid|required) checkpoint record|WAL ends before/.test(said))
    return new Error(
      `The archived log in ${log} lacks what was written while ${base} was made: nothing can be had of it.`,
    );
  const words = said.split('\n').filter((line) => /\b(?:FATAL|PANIC|ERROR): /.test(line));
  return new Error(`PostgreSQL could not bring back ${base}: ${words.slice(0, 3).join(' ')}`);
};

/** Programs that run in a folder as somebody, and end with `signal`. */
const programsIn = (dir: string, as: RunAs, signal: AbortSignal) => {
  const closed: Promise<unknown>[] = [];
  return {
    start: (program: string, args: readonly string[], killSignal: NodeJS.Signals) => {
      // In English: what they say is read.
      const env = { ...process.env, LC_ALL: 'C' };
      const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe'];
      const child = spawn(program, args, { ...as, cwd: dir, env, stdio, signal, killSignal });
      // Heard by whoever waits for it; it is closed all the same.
      child.on('error', () => {});
      closed.push(new Promise((done) => child.once('close', done)));
      return child;
    },
    /** None of them is left. */
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

/** Who may enter, and that it is to be recovered. What the server that was copied had does not hold: it archived into the same folder. */
const writeConfiguration = async (data: string, as: RunAs): Promise<void> => {
  const files = {
    'postgresql.conf': '',
    'postgresql.auto.conf': '',
    'pg_hba.conf': 'local all all trust\n',
    'pg_ident.conf': '',
    'recovery.signal': '',
  };
  // As `pg_basebackup -R` leaves it; it would go before.
  await rm(join(data, 'standby.signal'), { force: true });
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(data, name), content, { mode: 0o600 });
    if ('uid' in as) await chown(join(data, name), as.uid ?? 0, as.gid ?? 0);
  }
};

/** Ends once the server has played the log and lets in whoever asks; what it said until then. */
const untilRecovered = (server: ReturnType<Programs['start']>, wanted: ArchivedDatabase): Promise<string> =>
  new Promise((done, fail) => {
    let said = '';
    createInterface(server.stderr).on('line', (line) => {
      said += `${line}\n`;
      if (line.includes('ready to accept connections')) done(said);
    });
    server.once('error', fail);
    server.once('close', () => fail(faultOf(said, wanted)));
  });

/**
 * Has a server of its own recover a database as it was at a moment, for `work`. Neither the server nor its folder is left, also where this
 * process is told to end. @throws where that moment cannot be had
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
  const begun = await checkpointOf(tools.bin, base, as);
  if (to !== 'latest' && to < begun)
    throw new Error(`${base} is of ${inGuatemala(begun)}, after that moment: take an older base copy.`);

  await mkdir(workDir, { recursive: true });
  const dir = await mkdtemp(join(workDir, 'recovered-'));
  const ending = new AbortController();
  const end = (): void => ending.abort(new Error('Stopped: nothing was brought back.'));
  process.on('SIGINT', end).on('SIGTERM', end);
  const programs = programsIn(dir, as, ending.signal);
  try {
    if ('uid' in as) await chown(dir, as.uid ?? 0, as.gid ?? 0);
    const data = join(dir, 'data');
    await copyBase(programs, base, data);
    await writeConfiguration(data, as);
    const server = programs.start(join(tools.bin, 'postgres'), ['-D', data, ...settingsOf(wanted, dir)], 'SIGQUIT');
    const said = await untilRecovered(server, wanted);
    const { username, pathname } = new URL(shopUrl);
    const url = `postgresql://${username}@localhost${pathname}?host=${encodeURIComponent(dir)}&port=5432`;
    const stopped = once(ending.signal, 'abort');
    const done = work({ url, tools, at: to === 'latest' ? (lastPlayed(said) ?? begun) : to });
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
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}
