import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  createCluster,
  freePort,
  movedDataDir,
  postgresPrograms,
  type RunAs,
  reachableDataDir,
  readPidFile,
  retryForAMinute,
  runningPort,
} from './postgres-programs.ts';

const run = promisify(execFile);

export interface EmbeddedPostgres {
  /** Connection string of the database `ceiba`. Its `application_name` identifies the connections of this process. */
  url: string;
  /** The actual data folder. If the shop runs as root, it may differ from the wanted folder, which can be in a closed home folder. */
  dataDir: string;
  /** False if the server was already running, for another process of the shop or left behind by a killed process. */
  isStartedHere: boolean;
  /** Restarts the server from now on whenever the server dies. Only the process that owns the server may call this. */
  revive(): void;
  stop(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Only for tests, because a crash may then lose data. */
  unsafeFast?: boolean;
  onNotice?: (message: string) => void;
  /** Cancels a pending start, which then throws. A server that this start has started is stopped. */
  signal?: AbortSignal | undefined;
}

/** Returns true if this data folder already has an embedded database. Creates no folder and starts nothing. */
export const hasEmbeddedPostgres = async (dataDir: string): Promise<boolean> => {
  const folders = [resolve(dataDir), movedDataDir(dataDir)];
  const found = await Promise.all(
    folders.map((folder) =>
      access(join(folder, 'PG_VERSION')).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
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

/** Milliseconds for which the connections of another process may still be visible after that process ends. */
const closingMs = 2_000;

/**
 * Returns true if another process of the shop, such as a running shop next to a command, is connected to the same server. Connections with
 * our own `application_name` do not count, because they close late on a busy machine.
 */
const isUsedByOthers = async (url: string, name: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const until = Date.now() + closingMs;
    for (;;) {
      const { rowCount } = await client.query(
        "select from pg_stat_activity where backend_type = 'client backend' and application_name <> $1 limit 1",
        [name],
      );
      if (rowCount === 0) return false;
      if (Date.now() > until) return true;
      await new Promise((done) => setTimeout(done, 100));
    }
  } finally {
    await client.end();
  }
};

/** Seconds that a server may take to recover from a crash. A server that cannot start at all fails immediately. */
const longestRecovery = 3_600;

const startServer = async (bin: string, dataDir: string, as: RunAs, port: number, unsafeFast: boolean) => {
  const settings = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    '-c unix_socket_directories=',
    '-c shared_buffers=128MB',
    '-c max_connections=100',
    '-c jit=off', // Statements are short, so JIT costs more than it saves.
    ...(unsafeFast ? ['-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off'] : []),
  ];
  const log = join(dataDir, 'server.log');
  await run(
    join(bin, 'pg_ctl'),
    ['start', '-w', '-t', String(longestRecovery), '-D', dataDir, '-l', log, '-o', settings.join(' ')],
    as,
  );
};

/**
 * Starts the PostgreSQL that comes with the project, or joins a server that a killed shop left running. PostgreSQL refuses to run as root.
 * A shop that runs as root therefore starts its programs as the system user `postgres`.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const notice = options.onNotice ?? (() => {});
  const { bin, as } = await postgresPrograms(notice);
  const dataDir = await reachableDataDir(options.dataDir, as, notice);
  const exists = await access(join(dataDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (!exists) await createCluster(bin, dataDir, as);
  const stopServer = () => run(join(bin, 'pg_ctl'), ['stop', '-w', '-m', 'fast', '-D', dataDir], as);
  const password = await readFile(`${dataDir}.password`, 'utf8');
  const name = `ceiba-${randomUUID()}`;
  const urlOf = (database: string, at: number) =>
    `postgresql://ceiba:${password}@127.0.0.1:${at}/${database}?application_name=${name}`;
  const { signal } = options;
  const folder = { dataDir, urlAt: (at: number) => urlOf('postgres', at), onNotice: notice, signal };
  const startAt = async (at: number) => {
    // A recovering server stops immediately. A server that has not written its PID file yet is stopped after its start.
    const stopEarly = (): void => void stopServer().catch(() => {});
    signal?.addEventListener('abort', stopEarly);
    await startServer(bin, dataDir, as, at, options.unsafeFast ?? false).finally(() =>
      signal?.removeEventListener('abort', stopEarly),
    );
  };
  const { port, isStartedHere } = await retryForAMinute(folder, async () => {
    const known = await runningPort(folder);
    if (known !== undefined) {
      await createDatabase(urlOf('postgres', known));
      return { port: known, isStartedHere: false };
    }
    const free = await freePort();
    try {
      await startAt(free);
      await createDatabase(urlOf('postgres', free));
      return { port: free, isStartedHere: true };
    } catch (error) {
      // If `pg_ctl` timed out or was canceled, it leaves a server that is still starting. A server at another port belongs to a concurrent
      // start, and this start joins it.
      if ((await readPidFile(dataDir))?.port === free) await stopServer().catch(() => {});
      throw error;
    }
  });
  const start = async () => {
    const known = await runningPort(folder);
    if (known === undefined) await startAt(port);
    else if (known !== port)
      throw new Error(
        `another process of the shop has started the database at port ${known}: start this process again`,
      );
  };
  let revived: RevivedServer | undefined;
  return {
    url: urlOf('ceiba', port),
    dataDir,
    isStartedHere,
    revive: () => {
      revived ??= reviveServer({ port, start, onNotice: notice });
    },
    // The last process that uses the server stops it, and closes its own remaining connections.
    stop: async () => {
      await revived?.stop();
      if (!(await isUsedByOthers(urlOf('postgres', port), name))) await stopServer();
    },
  };
};

interface RevivedServer {
  /** Stops watching. Resolves after a pending start has ended. */
  stop(): Promise<void>;
}

interface ReviveOptions {
  port: number;
  /** Starts the server again on the same port. Throws if the server cannot start yet. */
  start: () => Promise<unknown>;
  onNotice: (message: string) => void;
  /** Milliseconds between two checks. */
  everyMs?: number;
}

/** Returns true if no server listens on the port. A server that is starting, recovering or full still accepts connections. */
const isRefused = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 1_000 });
    const end = (refused: boolean): void => {
      socket.destroy();
      done(refused);
    };
    socket.once('connect', () => end(false));
    socket.once('timeout', () => end(false));
    socket.once('error', (error) => end('code' in error && error.code === 'ECONNREFUSED'));
  });

/** Checks each second whether the server still listens, and restarts it if it does not. */
const reviveServer = ({ port, start, onNotice, everyMs = 1_000 }: ReviveOptions): RevivedServer => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let looking = Promise.resolve();

  const look = async (): Promise<void> => {
    if (await isRefused(port)) {
      try {
        await start();
        onNotice('The database had died; it is running again.');
      } catch (error) {
        // Remains of the dead server may take a moment to disappear. The next check tries again.
        onNotice(
          `The database has died and could not be started yet: ${error instanceof Error ? error.message : error}`,
        );
      }
    }
    if (!isStopped) timer = setTimeout(lookNow, everyMs);
  };
  const lookNow = (): void => {
    looking = look();
  };

  timer = setTimeout(lookNow, everyMs);
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
};

/** An arbitrary number for the advisory lock, which no other program on the embedded server uses. */
const runningShop = 4232_001;

/** Milliseconds before a lost lock is requested again. */
const retakeDelayMs = 1_000;

const folderInUse = (dataDir: string): Error =>
  new Error(
    `La carpeta de datos ${dataDir} ya la usa otra tienda en marcha: detenla o elige otra carpeta con DATA_DIR. · ` +
      `The data folder ${dataDir} is in use by another running shop: stop it, or choose another folder with DATA_DIR.`,
  );

/** Returns the connection that holds the lock, or undefined if another shop holds it. */
const takeLock = async (url: string): Promise<pg.Client | undefined> => {
  const client = new pg.Client({ connectionString: url, application_name: 'ceiba data folder' });
  // The connection breaks when its database stops. The `end` listener below handles that.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock(${runningShop}) as "isOurs"`);
  if (rows[0]?.isOurs === true) return client;
  await client.end();
  return undefined;
};

/**
 * Reserves the data folder for one shop while the process lives. The lock is an advisory lock in the embedded database, so that no crash
 * can leave it behind. If the database restarts, the lock is taken again. Throws if another shop holds the lock. Commands beside a running
 * shop need no lock.
 */
export const lockDataFolder = async (url: string, dataDir: string): Promise<{ release(): Promise<void> }> => {
  let client = await takeLock(url);
  if (client === undefined) throw folderInUse(dataDir);
  let timer: NodeJS.Timeout | undefined;
  let isReleased = false;

  const retakeLater = (): void => {
    if (!isReleased) timer = setTimeout(retake, retakeDelayMs).unref();
  };
  const retake = (): void => {
    takeLock(url).then((taken) => {
      client = taken;
      client?.on('end', retakeLater);
      if (client === undefined) retakeLater();
      else if (isReleased) void client.end();
    }, retakeLater);
  };
  client.on('end', retakeLater);
  return {
    release: async () => {
      isReleased = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
};
