import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ShopDatabase } from '../bench-room.ts';
import { say } from '../figures.ts';
import {
  freePort,
  isAlive,
  launch,
  mediaDir,
  type RunningProcess,
  runProgram,
  seed,
  serverCommand,
  startAsked,
} from '../processes.ts';
import { openRelay, type Relay } from './relay.ts';

export const partNames = ['web', 'worker', 'bank', 'database'] as const;
export type PartName = (typeof partNames)[number];

export const lineNames = ['shoppers', 'bank', 'database'] as const;
export type LineName = (typeof lineNames)[number];

/** A shop of web processes, a worker, a bank and a database, with a relay on each connection between them. */
export interface ChaosScene {
  database: ShopDatabase;
  /** One for each web process. */
  webPorts: readonly number[];
  /** `shoppers` is the connection to the last web process. */
  lines: Record<LineName, Relay>;
  /**
   * Sends SIGKILL to a part, and starts it again after `awayMs`. The database is stopped immediately instead. Of the web
   * processes, the last is killed.
   */
  kill(part: PartName, awayMs: number): Promise<void>;
  /** Ends one web process as in a release (SIGTERM), and starts it again. */
  renew(web: number): Promise<void>;
  /** Stops the database as an operator does, and starts it again after `meanwhile`. */
  restartDatabase(meanwhile: () => Promise<void>): Promise<void>;
  /** Changes the clock of the last web process by this number of milliseconds from the machine's clock. */
  stepClock(milliseconds: number): Promise<void>;
  /** Counts how often each program ended without a kill and was started again. */
  ended(): Map<string, number>;
  checkInvariants(): Promise<{ isSound: boolean; said: string }>;
  /** Runs `npm run ceiba -- …` through the relays. Returns false if it was refused or could not connect. */
  command(...args: string[]): Promise<boolean>;
  /** Adds points to every account of a program. */
  givePoints(program: string, points: number): void;
  close(): Promise<void>;
}

const products = 300;

/** Differs from the sandbox's default key, which a shop refuses outside demo mode. */
const merchantKey = 'chaos-merchant';

/** Maximum number of starts of a part that does not come up. Another part that it needs may be down. */
const maxStarts = 20;

const startStubbornly = async (start: () => Promise<RunningProcess>): Promise<RunningProcess> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === maxStarts) throw error;
      await sleep(500);
    }
  }
};

/** Milliseconds between two checks of a supervisor. */
const watchMs = 250;

/** Runs one program under a supervisor. The supervisor restarts the program after a kill and after its own end. */
const keep = async (start: () => Promise<RunningProcess>) => {
  let running = await start();
  let ended = 0;
  let isOver = false;
  let changing: Promise<void> = Promise.resolve();
  /** Makes one change after the other, and none after the end. */
  const change = (work: () => Promise<void>): Promise<void> => {
    changing = changing.then(async () => (isOver ? undefined : work()));
    return changing;
  };
  const startAgain = async (awayMs: number): Promise<void> => {
    await sleep(awayMs);
    running = await startStubbornly(start);
  };
  const watching = (async () => {
    for (; !isOver; await sleep(watchMs))
      await change(async () => {
        if (isAlive(running.pid)) return;
        ended += 1;
        await startAgain(0);
      });
  })();
  // `stop` awaits this promise. Before that, a part that cannot be started must not end this process.
  watching.catch(() => {});
  return {
    signal: (name: NodeJS.Signals): void => {
      if (isAlive(running.pid)) process.kill(running.pid, name);
    },
    /** Number of times that the program ended without a kill. */
    ended: () => ended,
    kill: (awayMs: number): Promise<void> =>
      change(async () => {
        if (isAlive(running.pid)) process.kill(running.pid, 'SIGKILL');
        await running.stop();
        await startAgain(awayMs);
      }),
    renew: (): Promise<void> =>
      change(async () => {
        await running.stop();
        await startAgain(0);
      }),
    stop: async (): Promise<void> => {
      isOver = true;
      await changing.catch(() => {});
      await running.stop();
      await watching;
    },
  };
};

/** The database of a scene: one server, or a cluster that looks like one. */
export interface SceneDatabase {
  url: string;
  /** The address for reading the catalogue. */
  replicaUrl?: string;
  act(name: 'start' | 'stop' | 'kill'): Promise<unknown>;
  close(): Promise<unknown>;
}

/**
 * Runs the PostgreSQL programs of the project. The server ends with this process. `dir` is an empty folder with access
 * for every user.
 */
const openDatabaseServer = async (dir: string): Promise<SceneDatabase> => {
  const server = startAsked('server/src/testing/database-server-process.ts', [dir]);
  const act = (name: 'create' | 'start' | 'stop' | 'kill') => server.ask<{ url: string }>({ act: name });
  return { url: (await act('create')).url, act, close: () => server.stop() };
};

const behind = (url: string, port: number): string => {
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return through.href;
};

export interface SceneOptions {
  webCount: number;
  /** Opens the scene's database in an empty folder. By default, one server of the project's PostgreSQL programs. */
  openServer?: (dir: string) => Promise<SceneDatabase>;
}

type Closers = (() => Promise<unknown>)[];

const fill = async (
  dir: string,
  closers: Closers,
  { webCount, openServer = openDatabaseServer }: SceneOptions,
): Promise<Omit<ChaosScene, 'close'>> => {
  const opened = <T extends { close(): Promise<unknown> }>(part: T): T => {
    closers.push(() => part.close());
    return part;
  };
  const logFile = join(dir, 'shop.log');
  const server = opened(await openServer(join(dir, 'databases')));
  const { url } = server;
  say(`Filling a shop of ${products} products …`);
  const folders = { DATA_DIR: dir, MEDIA_DIR: mediaDir, DATABASE_REPLICA_URL: '' };
  await seed(products, 0, { ...folders, DATABASE_URL: url, DEMO: 'true' });

  const [bankPort, ...webPorts] = await Promise.all(Array.from({ length: 1 + webCount }, freePort));
  if (bankPort === undefined) throw new Error('no port is free');
  const lines = {
    shoppers: opened(await openRelay(webPorts.at(-1) ?? 0)),
    bank: opened(await openRelay(bankPort)),
    database: opened(await openRelay(Number(new URL(url).port))),
  };
  const clockFile = join(dir, 'clock');
  await writeFile(clockFile, '0');
  const shopEnv = {
    ...folders,
    NODE_ENV: 'production',
    DEMO: 'false',
    BANK_KEY: merchantKey,
    // In milliseconds. Longer than the slow card needs. An order whose process died is settled after this time plus ten seconds.
    BANK_TIMEOUT_MS: '6000',
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: 'warn',
    CHAOS_CLOCK: clockFile,
  };
  const env = {
    ...shopEnv,
    DATABASE_URL: behind(url, lines.database.port),
    DATABASE_REPLICA_URL: server.replicaUrl ?? '',
    BANK_URL: `http://127.0.0.1:${lines.bank.port}`,
  };
  const bankEnv = {
    SANDBOX_BANK_PORT: String(bankPort),
    SANDBOX_BANK_KEY: merchantKey,
    SANDBOX_BANK_DATA: join(dir, 'bank'),
  };
  const start = async (options: Omit<Parameters<typeof launch>[0], 'logFile'>) => {
    const part = await keep(() => launch({ ...options, logFile }));
    closers.push(() => part.stop());
    return part;
  };
  const bankHealth = { port: bankPort, readyPath: '/health' };
  const bank = await start({ args: ['sandbox-bank/src/main.ts'], env: bankEnv, ...bankHealth });
  const nodeOptions = ['--import', fileURLToPath(new URL('stepped-clock.ts', import.meta.url))];
  const webs = await Promise.all(
    webPorts.map((port) =>
      start({
        args: serverCommand('web'),
        nodeOptions,
        env: { ...env, PORT: String(port) },
        port,
        readyPath: '/ready',
      }),
    ),
  );
  const web = webs.at(-1);
  if (web === undefined) throw new Error('the shop has no web process');
  // The worker has no address, so its mails show that it works. The bank's health does not depend on the shop.
  const worker = await start({ args: serverCommand('worker'), env, ...bankHealth });
  const database = {
    kill: async (awayMs: number): Promise<void> => {
      await server.act('kill');
      await sleep(awayMs);
      await server.act('start');
    },
  };
  const parts = { web, worker, bank, database };
  return {
    database: { url, products },
    webPorts,
    lines,
    kill: (part, awayMs) => parts[part].kill(awayMs),
    renew: async (index) => webs[index]?.renew(),
    restartDatabase: async (meanwhile) => {
      await server.act('stop');
      await meanwhile();
      await server.act('start');
    },
    stepClock: async (milliseconds) => {
      await writeFile(clockFile, String(milliseconds));
      web.signal('SIGUSR2');
    },
    ended: () => {
      const counts = Object.entries({ web, worker, bank }).map(([name, part]) => [name, part.ended()] as const);
      return new Map(counts.filter(([, count]) => count > 0));
    },
    checkInvariants: async () => {
      const direct = { ...shopEnv, DATABASE_URL: url, BANK_URL: `http://127.0.0.1:${bankPort}` };
      const { isDone, said } = await runProgram(serverCommand('check'), direct);
      return { isSound: isDone, said };
    },
    command: async (name, ...args) => (await runProgram([...serverCommand(name ?? ''), ...args], env)).isDone,
    givePoints: (program, points) => {
      const ledger = new DatabaseSync(join(dir, 'bank', 'bank.sqlite'), { timeout: 5_000 });
      ledger
        .prepare('UPDATE points_accounts SET opening_points = opening_points + ? WHERE program = ?')
        .run(points, program);
      ledger.close();
    },
  };
};

/** Opens everything. Closes in reverse order, also if opening fails midway or a person stops the command. */
export const openScene = async (options: SceneOptions): Promise<ChaosScene> => {
  const dir = await mkdtemp(join(tmpdir(), 'ceiba-chaos-'));
  await chmod(dir, 0o755);
  const closers: Closers = [() => rm(dir, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) await next();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(1)));
  try {
    return { ...(await fill(dir, closers, options)), close };
  } catch (error) {
    await close();
    throw error;
  }
};
