import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { done } from '../testing/cart-calls.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openShopOn, openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { enqueue } from './job-queue.ts';
import { startWorker, task } from './worker.ts';

let shop: TestShop;
let owner: TestDesk;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await openDesk(shop, 'owner');
});
afterAll(() => shop.close());

const look = async () => done(await owner.call('getJobs', {})).data;

/** A job that has failed its first try; its id. */
async function failOne(): Promise<string> {
  const failing = task('falla', z.unknown(), async () => {
    throw new Error('no se pudo');
  });
  await enqueue(shop.db.write, { task: 'falla', payload: {} });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const worker = await startWorker({ url: shop.url, tasks: [failing], log });
  await until(async () => (await look()).failed.length > 0);
  await worker.close();
  return (await look()).failed[0]?.id ?? '';
}

test('[OPS-17] jobs by kind, those that failed with their error, and schedules with their next run, in three statements', async () => {
  const id = await failOne();
  const { kinds, failed, schedules } = await look();
  expect(shop.lastStatements().filter((name) => name !== 'staff.session').length).toBeLessThanOrEqual(3);
  expect(kinds.find((kind) => kind.task === 'falla')).toMatchObject({ failing: 1, dead: 0 });
  expect(failed).toMatchObject([{ id, task: 'falla', state: 'failing', error: expect.stringContaining('no se pudo') }]);
  const sealing = schedules.find((schedule) => schedule.task === 'seal-audit');
  const next = new Date(sealing?.nextRunAt ?? 0).getTime();
  expect(next).toBeGreaterThan(Date.now() - 60_000);
  expect(next).toBeLessThan(Date.now() + 120_000);
  expect(schedules.every(({ nextRunAt }) => nextRunAt !== null)).toBe(true);
});

test('[OPS-17] who operates retries and discards, which is written down; who only reads does neither', async () => {
  const id = (await look()).failed[0]?.id ?? '';
  const manager = await openDesk(shop, 'manager');
  expect((await manager.send('GET', '/v1/admin/jobs')).statusCode).toBe(200);
  expect((await manager.send('POST', `/v1/admin/jobs/${id}/retry`, { body: {} })).statusCode).toBe(403);
  expect(await owner.call('retryJob', { params: { id }, body: {} })).toMatchObject({ ok: true });
  await shop.db.pool.query(`update graphile_worker._private_jobs set last_error = 'otra vez' where id = $1`, [id]);
  expect(await owner.call('discardJob', { params: { id }, body: { reason: 'ya no hace falta' } })).toMatchObject({
    ok: true,
  });
  expect(await owner.call('discardJob', { params: { id }, body: { reason: 'otra vez' } })).toMatchObject({
    ok: false,
    error: { code: 'NOT_FOUND' },
  });
  const { rows } = await shop.db.pool.query(
    `select operation, reason from audit_entries where entity = 'jobs' and entity_id = $1 order by id`,
    [id],
  );
  expect(rows.filter(({ operation }) => operation === 'discardJob' || operation === 'retryJob')).toMatchObject([
    { operation: 'retryJob' },
    { operation: 'discardJob', reason: 'ya no hace falta' },
  ]);
});

test('[OPS-04] the status says of each part how it is and what to do, with the guard, copies and workers', async () => {
  await shop.db.pool.query(
    `insert into invariant_findings (invariant, reach, broken, checked_at) values ('stock-totals', 'recent', 3, now())`,
  );
  const status = done(await owner.call('getStatus', {})).data;
  expect(status.parts.find(({ about }) => about === 'database')).toMatchObject({ state: 'sound' });
  expect(status.parts.find(({ about }) => about === 'worker')?.state).toMatch(/sound|look/);
  expect(status.parts.find(({ about }) => about === 'guard')).toMatchObject({ state: 'broken' });
  expect(status.guard).toMatchObject({ broken: [{ rule: 'stock-totals', rows: 3 }] });
  expect(status.lastBackupAt).toBeNull();
  await owner.call('getStatus', {});
  expect(shop.lastStatements().filter((name) => name !== 'staff.session').length).toBeLessThanOrEqual(5);
});

test('[OPS-04] a status that could not be read is asked anew by whoever asks next, not held for half a minute', async () => {
  // The look of before is over.
  shop.setNow(new Date(Date.now() + 60_000));
  await shop.db.pool.query('alter table category_pages rename to category_pages_away');
  expect((await owner.send('GET', '/v1/admin/status')).statusCode).toBe(500);
  await shop.db.pool.query('alter table category_pages_away rename to category_pages');
  expect((await owner.send('GET', '/v1/admin/status')).statusCode).toBe(200);
  shop.setNow(undefined);
});

test('[OPS-23, OFF-05] while the database only reads, the desk still tells its status, and the session goes on', async () => {
  const { pool } = shop.db;
  const name = new URL(shop.url).pathname.slice(1);
  // What the session's moment of use is to be moved on from.
  await pool.query(`update staff_sessions set used_at = now() - interval '10 minutes'`);
  await pool.query(`alter database ${name} set default_transaction_read_only = on`);
  const reading = await openShopOn(shop.url);
  const status = await reading.inject({ url: '/v1/admin/status', headers: { cookie: owner.cookie } });
  await pool.query(`alter database ${name} reset default_transaction_read_only`);
  await reading.close();
  expect(status.statusCode, status.payload).toBe(200);
  expect((await owner.send('GET', '/v1/admin/session')).statusCode).toBe(200);
  const { rows } = await pool.query(`select max(used_at) > now() - interval '1 minute' as used from staff_sessions`);
  expect(rows).toEqual([{ used: true }]);
});
