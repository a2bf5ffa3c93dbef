import fs, { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { diagnose } from '../doctor/doctor-command.ts';
import { startNodeHeartbeat } from '../doctor/nodes.store.ts';
import { shopVersion } from '../platform/operations/version.ts';
import { done } from '../testing/cart-calls.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openShopOn, openTestShop, realShop, type TestShop } from '../testing/test-shop.ts';
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

/** Creates a job that has failed its first try. Returns its ID. */
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

test('[OPS-17] three statements return kinds, failed jobs with their error, and schedules with their next run', async () => {
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
  // The queue records the run of a schedule in this way.
  const ranAt = new Date('2026-11-26T10:00:00.000Z');
  await shop.db.pool.query(
    'insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution) values ($1, $2, $2)',
    [sealing?.name, ranAt],
  );
  const ran = (await look()).schedules.filter(({ lastRunAt }) => lastRunAt !== null);
  expect(ran).toMatchObject([{ name: sealing?.name, lastRunAt: ranAt.toISOString() }]);
});

test('[OPS-17] an operator can retry a job, which then runs immediately, but a reader of the page cannot', async () => {
  const id = (await look()).failed[0]?.id ?? '';
  const manager = await openDesk(shop, 'manager');
  expect((await manager.send('GET', '/v1/admin/jobs')).statusCode).toBe(200);
  expect((await manager.send('POST', `/v1/admin/jobs/${id}/retry`, { body: {} })).statusCode).toBe(403);
  expect(await owner.call('retryJob', { params: { id }, body: {} })).toMatchObject({ ok: true });
  // The job is due immediately. It is listed while it runs, until it has ended.
  const [retried] = (await look()).failed;
  expect(retried).toMatchObject({ id, attempts: 0, state: 'failing' });
  expect(new Date(retried?.runAt ?? 0).getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  const mended = Promise.withResolvers<void>();
  const again = task('falla', z.unknown(), () => mended.promise);
  const worker = await startWorker({ url: shop.url, tasks: [again], log: { info() {}, warn() {}, error() {} } });
  const kind = async () => (await look()).kinds.find(({ task }) => task === 'falla');
  await until(async () => (await kind())?.running === 1);
  expect(await kind()).toMatchObject({ due: 0, failing: 0, running: 1 });
  mended.resolve();
  // No worker of the shop knows this kind, so it is not listed without a job.
  await until(async () => (await kind()) === undefined);
  await worker.close();
  expect((await look()).failed).toEqual([]);
  const { rows } = await shop.db.pool.query(
    `select actor_id from audit_entries where entity = 'jobs' and entity_id = $1 and operation = 'retryJob' and after ->> 'code' is null`,
    [id],
  );
  expect(rows).toEqual([{ actor_id: owner.id }]);
});

test('[OPS-17] an operator can discard a job once, with a recorded reason', async () => {
  const id = await failOne();
  const discard = (reason: string) => owner.call('discardJob', { params: { id }, body: { reason } });
  expect(await discard('ya no hace falta')).toMatchObject({ ok: true });
  expect(await discard('otra vez')).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  const { rows } = await shop.db.pool.query(
    `select operation, reason from audit_entries where entity = 'jobs' and entity_id = $1 and after ->> 'code' is null`,
    [id],
  );
  expect(rows).toEqual([{ operation: 'discardJob', reason: 'ya no hace falta' }]);
});

test('[OPS-17] jobs of a paused kind wait until it is resumed, while other kinds run', async () => {
  const ran: string[] = [];
  const kind = (name: string) =>
    task(name, z.unknown(), async () => {
      ran.push(name);
    });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const tasks = [kind('detenido'), kind('otro')];
  const heartbeat = { everyMs: 100, deadAfterMs: 60_000 };
  const worker = await startWorker({ url: shop.url, tasks, log, heartbeat });
  const path = '/v1/admin/jobs/kinds/detenido';
  await enqueue(shop.db.write, { task: 'detenido', payload: {} });
  await until(async () => ran.includes('detenido'));
  const body = { reason: 'El banco no responde' };
  const manager = await openDesk(shop, 'manager');
  expect((await manager.send('POST', `${path}/pause`, { body })).statusCode).toBe(403);
  expect((await owner.send('POST', '/v1/admin/jobs/kinds/ninguno/pause', { body })).statusCode).toBe(404);
  expect((await owner.send('POST', `${path}/resume`, { body: {} })).statusCode).toBe(404);
  expect(await owner.call('pauseJobs', { params: { task: 'detenido' }, body })).toMatchObject({ ok: true });
  expect(await owner.call('pauseJobs', { params: { task: 'detenido' }, body })).toMatchObject({ ok: true });
  // After the next heartbeat no worker takes such a job. A worker that starts during the pause knows the pause from its start.
  const second = await startWorker({ url: shop.url, tasks, log, heartbeat });
  await worker.close();
  const { kinds } = await look();
  expect(shop.lastStatements().filter((name) => name !== 'staff.session').length).toBeLessThanOrEqual(3);
  expect(kinds.find((each) => each.task === 'detenido')).toMatchObject({
    pausedAt: expect.any(String),
    pauseReason: body.reason,
  });
  await enqueue(shop.db.write, { task: 'detenido', payload: {}, priority: -1 });
  await enqueue(shop.db.write, { task: 'otro', payload: {} });
  await until(async () => ran.includes('otro'));
  expect(ran).toEqual(['detenido', 'otro']);
  expect((await look()).kinds.find((each) => each.task === 'detenido')).toMatchObject({ due: 1, failing: 0 });
  const { found } = await doctorSays();
  expect(found).toContain('paused jobs');
  expect(await owner.call('resumeJobs', { params: { task: 'detenido' }, body: {} })).toMatchObject({ ok: true });
  await until(async () => ran.length === 3);
  await second.close();
  const { rows } = await shop.db.pool.query(
    "select operation, reason from audit_entries where entity = 'jobs' and entity_id = 'detenido' and after ? 'isPaused' order by id",
  );
  expect(rows).toEqual([
    { operation: 'pauseJobs', reason: body.reason },
    { operation: 'resumeJobs', reason: null },
  ]);
});

test('[OPS-17] every kind of job and every schedule has a Spanish description', async () => {
  const { kinds, schedules } = await look();
  const own = ['espera', 'falla', 'detenido', 'otro', 'none'];
  expect(kinds.length).toBeGreaterThan(50);
  expect(kinds.filter(({ task, label }) => label === task && !own.includes(task))).toEqual([]);
  expect(schedules.length).toBeGreaterThan(30);
  expect(schedules.filter(({ name, task, label }) => label === name || label === task)).toEqual([]);
});

const doctorSays = async (): Promise<{ found: string[]; texts: string[] }> => {
  const found = await diagnose(shop.db, shop.config);
  return { found: found.map(({ about }) => about), texts: found.map(({ text }) => text) };
};

test('[OPS-04] the status shows the state of each part, since when, and advice, in Spanish', async () => {
  await shop.db.pool.query(
    `insert into invariant_findings (invariant, reach, broken, checked_at) values ('stock-totals', 'recent', 3, now())`,
  );
  const beat = await startNodeHeartbeat(shop.db, 'web', () => {});
  const begun = new Date();
  shop.setNow(begun);
  const status = done(await owner.call('getStatus', {})).data;
  const partOf = (about: string, { parts } = status) => parts.find((part) => part.about === about);
  expect(partOf('Base de datos')).toMatchObject({
    state: 'sound',
    text: expect.stringMatching(/^PostgreSQL \d/),
    next: null,
  });
  expect(partOf('Trabajos')?.state).toMatch(/sound|look/);
  expect(partOf('Vigilancia de datos')).toMatchObject({
    state: 'broken',
    since: begun.toISOString(),
    text: 'No se cumple 1 regla.',
    next: expect.stringContaining('ceiba check'),
  });
  for (const about of ['Archivos', 'Copias', 'Tienda en línea', 'Dirección de la tienda'])
    expect(partOf(about)).toBeDefined();
  // The desk shows none of the command's English texts.
  const { texts } = await doctorSays();
  const english = texts.filter((text) => /\b(?:is|are|the|has|have|of)\b/.test(text));
  expect(english.length).toBeGreaterThan(5);
  expect(
    status.parts.filter(({ text, next }) => english.includes(text) || / (?:the|is|are) /.test(`${text} ${next}`)),
  ).toEqual([]);
  expect(status.guard).toMatchObject({ broken: [{ rule: 'stock-totals', rows: 3 }] });
  expect(status.lastBackupAt).toBeNull();
  expect(status.nodes).toEqual([expect.objectContaining({ role: 'web', version: shopVersion })]);
  await owner.call('getStatus', {});
  expect(shop.lastStatements().filter((name) => name !== 'staff.session').length).toBeLessThanOrEqual(5);
  // A later status has the same start. A fault that was repaired and returns has a new start.
  const lookAgain = async (minutes: number) => {
    shop.setNow(new Date(begun.getTime() + minutes * 60_000));
    const found = done(await owner.call('getStatus', {})).data;
    return partOf('Vigilancia de datos', found);
  };
  expect(await lookAgain(1)).toMatchObject({ state: 'broken', since: begun.toISOString() });
  await shop.db.pool.query('update invariant_findings set broken = 0');
  expect(await lookAgain(2)).toMatchObject({ state: 'sound', next: null });
  await shop.db.pool.query('update invariant_findings set broken = 1');
  expect(await lookAgain(3)).toMatchObject({
    state: 'broken',
    since: new Date(begun.getTime() + 180_000).toISOString(),
  });
  await beat.close();
  expect((await shop.db.pool.query('select from running_nodes')).rows).toEqual([]);
  shop.setNow(undefined);
});

test('[OPS-04] a missing bank, mail server or disk has advice, and an overdue backup or job has its start', async () => {
  const [copied, tried] = [new Date('2026-11-26T09:30:00.000Z'), new Date('2026-11-20T10:15:00.000Z')];
  for (const [kind, endedAt, error] of [
    ['backup', copied, null],
    ['backup', new Date('2026-11-27T09:30:00.000Z'), 'the disk is full'],
    ['drill', tried, null],
  ] as const)
    await shop.db.pool.query(
      `insert into backup_runs (id, kind, copy, started_at, ended_at, error) values (gen_random_uuid(), $1, '2026-11-25t093000z', $2, $2, $3)`,
      [kind, endedAt, error],
    );
  await enqueue(shop.db.write, { task: 'espera', payload: {} });
  await shop.db.pool.query(
    `update graphile_worker._private_jobs set run_at = now() - interval '2 hours'
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'espera')`,
  );
  const away = { ...realShop, SMTP_URL: 'smtp://127.0.0.1:9', MEDIA_DIR: '/no/such/folder' };
  const lonely = await openShopOn(shop.url, away);
  const answer = await lonely.inject({ url: '/v1/admin/status', headers: { cookie: owner.cookie } });
  await lonely.close();
  expect(answer.statusCode, answer.payload).toBe(200);
  const { data } = answer.json();
  const found = (about: string) =>
    data.parts.filter((part: { about: string; state: string }) => part.about === about && part.state !== 'sound');
  expect(found('Banco')).toMatchObject([{ code: 'bankAway', state: 'broken', next: expect.stringContaining('BANK') }]);
  expect(found('Correo')).toMatchObject([{ code: 'mailAway', next: expect.stringContaining('SMTP_URL') }]);
  expect(found('Imágenes')).toMatchObject([{ code: 'mediaUnwritable', next: expect.stringContaining('permisos') }]);
  expect(data).toMatchObject({ lastBackupAt: copied.toISOString(), lastDrillAt: tried.toISOString() });
  expect(data.queueSeconds).toBeGreaterThanOrEqual(7_200);
  await shop.db.pool.query('delete from backup_runs');
  await shop.db.pool.query(
    `delete from graphile_worker._private_jobs using graphile_worker._private_tasks t where task_id = t.id and t.identifier = 'espera'`,
  );
});

test('[OPS-04] a late replica, a full disk, silent workers and dead jobs have advice', async () => {
  const mediaDir = await mkdtemp(join(tmpdir(), 'ceiba-status-'));
  vi.spyOn(fs, 'statfs').mockResolvedValue({ ...(await fs.statfs(mediaDir)), bavail: 999_999, bsize: 1_000 });
  syncBuiltinESMExports();
  onTestFinished(async () => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    await rm(mediaDir, { recursive: true });
  });
  await shop.db.pool.query('delete from job_workers');
  await shop.db.pool.query(
    `insert into job_workers (worker, seen_at) values ('callado', clock_timestamp() - interval '61 seconds')`,
  );
  await enqueue(shop.db.write, { task: 'espera', payload: {} });
  const ofDead = `task_id = (select id from graphile_worker._private_tasks where identifier = 'espera')`;
  await shop.db.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'nunca' where ${ofDead}`,
  );
  const crowded = await openShopOn(shop.url, { ...realShop, MEDIA_DIR: mediaDir, DATABASE_REPLICA_URL: shop.url });
  const answer = await crowded.inject({ url: '/v1/admin/status', headers: { cookie: owner.cookie } });
  await crowded.close();
  await shop.db.pool.query(`delete from graphile_worker._private_jobs where ${ofDead}`);
  await shop.db.pool.query('delete from job_workers');
  const { parts } = answer.json().data;
  const partOf = (code: string) => parts.find((part: { code: string }) => part.code === code);
  expect(partOf('replicaStale')).toMatchObject({ state: 'broken', next: expect.stringContaining('remote_apply') });
  expect(partOf('noReplica')).toMatchObject({ about: 'Réplica', next: 'Revisa quién es el primario.' });
  expect(partOf('smallDisk')).toMatchObject({
    ...{ about: 'Disco', text: `A ${mediaDir} le queda menos de 1 GB.`, next: expect.stringContaining('Libera') },
  });
  expect(partOf('noWorker')).toMatchObject({ about: 'Trabajos', next: 'Inicia `ceiba worker`.' });
  expect(partOf('deadJobs')).toMatchObject({ state: 'look', next: expect.any(String) });
});

test('[OPS-04] a status that could not be read is not cached', async () => {
  // Expires the cached status.
  shop.setNow(new Date(Date.now() + 60_000));
  await shop.db.pool.query('alter table category_pages rename to category_pages_away');
  expect((await owner.send('GET', '/v1/admin/status')).statusCode).toBe(500);
  await shop.db.pool.query('alter table category_pages_away rename to category_pages');
  expect((await owner.send('GET', '/v1/admin/status')).statusCode).toBe(200);
  shop.setNow(undefined);
});

test('[OPS-23, OFF-05] with a read-only database the desk still shows its status, and sessions continue', async () => {
  const { pool } = shop.db;
  const name = new URL(shop.url).pathname.slice(1);
  // Makes the session's last use old enough to be updated.
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
