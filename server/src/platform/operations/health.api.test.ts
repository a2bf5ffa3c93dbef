import { expect, test } from 'vitest';
import { startShop } from '../../start-shop.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { freePort } from '../db/postgres-programs.ts';

test('[DEC-08] a worker answers probes on OPERATIONS_PORT, as long as it lives', async () => {
  const shop = await openTestShop();
  const operationsPort = await freePort();
  const worker = await startShop({ ...shop.config, databaseUrl: shop.url, operationsPort }, 'worker', {
    say: () => {},
  });
  const statusOf = async (path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${operationsPort}${path}`, { signal: AbortSignal.timeout(60_000) })).status;
  expect(await Promise.all(['/health', '/ready', '/readable'].map(statusOf))).toEqual([200, 200, 200]);
  await worker.close();
  await expect(statusOf('/health')).rejects.toThrow();
  await shop.close();
});
