import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  freePort,
  isAlive,
  launch,
  mediaDir,
  projectDir,
  type RunningProcess,
  seed,
  serverCommand,
} from './processes.ts';

/** A database on the server of the room, filled by the seed command. */
export interface ShopDatabase {
  url: string;
  products: number;
}

export interface ShopOptions {
  database: ShopDatabase;
  /** `start` is web and worker in one process. The default is `web`. */
  role?: 'web' | 'start';
  nodeOptions?: readonly string[];
  env?: Record<string, string>;
}

/** One temporary folder and one database server for everything that is measured. Both are removed afterwards. */
export interface BenchRoom {
  dir: string;
  /** The database server's first process. */
  databasePid: number;
  /** Creates and fills a separate database, with generated orders if requested. Pictures are shared. */
  addShop(products: number, orders?: number): Promise<ShopDatabase>;
  /** A web process as in production, except for the budgets per address. */
  startShop(options: ShopOptions): Promise<RunningProcess>;
  close(): Promise<void>;
}

/** Settings of a shop that caches no page and no response. */
export const withoutCache = { CACHE_MB: '0' };

/** Queries a shop's database for data that the bench needs, such as the products on sale. */
export const ask = async <Row extends object>({ url }: Pick<ShopDatabase, 'url'>, sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
};

const wellSold = `kind = 'goods' and seller_id = 1 and is_published and is_listed and sales_price is not null
  and not is_motorcycle and not is_restricted and not is_dropshipping and not is_presale`;

/**
 * Prepares products that can be bought in cash and delivered, best sold first, each with more stock than a bench sells.
 * Returns their SKUs.
 */
export const stockShelves = async (database: ShopDatabase): Promise<string[]> => {
  const rows = await ask<{ sku: string }>(
    database,
    `select sku, move_stock(id, (select store_code from stores where is_warehouse), 10000000, 'received')
     from (select id, sku from products where ${wellSold} and sales_price between 1000 and 100000
           order by sold_count desc limit 200) p`,
  );
  return rows.map(({ sku }) => sku);
};

/** Lists slugs of products, best sold first. */
export const listSlugs = async (database: ShopDatabase, limit: number): Promise<string[]> => {
  const rows = await ask<{ slug: string }>(
    database,
    `select slug from products where ${wellSold} order by sold_count desc, id limit ${limit}`,
  );
  return rows.map(({ slug }) => slug);
};

/** Returns the path of the category of a product. @throws if no product has that page */
export const findCategoryPath = async (database: ShopDatabase, productPath: string): Promise<string> => {
  const [found] = await ask<{ path: string }>(
    database,
    `select c.path from products p join categories c on c.id = p.category_id where '/' || p.slug = '${productPath}'`,
  );
  if (found === undefined) throw new Error(`no product is shown at ${productPath}`);
  return `/${found.path}`;
};

/**
 * Reads process id and address of the embedded server from the file that it writes in its data folder
 * (server/src/platform/db/embedded-postgres.ts).
 */
const findDatabase = async (dataDir: string): Promise<{ pid: number; url: string }> => {
  const [pid, , , port] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8');
  return { pid: Number(pid), url: `postgresql://ceiba:${password}@127.0.0.1:${port}` };
};

/** Stops a database that is still running. A shop that ends while its connections are closing leaves it running. */
const stopDatabase = async (dataDir: string): Promise<void> => {
  const { pid } = await findDatabase(dataDir).catch(() => ({ pid: 0 }));
  if (pid === 0 || !isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await sleep(100);
};

/** `profiles`: a folder in which every shop writes its V8 profile (`--cpu-prof`). */
export const openBenchRoom = async (profiles?: string): Promise<BenchRoom> => {
  const dir = await mkdtemp(join(tmpdir(), 'ceiba-bench-'));
  // If root runs this, the database belongs to another user. That user needs access to the folder.
  await chmod(dir, 0o755);
  const env = {
    DATA_DIR: dir,
    MEDIA_DIR: mediaDir,
    NODE_ENV: 'production',
    DEMO: 'true',
    RATE_LIMIT_FACTOR: '1000000',
    // The load generator sends the addresses of many people.
    TRUSTED_PROXIES: '127.0.0.1',
    BANK_PORT: String(await freePort()),
  };
  const start = async (more: Record<string, string>, nodeOptions: readonly string[] = [], role = 'web') => {
    const port = await freePort();
    const settings = { ...env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, ...more };
    const logFile = join(dir, 'shop.log');
    return launch({ args: serverCommand(role), nodeOptions, env: settings, port, readyPath: '/ready', logFile });
  };
  const nobody = { DEMO: 'false', BANK_URL: 'http://127.0.0.1:9', BANK_KEY: 'bench-merchant' };
  // Keeps the database server running until this process ends.
  const keeper = await start({ LOG_LEVEL: 'warn', ...nobody });
  const server = await findDatabase(dir);
  const profiling = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  return {
    dir,
    databasePid: server.pid,
    addShop: async (products, orders = 0) => {
      const shop = { url: `${server.url}/shop_${products}`, products };
      await ask({ url: `${server.url}/postgres` }, `create database shop_${products}`);
      await seed(products, orders, { ...env, DATABASE_URL: shop.url });
      // Fresh statistics for the planner, and no autovacuum during a round.
      await ask(shop, 'vacuum (analyze)');
      await ask(shop, 'checkpoint');
      return shop;
    },
    startShop: ({ database, role, nodeOptions = [], env: more }) =>
      start({ DATABASE_URL: database.url, ...more }, [...profiling, ...nodeOptions], role),
    close: async () => {
      await keeper.stop();
      for (const dataDir of [dir, join(dir, 'start')]) await stopDatabase(dataDir);
      await rm(dir, { recursive: true, force: true });
    },
  };
};

/** The folder `bench/results/<name>`, created if needed. */
export const resultsFolder = async (name = ''): Promise<string> => {
  const folder = join(projectDir, 'bench', 'results', name);
  await mkdir(folder, { recursive: true });
  return folder;
};
