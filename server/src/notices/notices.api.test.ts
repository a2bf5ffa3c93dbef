import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { beginRun, changeRun } from '../runs/runs.store.ts';
import { done } from '../testing/cart-calls.ts';
import { placeOrderOf } from '../testing/desk-orders.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { forgetNotices, noteDeadJobs } from './notices.store.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let manager: TestDesk;
let warehouse: TestDesk;
let number: string;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  const productId = await createProduct(shop.db, { sku: 'RADIO', title: 'Radio', price: 100_00, stock: 100 });
  manager = await openDesk(shop, 'manager');
  warehouse = await openDesk(shop, 'warehouse');
  number = await placeOrderOf(shop, { lines: [{ productId, quantity: 1 }], amount: 130 });
});
afterAll(() => open.close());
beforeEach(async () => {
  await shop.db.pool.query('delete from desk_notices');
  await shop.db.pool.query('update orders set held_at = null');
  await shop.db.pool.query('update shipments set late_since = null');
});

const read = async (person: TestDesk, after?: string) =>
  done(await person.call('listNotices', { query: { ...(after !== undefined && { after }) } }));
const titles = async (person: TestDesk, after?: string) => (await read(person, after)).data.map(({ title }) => title);
const ofManager = () => ({
  ...{ kind: 'import products', options: {}, fileName: 'catalogo.csv', fileHash: null },
  actor: { kind: 'staff', id: manager.id } as const,
});
const hold = () => shop.db.pool.query('update orders set held_at = now() where number = $1', [number]);
const late = () => shop.db.pool.query('update shipments set late_since = now()');

test('[OFF-23] people get notices of holds, late shipments, finished runs and dead jobs that concern their work', async () => {
  await hold();
  await late();
  const { body } = { body: { title: `Orden ${number} detenida`, href: `/admin/ordenes/${number}`, kind: 'hold' } };
  expect(await titles(manager)).toEqual([`Envío ${number}-1 atrasado`, `Orden ${number} detenida`]);
  expect((await read(manager)).data[1]).toMatchObject({ ...body, isRead: false });
  // The warehouse may not review orders.
  expect(await titles(warehouse)).toEqual([`Envío ${number}-1 atrasado`]);
  // Staff of another store get no notice. If a state is repeated, there is no new notice.
  expect(await titles(await openDesk(shop, 'warehouse', ['T99']))).toEqual([]);
  await shop.db.pool.query('update shipments set late_since = now()');
  expect(await titles(warehouse)).toHaveLength(1);

  const run = await beginRun(shop.db.write, ofManager());
  await changeRun(shop.db.write, run.id, { state: 'done', done: 12, failed: 1 });
  expect((await read(manager)).data[0]).toMatchObject({
    title: 'Archivo aplicado',
    text: 'Productos, catalogo.csv, 12 filas aplicadas, 1 fila con error',
    href: `/admin/importaciones/${run.id}`,
  });
  // Only the person who started the run gets the notice.
  expect(await titles(await openDesk(shop, 'catalogue'))).toEqual([]);

  await shop.db.pool.query(`select graphile_worker.add_job('check-import', '{}', max_attempts => 1)`);
  await shop.db.pool.query(`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'x'`);
  onTestFinished(async () => {
    await shop.db.pool.query('delete from graphile_worker._private_jobs');
  });
  await Promise.all([noteDeadJobs(shop.db.write), noteDeadJobs(shop.db.write)]);
  const dead = (await read(manager)).data.filter(({ kind }) => kind === 'deadJob');
  expect(dead).toMatchObject([{ text: 'Revisar un archivo subido', href: '/admin/operacion/trabajos' }]);
  expect(await titles(warehouse)).toHaveLength(1);
});

test('[OFF-23] a notice that commits late is neither skipped nor shown twice', async () => {
  const { next } = await read(manager);
  const slow = await shop.db.pool.connect();
  try {
    await slow.query('begin');
    await slow.query('update orders set held_at = now() where number = $1', [number]);
    const run = await beginRun(shop.db.write, ofManager());
    await changeRun(shop.db.write, run.id, { state: 'checked' });
    const first = await read(manager, next);
    expect(first.data.map(({ kind }) => kind)).toEqual(['run']);
    await slow.query('commit');
    const second = await read(manager, first.next);
    expect(second.data.map(({ kind }) => kind)).toEqual(['hold']);
    expect((await read(manager, second.next)).data).toEqual([]);
    // The answer to the first read was lost. The same read then returns both notices.
    expect((await read(manager, next)).data.map(({ kind }) => kind).toSorted()).toEqual(['hold', 'run']);
  } finally {
    slow.release();
  }
});

test('[OFF-23] each person marks notices as read in one statement, and a second mark has no effect', async () => {
  await hold();
  await late();
  const { data, unread } = await read(manager);
  expect(shop.lastStatements().filter((name) => name.startsWith('notices.'))).toEqual(['notices.list']);
  expect(unread).toBe(2);
  const ids = data.slice(0, 1).map(({ id }) => id);
  const press = () => manager.call('readNotices', { body: { ids } });
  const answers = await Promise.all([press(), press()]);
  expect(answers.map((answer) => done(answer).data.unread)).toEqual([1, 1]);
  expect((await read(manager)).data.map(({ isRead }) => isRead)).toEqual([true, false]);
  expect((await read(warehouse)).unread).toBe(1);
  expect(done(await manager.call('readNotices', { body: { all: true } })).data).toEqual({ unread: 0 });
  expect((await read(warehouse)).unread).toBe(1);
});

test('[OFF-23] an invented cursor is refused, and new colleagues see no earlier notices', async () => {
  await hold();
  for (const after of ['abc', '5:4:', '0:1:', '10:20:30', '10:20:12,11', `${2n ** 63n}:${2n ** 63n}:`])
    expect((await manager.send('GET', `/v1/admin/notices?after=${after}`)).statusCode, after).toBe(400);
  expect((await manager.send('GET', '/v1/admin/notices?color=red')).statusCode).toBe(400);
  expect((await manager.send('POST', '/v1/admin/notices/read', { body: {} })).statusCode).toBe(400);
  const { data } = await read(manager, '10:20:11,12');
  expect(data).toHaveLength(1);
  await shop.db.pool.query("update staff_members set created_at = now() + interval '1 minute' where id = $1", [
    warehouse.id,
  ]);
  await late();
  expect((await read(warehouse)).data).toEqual([]);
});

test('[OFF-05, OFF-23] reading notices does not keep an idle session open', async () => {
  const used = async () =>
    (
      await shop.db.pool.query('select used_at from staff_sessions where staff_id = $1', [warehouse.id])
    ).rows[0]?.used_at.getTime();
  await shop.db.pool.query(`update staff_sessions set used_at = now() - interval '20 minutes' where staff_id = $1`, [
    warehouse.id,
  ]);
  const before = await used();
  await read(warehouse);
  expect(await used()).toBe(before);
  done(await warehouse.call('listViews', {}));
  expect(await used()).toBeGreaterThan(before);
});

test('[OFF-23] notices and their read marks are deleted after thirty days', async () => {
  await hold();
  done(await manager.call('readNotices', { body: { all: true } }));
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  expect(await forgetNotices(shop.db.write, days(-1), 500)).toBe(0);
  expect(await forgetNotices(shop.db.write, days(1), 500)).toBe(1);
  const { rows } = await shop.db.pool.query('select count(*)::int as left from desk_notice_reads');
  expect(rows).toEqual([{ left: 0 }]);
});
