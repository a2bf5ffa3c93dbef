import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ShopDatabase } from '../bench-room.ts';
import { freePort, launch, projectDir, type RunningProcess, runToEnd, serverCommand, track } from '../processes.ts';
import { type DatabaseServers, openDatabaseServers } from './database-servers.ts';
import { findNginx, startProxy } from './proxy.ts';

/** A shop on many machines, all of them this one: nodes, worker, bank, two database servers, a proxy. */
export interface Stage {
  /** Where shoppers go. */
  port: number;
  database: ShopDatabase;
  servers: DatabaseServers;
  /** Ports of the web processes. */
  nodes: readonly number[];
  bankUrl: string;
  /** SIGKILL. */
  killNode(index: number): Promise<void>;
  /** SIGTERM, and waits until it has finished what it had in hand. */
  stopNode(index: number): Promise<void>;
  startNode(index: number): Promise<void>;
  /** `npm run ceiba -- check`: how it ended, and what it said. */
  checkInvariants(): Promise<{ isSound: boolean; said: string }>;
  close(): Promise<void>;
}

const products = 1_000;

/** Not the sandbox's own, which a shop outside demo mode refuses. */
const merchantKey = 'bench-merchant';

/** A placement whose process died is settled after this and ten seconds more. Longer than the slow card needs. */
const bankTimeoutMs = 6_000;

type Say = (text: string) => void;

const openBank = async (dir: string, logFile: string): Promise<RunningProcess> => {
  const port = await freePort();
  const env = { SANDBOX_BANK_PORT: String(port), SANDBOX_BANK_KEY: merchantKey, SANDBOX_BANK_DATA: join(dir, 'bank') };
  return launch({ args: ['sandbox-bank/src/main.ts'], env, port, readyPath: '/health', logFile });
};

/** What asks the nodes for their metrics brings it. */
export const metricsToken = 'the bench asks its own nodes';

const openDatabases = async (dir: string, say: Say) => {
  const servers = openDatabaseServers(join(dir, 'databases'));
  const url = await servers.create('primary');
  say(`Filling a shop of ${products} products …`);
  // Drawn once for all shops, this project's own included: the demo catalogue's pictures take minutes.
  const mediaDir = process.env.MEDIA_DIR ?? join(projectDir, '.data', 'media');
  const env = { DATABASE_URL: url, DATABASE_REPLICA_URL: '', DATA_DIR: dir, MEDIA_DIR: mediaDir, DEMO: 'true' };
  await runToEnd(['server/src/seed-command.ts', '--products', String(products)], env);
  return { servers, database: { url, products }, replicaUrl: await servers.create('standby'), mediaDir };
};

/** `npm run ceiba -- …` with these settings: whether it was done, and what it said. */
export const runCommand = async (
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ isDone: boolean; said: string }> => {
  const [command = '', ...more] = args;
  const child = spawn(process.execPath, [...serverCommand(command), ...more], {
    cwd: projectDir,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  track(child);
  const [said, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { isDone: code === 0, said: `${said}${wrong}`.trim() };
};

/** `npm run ceiba -- check` with these settings. */
export const checkShop = async (env: Record<string, string>): Promise<{ isSound: boolean; said: string }> => {
  const { isDone, said } = await runCommand(['check'], env);
  return { isSound: isDone, said };
};

/** Everything is closed last first, also when opening it fails in the middle. */
export const openStage = async (nodeCount: number, say: Say): Promise<Stage> => {
  const nginx = await findNginx(say);
  const dir = await mkdtemp(join(tmpdir(), 'ceiba-nodes-'));
  await chmod(dir, 0o755);
  const logFile = join(dir, 'shop.log');
  const closers: (() => Promise<void>)[] = [() => rm(dir, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) await next();
  };
  try {
    const { servers, database, replicaUrl, mediaDir } = await openDatabases(dir, say);
    closers.push(() => servers.close());
    const bank = await openBank(dir, logFile);
    closers.push(() => bank.stop());
    const bankUrl = `http://127.0.0.1:${bank.port}`;
    const nodes = await Promise.all(Array.from({ length: nodeCount }, freePort));
    const env: Record<string, string> = {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      DATABASE_REPLICA_URL: replicaUrl,
      DATA_DIR: dir,
      MEDIA_DIR: mediaDir,
      DEMO: 'false',
      BANK_URL: bankUrl,
      BANK_KEY: merchantKey,
      BANK_TIMEOUT_MS: String(bankTimeoutMs),
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMIT_FACTOR: '1000000',
      LOG_LEVEL: 'warn',
      METRICS_TOKEN: metricsToken,
    };
    const running = new Map<number, RunningProcess>();
    const start = async (index: number): Promise<void> => {
      const port = nodes[index] ?? 0;
      const own = { ...env, PORT: String(port) };
      running.set(index, await launch({ args: serverCommand('web'), env: own, port, readyPath: '/ready', logFile }));
    };
    closers.push(async () => {
      await Promise.all([...running.values()].map((node) => node.stop()));
    });
    await Promise.all(nodes.map((_, index) => start(index)));
    // It has no address of its own: it is told to be ready when a node is, and that it works is seen by its mails.
    const worker = await launch({
      args: serverCommand('worker'),
      env,
      port: nodes[0] ?? 0,
      readyPath: '/ready',
      logFile,
    });
    closers.push(() => worker.stop());
    const proxy = await startProxy(nginx, dir, nodes);
    closers.push(() => proxy.stop());
    return {
      port: proxy.port,
      database,
      servers,
      nodes,
      bankUrl,
      killNode: async (index) => {
        const node = running.get(index);
        if (node === undefined) return;
        process.kill(node.pid, 'SIGKILL');
        await node.stop();
      },
      stopNode: async (index) => running.get(index)?.stop(),
      startNode: start,
      checkInvariants: () => checkShop(env),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
