import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { ShopDatabase } from '../bench-room.ts';
import { openDatabaseServers } from '../nodes/database-servers.ts';
import { checkShop, runCommand } from '../nodes/stage.ts';
import { freePort, launch, mediaDir, type RunningProcess, runToEnd, serverCommand } from '../processes.ts';
import { openRelay, type Relay } from './relay.ts';

export const partNames = ['web', 'worker', 'bank', 'database'] as const;
export type PartName = (typeof partNames)[number];

export const lineNames = ['shoppers', 'bank', 'database'] as const;
export type LineName = (typeof lineNames)[number];

/** A shop of one web process, a worker, a bank and a database, with a relay on each line between them. */
export interface ChaosScene {
  database: ShopDatabase;
  lines: Record<LineName, Relay>;
  /** SIGKILL (of the database: an immediate stop), then started again after so many milliseconds. */
  kill(part: PartName, awayMs: number): Promise<void>;
  /** The web process's clock differs so much from the machine's. Milliseconds. */
  stepClock(milliseconds: number): Promise<void>;
  /** How often each program ended without being told to, and was started again. */
  ended(): Map<string, number>;
  checkInvariants(): Promise<{ isSound: boolean; said: string }>;
  /** `npm run ceiba -- …` through the lines; false when it was refused or did not get through. */
  command(...args: string[]): Promise<boolean>;
  /** Every points account of a program has so many points more. */
  givePoints(program: string, points: number): void;
  close(): Promise<void>;
}

const products = 300;

/** Not the sandbox's own, which a shop outside demo mode refuses. */
const merchantKey = 'chaos-merchant';

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** How often a part that does not come up is started again: what it needs may be away, too. */
const mostStarts = 20;

const startStubbornly = async (start: () => Promise<RunningProcess>): Promise<RunningProcess> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === mostStarts) throw error;
      await pause(500);
    }
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** How often a supervisor looks. Milliseconds. */
const watchMs = 250;

/** One program under a supervisor: killed or ended by itself, it is started again. */
const keep = async (start: () => Promise<RunningProcess>) => {
  let running = await start();
  let ended = 0;
  let isOver = false;
  let reviving: Promise<void> = Promise.resolve();
  const revive = (awayMs: number): Promise<void> => {
    reviving = reviving.then(async () => {
      if (isOver || isAlive(running.pid)) return;
      await pause(awayMs);
      running = await startStubbornly(start);
    });
    return reviving;
  };
  const watching = (async () => {
    for (; !isOver; await pause(watchMs)) {
      await reviving;
      if (isOver || isAlive(running.pid)) continue;
      ended += 1;
      await revive(0);
    }
  })();
  // Awaited by `stop`; until then a part that cannot be started must not end this process.
  watching.catch(() => {});
  return {
    signal: (name: NodeJS.Signals): void => {
      if (isAlive(running.pid)) process.kill(running.pid, name);
    },
    /** How often it ended without being told to. */
    ended: () => ended,
    kill: async (awayMs: number): Promise<void> => {
      await reviving;
      const { pid, stop } = running;
      if (!isAlive(pid)) return;
      reviving = reviving.then(async () => {
        process.kill(pid, 'SIGKILL');
        await stop();
        await pause(awayMs);
        running = await startStubbornly(start);
      });
      await reviving;
    },
    stop: async (): Promise<void> => {
      isOver = true;
      await reviving.catch(() => {});
      await running.stop();
      await watching;
    },
  };
};

const behind = (url: string, port: number): string => {
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return through.href;
};

/** Opens everything; what was opened is closed last first, also when opening fails in the middle. */
export const openScene = async (say: (text: string) => void): Promise<ChaosScene> => {
  const dir = await mkdtemp(join(tmpdir(), 'ceiba-chaos-'));
  await chmod(dir, 0o755);
  const closers: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) await next();
  };
  try {
    return await fillScene(dir, closers, close, say);
  } catch (error) {
    await close();
    throw error;
  }
};

async function fillScene(
  dir: string,
  closers: (() => Promise<unknown>)[],
  close: () => Promise<void>,
  say: (text: string) => void,
): Promise<ChaosScene> {
  const logFile = join(dir, 'shop.log');
  const clockFile = join(dir, 'clock');
  await writeFile(clockFile, '0');
  const servers = openDatabaseServers(join(dir, 'databases'));
  closers.push(() => servers.close());
  const url = await servers.create('primary');
  say(`Filling a shop of ${products} products …`);
  const filling = { DATABASE_URL: url, DATABASE_REPLICA_URL: '', DATA_DIR: dir, MEDIA_DIR: mediaDir, DEMO: 'true' };
  await runToEnd(['server/src/seed-command.ts', '--products', String(products)], filling);

  const [bankPort, webPort] = [await freePort(), await freePort()];
  const lines = {
    shoppers: await openRelay(webPort),
    bank: await openRelay(bankPort),
    database: await openRelay(Number(new URL(url).port)),
  };
  closers.push(() => Promise.all(Object.values(lines).map((line) => line.close())));
  const shopEnv = {
    NODE_ENV: 'production',
    DATABASE_REPLICA_URL: '',
    DATA_DIR: dir,
    MEDIA_DIR: mediaDir,
    DEMO: 'false',
    BANK_KEY: merchantKey,
    BANK_TIMEOUT_MS: '6000',
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: 'warn',
    CHAOS_CLOCK: clockFile,
  };
  const env = {
    ...shopEnv,
    DATABASE_URL: behind(url, lines.database.port),
    BANK_URL: `http://127.0.0.1:${lines.bank.port}`,
  };
  const bankEnv = {
    SANDBOX_BANK_PORT: String(bankPort),
    SANDBOX_BANK_KEY: merchantKey,
    SANDBOX_BANK_DATA: join(dir, 'bank'),
  };
  const bank = await keep(() =>
    launch({ args: ['sandbox-bank/src/main.ts'], env: bankEnv, port: bankPort, readyPath: '/health', logFile }),
  );
  closers.push(() => bank.stop());
  const clock = ['--import', fileURLToPath(new URL('stepped-clock.ts', import.meta.url))];
  const webEnv = { ...env, PORT: String(webPort) };
  const web = await keep(() =>
    launch({
      args: serverCommand('web'),
      nodeOptions: clock,
      env: webEnv,
      port: webPort,
      readyPath: '/ready',
      logFile,
    }),
  );
  closers.push(() => web.stop());
  // It has no address of its own: that it works is seen by its mails. The bank answers whatever the shop does.
  const worker = await keep(() =>
    launch({ args: serverCommand('worker'), env, port: bankPort, readyPath: '/health', logFile }),
  );
  closers.push(() => worker.stop());
  const database = {
    kill: async (awayMs: number): Promise<void> => {
      await servers.kill('primary');
      await pause(awayMs);
      await servers.start('primary');
    },
  };
  const parts = { web, worker, bank, database };
  return {
    database: { url, products },
    lines,
    kill: (part, awayMs) => parts[part].kill(awayMs),
    stepClock: async (milliseconds) => {
      await writeFile(clockFile, String(milliseconds));
      web.signal('SIGUSR2');
    },
    ended: () =>
      new Map(
        Object.entries({ web, worker, bank }).flatMap(([name, part]) =>
          part.ended() === 0 ? [] : [[name, part.ended()]],
        ),
      ),
    checkInvariants: () => checkShop({ ...shopEnv, DATABASE_URL: url, BANK_URL: `http://127.0.0.1:${bankPort}` }),
    command: async (...args) => (await runCommand(args, env)).isDone,
    givePoints: (program, points) => {
      const ledger = new DatabaseSync(join(dir, 'bank', 'bank.sqlite'), { timeout: 5_000 });
      ledger
        .prepare('UPDATE points_accounts SET opening_points = opening_points + ? WHERE program = ?')
        .run(points, program);
      ledger.close();
    },
    close,
  };
}
