import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, launch, mediaDir, type RunningProcess, runToEnd, serverCommand } from './processes.ts';

/** A database of the room's own server, filled by the seed command. */
export interface ShopDatabase {
  url: string;
  products: number;
}

export interface ShopOptions {
  database: ShopDatabase;
  /** In place of the database's own address. */
  databaseUrl?: string;
  /** `start` is web and worker in one; `web` unless told otherwise. */
  role?: 'web' | 'start';
  nodeOptions?: readonly string[];
  env?: Record<string, string>;
}

/** Where everything that is measured lives: one temporary folder, one database server, gone afterwards. */
export interface BenchRoom {
  dir: string;
  /** The database server's first process. */
  databasePid: number;
  /** Creates and fills a database of its own, with made orders where they are wanted; pictures are shared. */
  addShop(products: number, orders?: number): Promise<ShopDatabase>;
  /** A web process as it runs in production, but for the budgets per address. */
  startShop(options: ShopOptions): Promise<RunningProcess>;
  close(): Promise<void>;
}

const readPidFile = async (dataDir: string): Promise<string[]> =>
  (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');

const pidOfDatabase = async (dataDir: string): Promise<number> => Number((await readPidFile(dataDir))[0]);

/** The embedded server's address, from what it left beside its data (server/src/platform/db/embedded-postgres.ts). */
const addressOf = async (dataDir: string): Promise<string> => {
  const [, , , port] = await readPidFile(dataDir);
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8');
  return `postgresql://ceiba:${password}@127.0.0.1:${port}`;
};

/** A shop that ends while its connections are still closing leaves its database running: nothing here may outlive us. */
const stopDatabase = async (dataDir: string): Promise<void> => {
  const pid = await pidOfDatabase(dataDir).catch(() => 0);
  if (pid === 0 || !isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await new Promise((done) => setTimeout(done, 100));
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const createDatabase = async (server: string, name: string): Promise<string> => {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${server}/${name}`;
};

/** Fresh numbers for the planner, and no autovacuum in the middle of a round. */
const settle = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
  await client.end();
};

export const openBenchRoom = async (): Promise<BenchRoom> => {
  const dir = await mkdtemp(join(tmpdir(), 'ceiba-bench-'));
  // Run by root, the database belongs to another user, who must be able to reach its folder.
  await chmod(dir, 0o755);
  const env = {
    DATA_DIR: dir,
    MEDIA_DIR: mediaDir,
    NODE_ENV: 'production',
    DEMO: 'true',
    RATE_LIMIT_FACTOR: '1000000',
    // The load speaks for people at addresses of their own.
    TRUSTED_PROXIES: '127.0.0.1',
    BANK_PORT: String(await freePort()),
  };
  const logFile = join(dir, 'shop.log');
  const start = async (more: Record<string, string>, nodeOptions: readonly string[] = [], role = 'web') => {
    const port = await freePort();
    const settings = { ...env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, ...more };
    return launch({ args: serverCommand(role), nodeOptions, env: settings, port, readyPath: '/ready', logFile });
  };
  // Holds the database server: it stops with this process.
  const keeper = await start({
    LOG_LEVEL: 'warn',
    DEMO: 'false',
    BANK_URL: 'http://127.0.0.1:9',
    BANK_KEY: 'bench-merchant',
  });
  const server = await addressOf(dir);
  return {
    dir,
    databasePid: await pidOfDatabase(dir),
    addShop: async (products, orders = 0) => {
      const url = await createDatabase(server, `shop_${products}`);
      const wanted = ['--products', String(products), '--orders', String(orders)];
      await runToEnd(['server/src/seed-command.ts', ...wanted], { ...env, DATABASE_URL: url });
      await settle(url);
      return { url, products };
    },
    startShop: ({ database, databaseUrl, role, nodeOptions, env: more }) =>
      start({ DATABASE_URL: databaseUrl ?? database.url, ...more }, nodeOptions, role),
    close: async () => {
      await keeper.stop();
      for (const dataDir of [dir, join(dir, 'start')]) await stopDatabase(dataDir);
      await rm(dir, { recursive: true, force: true });
    },
  };
};
