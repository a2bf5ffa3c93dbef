import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkDatabase } from '../invariants/check-invariants.ts';
import { createLog } from '../platform/operations/log.ts';
import { registerMeasures } from '../platform/operations/metrics.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { backupMeasures, type RunKind, recordRun, withDatabaseLock } from './backups.store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => shop.db.pool.query('delete from backup_runs'));

const now = new Date('2026-11-26T15:00:00Z');
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
const daysAgo = (days: number): Date => hoursAgo(24 * days);

const run = (kind: RunKind, endedAt: Date, error: string | null = null) =>
  shop.db.pool.query(
    'insert into backup_runs (id, kind, copy, started_at, ended_at, error) values ($1, $2, $3, $4, $4, $5)',
    [randomUUID(), kind, '2026-11-25t093000z', endedAt, error],
  );

const found = async (): Promise<string[]> => (await checkDatabase(shop.db, now)).map(({ invariant }) => invariant);

test('[OPS-05] a missed backup is reported, even if a failed backup was made', async () => {
  expect(await found()).toEqual([]);
  await run('backup', hoursAgo(26));
  expect(await found()).toEqual([]);
  await shop.db.pool.query(
    `update backup_runs set started_at = started_at - interval '1 s', ended_at = ended_at - interval '1 s'`,
  );
  expect(await found()).toEqual(['backup-made']);
  await run('backup', hoursAgo(2), 'the disk is full');
  expect(await found()).toEqual(['backup-made']);
  await run('backup', hoursAgo(1));
  expect(await found()).toEqual([]);
});

test('[OPS-05] a backup elsewhere does not replace a nightly backup', async () => {
  await run('backup', hoursAgo(27));
  await run('backup-elsewhere', hoursAgo(1));
  expect(await found()).toEqual(['backup-made']);
});

test('[OPS-05] a failed first backup is found after a day, and a restored shop has a day for its first backup', async () => {
  await run('backup', hoursAgo(30), 'no such bucket');
  expect(await found()).toEqual(['backup-made']);
  await run('restore', hoursAgo(1));
  expect(await found()).toEqual([]);
});

test('[OPS-07] the check reports backups that no drill has tried for 35 days', async () => {
  await run('backup', hoursAgo(1));
  await run('backup', daysAgo(35));
  expect(await found()).toEqual([]);
  await run('backup', daysAgo(36));
  expect(await found()).toEqual(['backup-tried']);
  await run('drill', daysAgo(36));
  await run('drill', daysAgo(2), 'it was cut');
  expect(await found()).toEqual(['backup-tried']);
  await run('drill', daysAgo(34));
  expect(await found()).toEqual([]);
});

test('metrics show the last successful backup and the last successful drill', async () => {
  const registry = new Registry();
  registerMeasures(registry, backupMeasures({ upkeepDb: shop.db }), createLog('silent'));
  expect(await registry.metrics()).not.toContain('kind=');
  await run('backup', daysAgo(1));
  await run('backup', now, 'the disk is full');
  const at = daysAgo(1).getTime() / 1_000;
  expect(await registry.metrics()).toContain(`ceiba_backup_done_timestamp_seconds{kind="backup"} ${at}`);
});

test('each run is recorded with its outcome, and two processes never make a backup at the same time', async () => {
  const tx = shop.db.write;
  const failing = recordRun(tx, { kind: 'backup', copy: 'x', now: () => now }, async () => {
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow('the disk is full');
  await recordRun(tx, { kind: 'drill', copy: 'x', now: () => now }, async () => ({ bytes: 7 }));
  const { rows } = await shop.db.pool.query('select kind, bytes, error from backup_runs order by kind');
  expect(rows).toEqual([
    { kind: 'backup', bytes: null, error: 'the disk is full' },
    { kind: 'drill', bytes: 7, error: null },
  ]);
  const second = withDatabaseLock(shop.db, () => withDatabaseLock(shop.db, async () => 'both'));
  await expect(second).rejects.toThrow('Another process is copying the shop.');
  expect(await withDatabaseLock(shop.db, async () => 'one')).toBe('one');
});
