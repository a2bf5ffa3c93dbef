import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { enqueue } from '../jobs/job-queue.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { readConfig } from '../platform/operations/config.ts';
import { type RunningShop, startShop } from '../start-shop.ts';
import { until } from '../testing/until.ts';

/** Time limit in milliseconds for steps that take seconds, on a busy machine. */
const patience = 60_000;

let dir: string;
let shop: RunningShop;

const config = () =>
  readConfig({
    PORT: '0',
    DEMO: 'false',
    DATA_DIR: dir,
    BANK_URL: 'http://127.0.0.1:9',
    BANK_KEY: 'nobody-is-there',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '10000',
  });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-embedded-'));
  shop = await startShop(config(), 'all', { say: () => {} });
});
afterAll(async () => {
  await shop.close();
  await rm(dir, { recursive: true, force: true });
});

/** Process id of the server, read from its data folder. If root runs the tests, the folder may be elsewhere. */
const postmaster = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);

const readiness = () => fetch(`${shop.url}/ready`).then(({ status }) => status);

test(
  'the embedded database restarts if only it dies, and until then shoppers get Retry-After',
  async () => {
    const { rows } = await shop.db.pool.query<{ folder: string }>(
      `select setting as folder from pg_settings where name = 'data_directory'`,
    );
    const folder = rows[0]?.folder ?? '';
    // Another process, such as a command, uses the running server and does not stop it.
    const joined = await startEmbeddedPostgres({ dataDir: join(dir, 'postgres') });
    expect([new URL(joined.url).port, joined.isStartedHere]).toEqual([new URL(shop.databaseUrl).port, false]);

    const victim = await postmaster(folder);
    process.kill(victim, 'SIGKILL');
    const cart = await fetch(`${shop.url}/v1/carts`, { method: 'POST' });
    expect([201, 503]).toContain(cart.status);
    // The server may restart within the second for which a probe is cached. So the loop asks the server itself.
    await until(
      () =>
        postmaster(folder).then(
          (process) => process !== victim,
          () => false,
        ),
      patience,
    );
    await until(async () => (await readiness()) === 200, patience);

    await enqueue(shop.db.write, { task: 'delete-old-keys', payload: {}, jobKey: 'after' });
    const waiting = async () => (await shop.db.pool.query(`select from graphile_worker.jobs where key = 'after'`)).rows;
    await until(async () => (await waiting()).length === 0, patience);
    await joined.stop();
    expect(await readiness()).toBe(200);
  },
  4 * patience,
);

test(
  'a shop whose database died with its lock locks the data folder again',
  async () => {
    await until(
      () =>
        startShop(config(), 'all', { say: () => {} }).then(
          async (second) => {
            await second.close();
            return false;
          },
          (error: Error) => error.message.includes('is in use by another running shop'),
        ),
      patience,
    );
  },
  2 * patience,
);

test(
  '[DEC-09] without DATABASE_URL the shop starts its own server and keeps its data',
  async () => {
    await shop.db.pool.query("insert into employee_emails (email, added_at) values ('kept@ceiba.example', now())");
    const kept = async ({ db }: RunningShop) => (await db.pool.query('select email from employee_emails')).rows;
    await shop.close();
    shop = await startShop(config(), 'all', { say: () => {} });
    expect(await kept(shop)).toEqual([{ email: 'kept@ceiba.example' }]);
    const elsewhere = await mkdtemp(join(tmpdir(), 'ceiba-given-'));
    const said: string[] = [];
    const given = await startShop({ ...config(), dataDir: elsewhere, databaseUrl: shop.databaseUrl }, 'web', {
      say: (text) => void said.push(text),
    });
    expect(await kept(given)).toEqual([{ email: 'kept@ceiba.example' }]);
    expect(said.join('\n')).not.toContain('Starting the database');
    await given.close();
    await rm(elsewhere, { recursive: true, force: true });
  },
  4 * patience,
);

/**
 * Returns whether a server runs. A stopped server removes its file, but its process may stay a zombie if no process
 * waits for it.
 */
const runs = (dataDir: string): boolean => existsSync(join(dataDir, 'postmaster.pid'));

/** Creates a separate data folder for one test. */
const ownFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'ceiba-embedded-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

test('the last user of the server stops it, even while that user’s statement is still running', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: join(await ownFolder(), 'postgres') });
  const db = openDatabase({ url: postgres.url });
  const statement = db.write.run({ text: "select pg_sleep('infinity')", values: [] }).then(
    () => 'answered',
    () => 'cut off',
  );
  const other = await startEmbeddedPostgres({ dataDir: postgres.dataDir });
  const beside = openDatabase({ url: other.url });
  await beside.write.run({ text: 'select', values: [] });
  await postgres.stop();
  expect(runs(postgres.dataDir), 'a server that another process uses').toBe(true);
  await beside.close();
  await postgres.stop();
  expect(runs(postgres.dataDir)).toBe(false);
  expect(await statement).toBe('cut off');
  await db.close();
});

/**
 * Process ID of a process that is not a database. `isEnded`: the process has ended, but is a zombie because no process
 * waits for it.
 */
const strangersPid = async (isEnded: boolean): Promise<number> => {
  const script = isEnded ? 'true & echo $!; exec sleep 600' : 'echo $$; exec sleep 600';
  const stranger = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void stranger.kill('SIGKILL'));
  const [first] = await once(stranger.stdout, 'data');
  return Number(String(first));
};

test(
  'a killed database starts again with all confirmed data, whatever process ID it left',
  async () => {
    const said: string[] = [];
    const open = (dataDir: string) => startEmbeddedPostgres({ dataDir, onNotice: (text) => void said.push(text) });
    let server = await open(join(await ownFolder(), 'postgres'));
    const run = async (text: string) => {
      const db = openDatabase({ url: server.url });
      return db.write.run({ text, values: [] }).finally(() => db.close());
    };
    await run('create table kept as select 1 as one');
    // Starts again immediately, while child processes of the killed server still run. Then starts with the id of a
    // zombie, and of another process.
    for (const pidInFile of [async () => undefined, () => strangersPid(true), () => strangersPid(false)]) {
      const victim = await postmaster(server.dataDir);
      process.kill(victim, 'SIGKILL');
      const pid = await pidInFile();
      const file = join(server.dataDir, 'postmaster.pid');
      const lines = (await readFile(file, 'utf8')).split('\n').slice(1);
      if (pid !== undefined) await writeFile(file, [pid, ...lines].join('\n'));
      server = await open(server.dataDir);
      expect(await run('select one from kept')).toEqual([{ one: 1 }]);
      expect(server.isStartedHere).toBe(true);
      expect(said.join('\n')).toContain(`process ${pid ?? victim}, which ${file} names`);
    }
    await server.stop();
  },
  4 * patience,
);

test(
  'two concurrent starts on one folder start one server',
  async () => {
    const dataDir = join(await ownFolder(), 'postgres');
    const first = await startEmbeddedPostgres({ dataDir });
    await first.stop();
    const both = await Promise.all([startEmbeddedPostgres({ dataDir }), startEmbeddedPostgres({ dataDir })]);
    expect(new Set(both.map(({ url }) => new URL(url).port)).size).toBe(1);
    for (const { url } of both) {
      const db = openDatabase({ url });
      expect(await db.write.run({ text: 'select 1 as one', values: [] })).toEqual([{ one: 1 }]);
      await db.close();
    }
    await both[0]?.stop();
    expect(runs(dataDir)).toBe(false);
  },
  4 * patience,
);

test('a database that cannot start reports the reason immediately, and a canceled start does not wait', async () => {
  const { dataDir, stop } = await startEmbeddedPostgres({ dataDir: join(await ownFolder(), 'postgres') });
  await stop();
  await writeFile(join(dataDir, 'postgresql.auto.conf'), "max_connections = 'no number'");
  const ending = new AbortController();
  const said: string[] = [];
  const started = startEmbeddedPostgres({
    dataDir,
    onNotice: (text) => {
      said.push(text);
      ending.abort(new Error('told to end'));
    },
    signal: ending.signal,
  });
  await expect(started).rejects.toThrow(/abort|told to end/);
  expect(said).toEqual([expect.stringMatching(/does not start yet.*pg_ctl/s)]);
});

/** Source of a loader that fills the shop with a statement that never ends. */
const slowLoader = `export const shopLoader = {
  loadSettings: async () => {},
  findDrawing: () => undefined,
  makePictures: async () => {},
  prepare: ({ db, say }) => {
    say('The slow step has begun.');
    return db.write.run({ text: "select pg_sleep('infinity')", values: [] });
  },
  seed: async () => ({ products: 0, orders: 0 }),
  tasks: () => [],
  crontab: '',
};`;

test(
  'ending a start during a long step also ends its server',
  async () => {
    const folder = await ownFolder();
    const demoModule = join(folder, 'slow-loader.mjs');
    await writeFile(demoModule, slowLoader);
    const ending = new AbortController();
    const said: string[] = [];
    const started = startShop({ ...config(), dataDir: folder, isDemo: true, demoModule }, 'all', {
      say: (text) => void said.push(text),
      signal: ending.signal,
    });
    await until(() => said.includes('The slow step has begun.'), patience);
    const { dataDir } = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
    expect(runs(dataDir)).toBe(true);
    ending.abort(new Error('told to end'));
    await expect(started).rejects.toThrow();
    expect(runs(dataDir)).toBe(false);
  },
  4 * patience,
);
