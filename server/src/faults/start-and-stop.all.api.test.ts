import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { freePort } from '../platform/db/postgres-programs.ts';
import { migrateAll } from '../shop-database.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { runCommand, type StartedCommand } from '../testing/started-shop.ts';
import { until } from '../testing/until.ts';

/** Time limit in milliseconds. A shop starts in seconds, but this machine may be busy. */
const patience = 180_000;

let dir: string;
let env: Record<string, string>;

const settings = async (more: Record<string, string> = {}): Promise<Record<string, string>> => ({
  PORT: String(await freePort()),
  BANK_PORT: String(await freePort()),
  DATA_DIR: dir,
  LOG_LEVEL: 'warn',
  ...more,
});

beforeAll(async () => {
  // Builds beforehand, because on a busy machine a build takes longer than the time limits below.
  const prepare = "import('./scripts/environment.mjs').then(({ prepare }) => prepare({ storefront: true }))";
  expect(await runCommand(process.execPath, ['-e', prepare], {}).ended).toBe(0);
  dir = await mkdtemp(join(tmpdir(), 'ceiba-start-'));
  await chmod(dir, 0o755);
  // A shop with a product gets no demo catalogue.
  const postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'postgres') });
  const db = openDatabase({ url: postgres.url });
  await migrateAll(db, postgres.url);
  await createShopBasics(db);
  await createProduct(db, { sku: 'RADIO', price: 100_00 });
  await db.close();
  await postgres.stop();
  env = await settings();
}, 900_000);
afterAll(() => rm(dir, { recursive: true, force: true }));

const run = (command: string, args: string[], own = env): StartedCommand => {
  const started = runCommand(command, args, own);
  onTestFinished(async () => {
    started.family();
    for (const { pid, command } of started.left()) if (!command.includes('postgres')) process.kill(pid, 'SIGTERM');
    await until(() => started.left().length === 0, patience);
  });
  return started;
};

const isOpen = async (started: StartedCommand, own = env): Promise<void> => {
  const answers = (url: string) =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(() => started.child.exitCode !== null || started.output().includes('Ceiba is open'), patience);
  expect(started.output()).toContain('Ceiba is open');
  expect(await answers(`http://127.0.0.1:${own.PORT}/ready`)).toBe(true);
  await until(() => answers(`http://127.0.0.1:${own.BANK_PORT}/health`), patience);
};

const endsWholly = async (started: StartedCommand): Promise<void> => {
  await started.ended;
  await until(() => started.left().length === 0, patience).catch(() => {});
  expect(started.left(), `still running after npm start has ended, which said:\n${started.output()}`).toEqual([]);
};

/** Ends a process, which may already have ended together with an earlier process. */
const terminate = (pid: number): void => {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};

describe('npm start leaves nothing behind', () => {
  // SIGTERM to npm is tested below, with a running shop whose port and folder another shop wants.
  test.each([
    ['SIGKILL', 'npm'],
    ['SIGTERM', 'scripts/start.mjs'],
    ['SIGKILL', 'scripts/start.mjs'],
  ] as const)(
    'after %s to %s alone',
    async (signal, whom) => {
      const started = run('npm', ['start']);
      await isOpen(started);
      const commands = started.family().map(({ command }) => command);
      for (const part of ['sandbox-bank/src/main.ts', 'server/src/ceiba.ts start', 'bin/postgres']) {
        expect(commands.some((command) => command.includes(part))).toBe(true);
      }
      const pid =
        whom === 'npm'
          ? started.child.pid
          : started.family().find(({ command }) => /^\S*node scripts\/start/.test(command))?.pid;
      process.kill(pid ?? 0, signal);
      await endsWholly(started);
    },
    3 * patience,
  );

  test(
    'after SIGTERM in the middle of its first start',
    async () => {
      // The start loads a catalogue, so it is far from its end when the signal arrives, even on a busy machine.
      const empty = await mkdtemp(join(tmpdir(), 'ceiba-first-start-'));
      onTestFinished(() => rm(empty, { recursive: true, force: true }));
      await chmod(empty, 0o755);
      const started = run('npm', ['start'], await settings({ DATA_DIR: empty }));
      await until(() => started.output().includes('Starting the database'), patience);
      await until(() => started.pidOf('bin/postgres') !== undefined, patience);
      process.kill(started.child.pid ?? 0, 'SIGTERM');
      await endsWholly(started);
      expect(started.output()).not.toContain('Ceiba is open');
    },
    3 * patience,
  );

  test(
    'after SIGTERM twice, as a supervisor sends it to a whole process group',
    async () => {
      const started = run('npm', ['start']);
      await isOpen(started);
      for (const { pid, command } of started.family()) if (!command.includes('postgres')) terminate(pid);
      await endsWholly(started);
    },
    3 * patience,
  );

  test(
    'after the death of the sandbox bank',
    async () => {
      const started = run('npm', ['start']);
      await isOpen(started);
      started.family();
      process.kill(started.pidOf('sandbox-bank/src/main.ts') ?? 0, 'SIGKILL');
      await endsWholly(started);
    },
    3 * patience,
  );
});

test(
  'npm run ceiba -- web ends with npm, and so does its database',
  async () => {
    const started = run('npm', ['run', 'ceiba', '--', 'web']);
    await until(() => started.output().includes('Ceiba is open'), patience);
    started.family();
    process.kill(started.child.pid ?? 0, 'SIGKILL');
    await endsWholly(started);
  },
  3 * patience,
);

describe('npm start reports what is already in use, in one line of Spanish and English', () => {
  /** Returns the lines about the error, without npm's lines, the progress of the start and the log. */
  const lines = (started: StartedCommand): string[] =>
    started
      .output()
      .split('\n')
      .filter((line) => line !== '' && !/^(?:> |npm |Starting the database|\{)/.test(line));

  const taken = (variable: string, port: number): string =>
    `El puerto ${port} ya está en uso: detén el programa que lo usa o elige otro con ${variable}=${port + 1}. · ` +
    `Port ${port} is already in use: stop the program that uses it, or choose another with ${variable}=${port + 1}.`;

  test(
    'the port or data folder of another shop, which continues, and after SIGTERM nothing is left',
    async () => {
      const first = run('npm', ['start']);
      await isOpen(first);

      const second = run('npm', ['start']);
      expect(await second.ended).toBe(1);
      expect(lines(second)).toEqual([taken('PORT', Number(env.PORT))]);

      const third = run('npm', ['start'], await settings());
      expect(await third.ended).toBe(1);
      expect(lines(third)).toEqual([
        `La carpeta de datos ${dir} ya la usa otra tienda en marcha: detenla o elige otra carpeta con DATA_DIR. · ` +
          `The data folder ${dir} is in use by another running shop: stop it, or choose another folder with DATA_DIR.`,
      ]);
      expect((await fetch(`http://127.0.0.1:${env.PORT}/ready`)).status).toBe(200);
      const commands = first.family().map(({ command }) => command);
      for (const part of ['sandbox-bank/src/main.ts', 'server/src/ceiba.ts start', 'bin/postgres'])
        expect(commands.some((command) => command.includes(part))).toBe(true);
      process.kill(first.child.pid ?? 0, 'SIGTERM');
      await endsWholly(first);
    },
    5 * patience,
  );

  test(
    'the port of the sandbox bank',
    async () => {
      const own = await settings();
      const other = createServer().listen(Number(own.BANK_PORT), '127.0.0.1');
      onTestFinished(() => void other.close());
      const started = run('npm', ['start'], own);
      await until(() => started.family().length === 0 || started.child.exitCode !== null, patience);
      expect(await started.ended).toBe(1);
      expect(lines(started)).toEqual([taken('BANK_PORT', Number(own.BANK_PORT))]);
      await endsWholly(started);
    },
    3 * patience,
  );
});

test(
  'outside demo mode, npm start without a bank names the missing setting and starts no sandbox',
  async () => {
    const own = await settings({ DATABASE_URL: 'postgresql://127.0.0.1:9/nowhere' });
    const started = run('npm', ['start'], own);
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain('BANK_URL is not set');
    expect(started.output()).toContain('BANK_KEY is not set');
    expect(started.output()).not.toContain(' at ');
    await expect(fetch(`http://127.0.0.1:${own.BANK_PORT}/health`)).rejects.toThrow();
  },
  2 * patience,
);

test(
  'npm start -- --fresh does not change the database of an outside server',
  async () => {
    const own = await settings({ DEMO: 'true', DATABASE_URL: 'postgresql://127.0.0.1:9/nowhere' });
    const started = run('npm', ['start', '--', '--fresh'], own);
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain('with DATABASE_URL, name an empty one');
  },
  2 * patience,
);
