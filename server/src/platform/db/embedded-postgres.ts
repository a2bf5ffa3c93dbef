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
  patiently,
  postgresPrograms,
  type RunAs,
  reachableDataDir,
  readPidFile,
  runningPort,
} from './postgres-programs.ts';

const run = promisify(execFile);

export interface EmbeddedPostgres {
  /** Connection string of the database `ceiba`; names its connections as those of this start (`application_name`). */
  url: string;
  /** Where the data really is (root may have to keep it outside a closed home folder). */
  dataDir: string;
  /** False: it ran already, for another process of the shop or left behind by a killed one. */
  isStartedHere: boolean;
  /** From now on it is started again when it dies; for the one process that it belongs to. */
  revive(): void;
  stop(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Tests only: a crash may then lose data. Never set it for a shop. */
  unsafeFast?: boolean;
  onNotice?: (message: string) => void;
  /** Ends a start under way, which throws then; what it has started is stopped. */
  signal?: AbortSignal | undefined;
}

/** Whether an embedded database was created in this data folder before. Creates no folder and starts nothing. */
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

/** How long connections of another process that ends with us may still be seen. */
const closingMs = 2_000;

/**
 * Another process of the shop (a running shop beside a command) may be using the same server: a connection by another name.
 * Our own tell nothing: on a busy machine they are closing, or have a statement under way, for as long as it takes.
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

/** Seconds that a server may recover what a crash has left; one that cannot start says so at once. */
const longestRecovery = 3_600;

const startServer = async (bin: string, dataDir: string, as: RunAs, port: number, unsafeFast: boolean) => {
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
  await run(
    join(bin, 'pg_ctl'),
    ['start', '-w', '-t', String(longestRecovery), '-D', dataDir, '-l', log, '-o', settings.join(' ')],
    as,
  );
};

/**
 * Starts (or joins, when a killed shop left it running) the PostgreSQL that comes with the project.
 * PostgreSQL refuses to run as root: then its programs run as the system user `postgres`.
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
    // Told to end while it recovers, the server stops then; one that has not written its number yet is stopped once it has started.
    const stopEarly = (): void => void stopServer().catch(() => {});
    signal?.addEventListener('abort', stopEarly);
    await startServer(bin, dataDir, as, at, options.unsafeFast ?? false).finally(() =>
      signal?.removeEventListener('abort', stopEarly),
    );
  };
  const { port, isStartedHere } = await patiently(folder, async () => {
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
      // `pg_ctl` that has waited long enough, or was ended, leaves a server that is still starting. One at another port is that of a
      // start beside this one: it is joined.
      if ((await readPidFile(dataDir))?.port === free) await stopServer().catch(() => {});
      throw error;
    }
  });
  const start = async () => {
    const known = await runningPort(folder);
    if (known === undefined) await startAt(port);
    else if (known !== port)
      throw new Error(`another process of the shop has started it at port ${known}: start this one again`);
  };
  let revived: RevivedServer | undefined;
  return {
    url: urlOf('ceiba', port),
    dataDir,
    isStartedHere,
    revive: () => {
      revived ??= reviveServer({ port, start, onNotice: notice });
    },
    // Whoever uses it last stops it, and cuts off what connections it still has itself.
    stop: async () => {
      await revived?.stop();
      if (!(await isUsedByOthers(urlOf('ceiba', port), name))) await stopServer();
    },
  };
};

interface RevivedServer {
  /** No longer looks; ends once a start that is under way has ended. */
  stop(): Promise<void>;
}

interface ReviveOptions {
  port: number;
  /** Starts the server again on the same port; throws when it cannot (yet). */
  start: () => Promise<unknown>;
  onNotice: (message: string) => void;
  /** Milliseconds between two looks. */
  everyMs?: number;
}

/** A server that is starting, recovering or full still takes connections; refused means that nobody listens. */
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

/** Looks each second whether a server still listens, and starts it again when it does not. */
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
        // What is left of it may take a moment to go; it is tried again.
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

/** Any number that no other program on the embedded server uses. */
const runningShop = 4232_001;

/** Milliseconds before a lock that was lost is asked for again. */
const retakeDelayMs = 1_000;

const folderInUse = (dataDir: string): Error =>
  new Error(
    `La carpeta de datos ${dataDir} ya la usa otra tienda en marcha: detenla o elige otra carpeta con DATA_DIR. · ` +
      `The data folder ${dataDir} is in use by another running shop: stop it, or choose another folder with DATA_DIR.`,
  );

/** The connection that holds the lock; undefined when another shop does. */
const takeLock = async (url: string): Promise<pg.Client | undefined> => {
  const client = new pg.Client({ connectionString: url, application_name: 'ceiba data folder' });
  // Lost with its database; see `end` below.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock(${runningShop}) as "isOurs"`);
  if (rows[0]?.isOurs === true) return client;
  await client.end();
  return undefined;
};

/**
 * Holds the data folder for one shop as long as the process lives: an advisory lock of its embedded database, which no
 * crash can leave behind; lost with the database, it is taken again when that is back. Throws when another shop holds it.
 * Commands beside a running shop need no lock.
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
