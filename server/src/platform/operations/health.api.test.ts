import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../testing/started-shop.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { until } from '../../testing/until.ts';
import { freePort } from '../db/postgres-programs.ts';

test('[DEC-08] a worker answers health checks on OPERATIONS_PORT as long as it runs', async () => {
  const shop = await openTestShop();
  const operationsPort = await freePort();
  const worker = runCommand(process.execPath, ['server/src/ceiba.ts', 'worker'], {
    DATABASE_URL: shop.url,
    DATA_DIR: join(tmpdir(), `ceiba-worker-${operationsPort}`),
    OPERATIONS_PORT: String(operationsPort),
    DEMO: 'false',
    BANK_URL: 'http://127.0.0.1:9',
    BANK_KEY: 'a-key-of-tests',
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'warn',
  });
  onTestFinished(() => void worker.child.kill('SIGKILL'));
  /** Returns the status; 0 if no server listens. */
  const statusOf = (path: string): Promise<number> =>
    fetch(`http://127.0.0.1:${operationsPort}${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  await until(async () => worker.child.exitCode !== null || (await statusOf('/health')) === 200, 110_000);
  expect(await Promise.all(['/health', '/ready', '/readable'].map(statusOf)), worker.output()).toEqual([200, 200, 200]);
  worker.child.kill('SIGTERM');
  expect(await worker.ended, worker.output()).toBe(0);
  expect(await statusOf('/health')).toBe(0);
  await shop.close();
});
