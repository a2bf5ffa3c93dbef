import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportDetail } from '@ceiba/contract/desk/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { done } from '../testing/cart-calls.ts';
import { formPayload } from '../testing/form-payload.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let desk: TestDesk;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-imports-'));
  shop = await openTestShop({ FILES_DIR: folder });
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV', price: 500_00, stock: 0 });
  await createProduct(shop.db, { sku: 'RADIO', price: 500_00, stock: 0 });
  desk = await openDesk(shop, 'catalogue');
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await shop.db.pool.query('update products set regular_price = 50000, sales_price = 50000');
});

/** The call as a browser sends it; the file stands behind the texts. */
const upload = async (
  texts: Record<string, string>,
  file: string | Uint8Array<ArrayBuffer>,
  { name = 'precios.csv', who = desk, at = shop } = {},
) => {
  const { headers, payload } = await formPayload({ ...texts, file: new File([file], name) });
  const answer = await at.inject({
    method: 'POST',
    url: '/v1/admin/imports',
    headers: { ...headers, cookie: who.cookie, origin: at.config.publicUrl },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
};

/** Jobs of a kind that wait, as a worker does them; answers how many those were. */
const work = async (name: string, now = new Date()): Promise<number> => {
  const { rows } = await shop.db.pool.query<{ id: string; payload: object }>(
    `select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
     where j.task_identifier = $1 and j.run_at <= $2`,
    [name, now],
  );
  const task = tasksOf(openServices(shop)).find((one) => one.name === name);
  for (const { id, payload } of rows) {
    await task?.run(payload, { now, log: shop.log });
    await shop.db.pool.query('select graphile_worker.complete_jobs(array[$1::bigint])', [id]);
  }
  return rows.length;
};

const told = async (id: string, who = desk): Promise<ImportDetail> =>
  done(await who.call('getImport', { params: { id } })).data;

/** A file that was uploaded and checked. */
const checked = async (texts: Record<string, string>, file: string, name?: string): Promise<ImportDetail> => {
  const { status, body } = await upload(texts, file, name === undefined ? {} : { name });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ state: 'reading', total: 0, actions: [] });
  await work('check-import');
  return told(body.data.id);
};

const priceOf = async (sku: string): Promise<number> => {
  const { rows } = await shop.db.pool.query<{ price: number }>(
    'select regular_price::int as price from products where sku = $1',
    [sku],
  );
  return rows[0]?.price ?? 0;
};

const storedFiles = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => one.name);

const refusalOf = async (answer: Promise<{ ok: boolean; error?: { code: string } }>): Promise<string | undefined> =>
  (await answer).error?.code;

describe('a file is uploaded, checked and applied by calls', () => {
  test('[BULK-03, BULK-06, BULK-08] a CSV file is checked before anything is changed, applied whole, and is the same the second time', async () => {
    const file = 'sku,precio\nTV,450.50\nRADIO,500\n';
    const run = await checked({ kind: 'prices' }, file);
    expect(run).toMatchObject({
      kind: 'prices',
      state: 'checked',
      mode: 'whole',
      fileName: 'precios.csv',
      total: 2,
      failed: 0,
      counts: { new: 0, changed: 1, equal: 1, wrong: 0, conflict: 0 },
      refusal: null,
      rows: [],
      actions: ['apply'],
    });
    expect(run.sample).toEqual([
      {
        row: 2,
        key: ['TV', ''],
        outcome: 'changed',
        changes: [{ column: 'precio', before: '500.00', after: '450.50' }],
      },
    ]);
    expect(await priceOf('TV')).toBe(500_00);

    const applied = done(await desk.call('applyImport', { params: { id: run.id }, body: {} }));
    expect(applied.data).toMatchObject({ state: 'applying' });
    expect(await work('go-on-with-import')).toBe(1);
    expect(await told(run.id)).toMatchObject({ state: 'done', done: 1, failed: 0, actions: [] });
    expect(await priceOf('TV')).toBe(450_50);

    const again = await upload({ kind: 'prices' }, file);
    expect([again.status, again.body.error.code]).toEqual([409, 'IMPORT_ALREADY_APPLIED']);
    expect(again.body.error.metadata.run).toBe(run.id);
    const confirmed = await checked({ kind: 'prices', again: 'true' }, file);
    expect(confirmed.counts).toMatchObject({ changed: 0, equal: 2 });
    done(await desk.call('applyImport', { params: { id: confirmed.id }, body: {} }));
    await work('go-on-with-import');
    expect(await told(confirmed.id)).toMatchObject({ state: 'done', done: 0 });
  });
});
