import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPermissions } from '@ceiba/contract/desk/import-kinds';
import type { ImportDetail } from '@ceiba/contract/desk/imports';
import { permissionLabels } from '@ceiba/domain/staff/permissions';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Database, Tx } from '../platform/db/database.ts';
import { createLog } from '../platform/operations/log.ts';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { done } from '../testing/cart-calls.ts';
import { formPayload } from '../testing/form-payload.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { createProduct, createShipment, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { zipOf } from '../testing/zip-of.ts';
import type { Kind } from './import-kind.ts';
import { checkTask, resumeImportTask } from './imports.tasks.ts';
import { kinds } from './kinds.ts';

let shop: TestShop;
let desk: TestDesk;
let owner: TestDesk;
let folder = '';
let port: Promise<number>;
/** Errors of the server. An error after the answer was sent appears nowhere else. */
const logged: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-imports-'));
  await mkdir(join(folder, 'files'));
  const log = createLog('error', { write: (line: string) => void logged.push(line) });
  shop = await openTestShop(
    { FILES_DIR: join(folder, 'files'), MEDIA_DIR: join(folder, 'media'), LOG_LEVEL: 'error' },
    { log },
  );
  port = shop.listen();
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV', price: 500_00, stock: 0 });
  await createProduct(shop.db, { sku: 'RADIO', price: 500_00, stock: 0 });
  await createProduct(shop.db, { sku: '007', price: 500_00, stock: 0 });
  desk = await openDesk(shop, 'catalogue');
  owner = await openDesk(shop, 'owner');
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await shop.db.pool.query('update products set regular_price = 50000, sales_price = 50000');
});

afterEach(() => {
  expect(logged.splice(0)).toEqual([]);
});

/** Uploads like a browser: the file comes after the text fields. */
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

/** Runs the waiting jobs of a kind like a worker. Returns their number. */
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

/** Reads an import as `who`. By default, this person may change everything. */
const detailOf = async (id: string, who = owner): Promise<ImportDetail> =>
  done(await who.call('getImport', { params: { id } })).data;

/** Uploads and checks a file. */
const checked = async (texts: Record<string, string>, file: string, name?: string): Promise<ImportDetail> => {
  const { status, body } = await upload(texts, file, name === undefined ? {} : { name });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ state: 'reading', total: 0, actions: [] });
  await work('check-import');
  return detailOf(body.data.id);
};

const priceOf = async (sku: string): Promise<number> => {
  const { rows } = await shop.db.pool.query<{ price: number }>(
    'select regular_price::int as price from products where sku = $1',
    [sku],
  );
  return rows[0]?.price ?? 0;
};

const storedFiles = async (): Promise<string[]> =>
  (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => one.name);

const refusalOf = async (answer: Promise<{ ok: boolean; error?: { code: string } }>): Promise<string | undefined> =>
  (await answer).error?.code;

const hours = (n: number): Date => new Date(Date.now() + n * 3_600_000);

/** Runs the job that removes unclaimed files. */
const removeLeft = async (now: Date): Promise<void> => {
  await tasksOf(openServices(shop))
    .find(({ name }) => name === 'remove-left-files')
    ?.run({}, { now, log: shop.log });
};

/** Runs the job that deletes rows of old runs. */
const forgetRows = async (): Promise<void> => {
  await tasksOf(openServices(shop))
    .find(({ name }) => name === 'forget-import-rows')
    ?.run({}, { now: new Date(), log: shop.log });
};

class Killed extends Error {}

/** Runs the job of a run in a process that is killed after this many statements. Returns false if it was killed. */
const livesThrough = async (
  name: 'check-import' | 'go-on-with-import',
  runId: string,
  statements: number,
): Promise<boolean> => {
  let left = statements;
  const dying = (tx: Tx): Tx => ({
    run: (asked) => {
      left -= 1;
      if (left < 0) throw new Killed();
      return tx.run(asked);
    },
  });
  const db: Database = {
    ...shop.db,
    write: dying(shop.db.write),
    // The process may also die before its commit, after all statements.
    transaction: (work) =>
      shop.db.transaction(async (tx) => {
        const value = await work({ ...dying(tx), sentWithCommit: dying(tx.sentWithCommit) });
        left -= 1;
        if (left < 0) throw new Killed();
        return value;
      }),
  };
  const task = name === 'check-import' ? checkTask({ ...openServices(shop), db }) : resumeImportTask({ db });
  try {
    await task.run({ runId }, { now: new Date(), log: shop.log });
    return true;
  } catch (error) {
    if (error instanceof Killed) return false;
    throw error;
  }
};

describe('a file is uploaded, checked and applied by calls', () => {
  test('[BULK-03, BULK-06, BULK-08] a CSV file is checked before any change and applied whole, only once', async () => {
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
      actions: ['apply', 'cancel'],
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
    expect(await detailOf(run.id)).toMatchObject({ state: 'done', done: 1, failed: 0, actions: [] });
    expect(await priceOf('TV')).toBe(450_50);

    // The 24 hours start when the file is applied, not when it is uploaded.
    await shop.db.pool.query(`update runs set created_at = now() - interval '25 hours' where id = $1`, [run.id]);
    const again = await upload({ kind: 'prices' }, file);
    expect([again.status, again.body.error.code]).toEqual([409, 'IMPORT_ALREADY_APPLIED']);
    expect(again.body.error.metadata.run).toBe(run.id);
    const confirmed = await checked({ kind: 'prices', again: 'true' }, file);
    expect(confirmed.counts).toMatchObject({ changed: 0, equal: 2 });
    done(await desk.call('applyImport', { params: { id: confirmed.id }, body: {} }));
    await work('go-on-with-import');
    expect(await detailOf(confirmed.id)).toMatchObject({ state: 'done', done: 0 });
  });

  test('[BULK-02, BULK-05] a spreadsheet is recognised by its name, and codes keep their leading zeros', async () => {
    const sheet = await readFile(new URL('../testing/prices.xlsx', import.meta.url));
    const { status, body } = await upload({ kind: 'prices' }, new Uint8Array(sheet), { name: 'Precios.XLSX' });
    expect(status).toBe(201);
    await work('check-import');
    const { counts, sample } = await detailOf(body.data.id);
    expect(counts).toMatchObject({ changed: 1, wrong: 0 });
    expect(sample[0]).toMatchObject({ key: ['007', ''] });
  });

  test('[BULK-05] a file’s declarations apply: semicolons, Windows-1252, decimal commas, the order of dates', async () => {
    const file = Buffer.from('sku;precio;oferta;oferta_hasta\nTV;1.450,50;1.400,00;05/06/2090\n', 'latin1');
    const declared = { separator: 'semicolon', encoding: 'windows-1252', decimal: ',', dates: 'mdy' };
    const { body } = await upload({ kind: 'prices', ...declared }, new Uint8Array(file));
    await work('check-import');
    expect((await detailOf(body.data.id)).sample[0]?.changes).toEqual([
      { column: 'precio', before: '500.00', after: '1450.50' },
      { column: 'oferta', before: null, after: '1400.00' },
      { column: 'oferta_hasta', before: null, after: '2090-05-06 23:59' },
    ]);
  });

  test('[BULK-04, BULK-06] every error has its row and column, and correct rows can be applied', async () => {
    const file = 'sku,precio\nTV,"1,234"\nNADA,1\nRADIO,-5\nTV,300\n';
    const run = await checked({ kind: 'prices' }, file);
    expect(run).toMatchObject({
      state: 'checked',
      failed: 3,
      actions: ['cancel'],
      refusal: { code: 'IMPORT_INVALID' },
    });
    expect(run.counts).toMatchObject({ changed: 1, wrong: 3 });
    expect(run.rows.map(({ row, column, value, code }) => [row, column, value, code])).toEqual([
      [2, 'precio', '1,234', 'AMBIGUOUS_NUMBER'],
      [3, 'sku', 'NADA', 'UNKNOWN_REFERENCE'],
      [4, 'precio', '-5', 'OUT_OF_RANGE'],
    ]);
    const path = `/v1/admin/imports/${run.id}`;
    const back = await desk.send('GET', `${path}/errors`);
    expect(back.headers['content-type']).toContain('text/csv');
    const lines = back.payload.split('\n');
    expect(lines[0]).toBe('\uFEFFsku,precio,Error');
    expect(lines[1]).toContain('TV,"1,234","precio: «1,234» se puede leer de dos maneras');
    expect(lines[2]).toBe('NADA,1,sku: El producto «NADA» no existe.');
    expect(lines[4]).toBe('TV,300,');
    const refused = await desk.call('applyImport', { params: { id: run.id }, body: {} });
    expect(refused).toMatchObject({ ok: false, error: { status: 409, code: 'IMPORT_INVALID' } });
    expect(await work('go-on-with-import')).toBe(0);

    const valid = await checked({ kind: 'prices', mode: 'validRows' }, file);
    expect(valid).toMatchObject({ mode: 'validRows', actions: ['apply', 'cancel'] });
    done(await desk.call('applyImport', { params: { id: valid.id }, body: {} }));
    await work('go-on-with-import');
    expect(await detailOf(valid.id)).toMatchObject({ state: 'done', done: 1, failed: 3 });
    expect(await priceOf('TV')).toBe(300_00);
    expect(await priceOf('RADIO')).toBe(500_00);
  });

  test('[PRICE-05] a clerk’s file with an unproven offer cannot be applied if the policy refuses such offers', async () => {
    const id = await createProduct(shop.db, { sku: 'DUDA', price: 500_00, stock: 0 });
    await shop.db.pool.query(
      `insert into price_changes (product_id, at, regular_price, price) values ($1, now() - interval '100 days', 40000, 40000)`,
      [id],
    );
    await createProduct(shop.db, { sku: 'CLARA', price: 500_00, stock: 0 });
    const file = 'sku,precio,oferta\nDUDA,500,399\nCLARA,500,450\n';
    const warned = await checked({ kind: 'prices' }, file);
    expect(warned).toMatchObject({ actions: ['apply', 'cancel'], warnings: [{ code: 'DOUBTED_OFFERS', rows: [2] }] });
    await shop.setPolicy('listPriceProof', 'refuse');
    onTestFinished(() => shop.setPolicy('listPriceProof', 'warn'));
    const refused = await checked({ kind: 'prices' }, file);
    expect(refused).toMatchObject({ actions: ['cancel'], refusal: { code: 'IMPORT_INVALID' } });
    expect(refused.rows).toEqual([
      {
        ...{ row: 2, column: 'oferta', value: '399', code: 'UNPROVEN_OFFER' },
        text: 'Tiene dudas y falta su motivo: guárdala en el producto, o mírala en «Revisión de ofertas».',
      },
    ]);
    const answer = await desk.call('applyImport', { params: { id: refused.id }, body: {} });
    expect(answer).toMatchObject({ ok: false, error: { code: 'IMPORT_INVALID' } });
  });

  test('[BULK-09] a change between checking and applying is a conflict that shows both values', async () => {
    const run = await checked({ kind: 'prices' }, 'sku,precio\nTV,410\nRADIO,410\n');
    await shop.db.pool.query(`update products set regular_price = 60000, sales_price = 60000 where sku = 'TV'`);
    done(await desk.call('applyImport', { params: { id: run.id }, body: {} }));
    await work('go-on-with-import');
    const refused = await detailOf(run.id);
    expect(refused).toMatchObject({ state: 'refused', refusal: { code: 'IMPORT_CONFLICT' }, counts: { conflict: 1 } });
    expect(refused.rows).toMatchObject([
      { row: 2, code: 'CONFLICT', text: expect.stringContaining('precio era 500.00 y ahora es 600.00') },
    ]);
    expect(await priceOf('RADIO')).toBe(500_00);
    expect(await refusalOf(desk.call('applyImport', { params: { id: run.id }, body: {} }))).toBe('IMPORT_CONFLICT');
  });

  test('[BULK-08] of two concurrent applications of a run, one succeeds, and the same bytes cannot be uploaded again', async () => {
    const file = 'sku,precio\nTV,420\n';
    const [run, twin] = [await checked({ kind: 'prices' }, file), await checked({ kind: 'prices' }, file)];
    const other = await openDesk(shop, 'manager');
    const apply = (who: TestDesk, key: string, id = run.id) =>
      who.call('applyImport', { params: { id }, body: {} }, { headers: { 'idempotency-key': key } });
    const answers = await Promise.all([
      apply(desk, 'one'),
      apply(desk, 'one'),
      apply(desk, 'two'),
      apply(other, 'one'),
    ]);
    for (const answer of answers) expect(done(answer).data.state).toBe('applying');
    expect(await work('go-on-with-import')).toBe(1);
    const { rows } = await shop.db.pool.query(
      `select operation, entity_id from audit_entries where entity = 'imports' and entity_id = $1 order by id`,
      [run.id],
    );
    expect(rows.map(({ operation }) => operation)).toEqual(['createImport', 'applyImport']);
    expect(done(await apply(desk, 'one')).data.state).toBe('applying');
    expect(await refusalOf(apply(desk, 'three'))).toBe('IMPORT_ALREADY_APPLIED');
    expect(await refusalOf(apply(desk, 'four', twin.id))).toBe('IMPORT_ALREADY_APPLIED');
    expect(await detailOf(run.id)).toMatchObject({ state: 'done', done: 1 });
  });

  test.each([
    ['the same bytes', 1, `state = 'applying'`, 'IMPORT_ALREADY_APPLIED'],
    ['the same import', 0, `state = 'refused', result = '{"code": "IMPORT_CONFLICT"}'`, 'IMPORT_CONFLICT'],
  ])(
    '[BULK-06, BULK-08] applying %s while another person does so reports the other’s outcome',
    async (_what, at, change, code) => {
      const file = `sku,precio\nTV,47${at}\n`;
      const runs = [await checked({ kind: 'prices' }, file), await checked({ kind: 'prices' }, file)];
      const other = await shop.db.pool.connect();
      try {
        await other.query('begin');
        await other.query(`update runs set ${change} where id = $1`, [runs[at]?.id]);
        const asked = refusalOf(desk.call('applyImport', { params: { id: runs[0]?.id ?? '' }, body: {} }));
        await untilBlocked(shop.db.pool, other);
        await other.query('commit');
        expect(await asked).toBe(code);
      } finally {
        other.release(true);
      }
    },
  );

  test('[BULK-11] a run that was not applied for a week has lost its rows and cannot be applied', async () => {
    const { id } = await checked({ kind: 'prices' }, 'sku,precio\nTV,427\n');
    await shop.db.pool.query(`update runs set created_at = now() - interval '8 days' where id = $1`, [id]);
    await forgetRows();
    const text = 'Las filas de este archivo ya no están: súbelo de nuevo.';
    expect(await detailOf(id)).toMatchObject({ actions: [], refusal: { code: 'IMPORT_ROWS_LOST', text } });
    const refused = await desk.call('applyImport', { params: { id }, body: {} });
    expect(refused).toMatchObject({ ok: false, error: { status: 409, code: 'IMPORT_NOT_CHECKED', message: text } });
    expect(await work('go-on-with-import')).toBe(0);
  });

  test('[BULK-07] a worker killed while checking or applying leaves all or nothing, and its job continues', async () => {
    const { body } = await upload({ kind: 'prices' }, 'sku,precio\nTV,430\nRADIO,430\n');
    const { id } = body.data;
    expect(await refusalOf(desk.call('applyImport', { params: { id }, body: {} }))).toBe('IMPORT_NOT_CHECKED');
    const kills = { check: 0, apply: 0 };
    const state = async () => ({ ...(await detailOf(id)), prices: [await priceOf('TV'), await priceOf('RADIO')] });
    while (!(await livesThrough('check-import', id, kills.check))) {
      kills.check += 1;
      expect(await state()).toMatchObject({ state: 'reading', total: 0, rows: [], sample: [] });
    }
    expect(await state()).toMatchObject({ state: 'checked', total: 2, counts: { changed: 2 } });
    done(await desk.call('applyImport', { params: { id }, body: {} }));
    while (!(await livesThrough('go-on-with-import', id, kills.apply))) {
      kills.apply += 1;
      expect((await state()).prices).toEqual([500_00, 500_00]);
    }
    expect(await state()).toMatchObject({ state: 'done', done: 2, prices: [430_00, 430_00] });
    expect(kills.check).toBeGreaterThan(4);
    expect(kills.apply).toBeGreaterThan(4);
    // Running both jobs again changes nothing.
    await livesThrough('check-import', id, 1_000);
    await livesThrough('go-on-with-import', id, 1_000);
    expect(await state()).toMatchObject({ state: 'done', done: 2 });
    await work('check-import');
    await work('go-on-with-import');
  });
});

describe('pictures', () => {
  test('[BULK-01, BULK-02] come in a ZIP, named by SKU, and pages show them only after they are applied', async () => {
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'gold' } })
      .jpeg()
      .toBuffer();
    const send = async (name: string, bytes: Buffer) => {
      const { status, body } = await upload({ kind: 'pictures' }, new Uint8Array(bytes), { name });
      expect(status).toBe(201);
      await work('check-import');
      return detailOf(body.data.id);
    };
    const held = async () => (await shop.db.pool.query('select position, label from product_images')).rows;
    const run = await send('Fotos.ZIP', zipOf('fotos/TV-2.jpg', picture));
    expect(run).toMatchObject({ state: 'checked', total: 1, counts: { new: 1, wrong: 0 } });
    expect(run.sample[0]).toMatchObject({ key: ['TV', '2'], outcome: 'new' });
    expect(await held()).toEqual([]);
    done(await desk.call('applyImport', { params: { id: run.id }, body: {} }));
    await work('go-on-with-import');
    expect(await detailOf(run.id)).toMatchObject({ state: 'done', done: 1 });
    expect(await held()).toHaveLength(1);

    const nobodys = await send('otras.zip', zipOf('NADIE.jpg', picture));
    expect(nobodys.rows).toMatchObject([{ row: 2, column: 'imagen', value: 'NADIE.jpg', code: 'UNKNOWN_REFERENCE' }]);
    const none = await send('rotas.zip', Buffer.from('PK, but no more'));
    expect(none).toMatchObject({ state: 'refused', refusal: { code: 'IMPORT_UNREADABLE' } });
    expect(none.refusal?.text).toContain('ZIP');
  });
});

test('[OFF-19] a checked file can be discarded once, and then cannot be applied', async () => {
  const { id } = await checked({ kind: 'prices' }, 'sku,precio\nTV,311\n');
  const press = () => owner.call('cancelImport', { params: { id }, body: {} });
  expect(done(await press()).data).toMatchObject({ state: 'canceled', actions: [] });
  done(await press());
  const { rows } = await shop.db.pool.query(
    `select operation from audit_entries where entity = 'imports' and entity_id = $1 and operation = 'cancelImport'`,
    [id],
  );
  expect(rows).toHaveLength(1);
  expect(await owner.call('applyImport', { params: { id }, body: {} })).toMatchObject({
    error: { code: 'IMPORT_NOT_CHECKED' },
  });
  expect(await priceOf('TV')).toBe(500_00);
  const applied = await checked({ kind: 'prices' }, 'sku,precio\nTV,312\n');
  const params = { id: applied.id };
  done(await owner.call('applyImport', { params, body: {} }));
  await work('go-on-with-import');
  expect(await owner.call('cancelImport', { params, body: {} })).toMatchObject({
    error: { code: 'IMPORT_NOT_CHECKED', message: 'Esta importación ya no se puede cancelar.' },
  });
});

describe('refused files', () => {
  test.each([
    ['of no type that is read', { kind: 'prices' }, 'precios.pdf', { file: 'Sube un archivo CSV o XLSX.' }],
    ['of pictures that is no ZIP', { kind: 'pictures' }, 'TV.jpg', { file: 'Sube un ZIP con las fotos.' }],
    ['of a kind that there is not', { kind: 'nada' }, 'precios.csv', { kind: expect.any(String) }],
    ['with a word that the form does not know', { kind: 'prices', dry: 'true' }, 'p.csv', { dry: expect.any(String) }],
    ['of a choice that there is not', { kind: 'prices', mode: 'all' }, 'p.csv', { mode: expect.any(String) }],
  ])('[BULK-02] a file %s is refused before it is stored', async (_what, texts, name, fields) => {
    const before = await storedFiles();
    const { status, body } = await upload(texts, 'sku,precio\nTV,1\n', { name });
    expect([status, body.error.code, body.error.metadata.fields]).toEqual([400, 'VALIDATION_ERROR', fields]);
    expect(await storedFiles()).toEqual(before);
  });

  test('[BULK-02] a form without a file, or with fields after the file, is refused', async () => {
    const send = async (fields: Record<string, string | Blob>) => {
      const { headers, payload } = await formPayload(fields);
      const own = { cookie: desk.cookie, origin: shop.config.publicUrl };
      return shop.inject({ method: 'POST', url: '/v1/admin/imports', headers: { ...headers, ...own }, payload });
    };
    const file = new File(['sku,precio\nTV,1\n'], 'precios.csv');
    expect((await send({ kind: 'prices' })).json().error.metadata.fields).toEqual({ file: 'Elige el archivo.' });
    expect((await send({ file, kind: 'prices' })).statusCode).toBe(400);
    expect((await send({ kind: 'prices', file, mode: 'whole' })).json().error.metadata.fields).toEqual({
      body: 'El formulario enviado no se puede leer.',
    });
    expect((await send({ kind: 'prices', file, other: file })).statusCode).toBe(400);
  });

  test('[BULK-02] a file of rows may have 50 MB, a ZIP of pictures 200 MB', async () => {
    for (const [kind, name, most] of [
      ['prices', 'precios.csv', 50],
      ['pictures', 'fotos.zip', 200],
    ] as const) {
      const { status, body } = await upload({ kind }, new Uint8Array(most * 1024 * 1024 + 1), { name });
      expect([status, body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      expect(body.message).toBe(`El archivo pesa más de ${most} MB: divídelo.`);
    }
    const { rows } = await shop.db.pool.query('select from runs where file_hash is null');
    expect(rows).toEqual([]);
  });

  test.each([
    [`${'😀'}${'x'.repeat(195)}.csv`, `\uFFFD${'x'.repeat(195)}.csv`],
    ['factura\u202Evsc.\u2028\u0007.csv', 'facturavsc..csv'],
  ])('[BULK-02] a file’s name is cut off, and loses characters that hide its type: %j', async (name, fileName) => {
    const { status, body } = await upload({ kind: 'brands' }, 'marca\nNombrada\n', { name });
    expect([status, body.data?.fileName]).toEqual([201, fileName]);
    await work('check-import');
  });

  test('[BULK-04] the check reports unreadable input: wrong headings, other encodings, an empty file', async () => {
    const headings = await checked({ kind: 'prices' }, 'sku,valor\nTV,1\n');
    expect(headings).toMatchObject({ state: 'refused', total: 0, refusal: { code: 'IMPORT_COLUMNS' }, actions: [] });
    expect(headings.rows).toMatchObject([{ row: 1, column: 'valor', code: 'UNKNOWN_COLUMN' }]);
    expect((await desk.send('GET', `/v1/admin/imports/${headings.id}/errors`)).statusCode).toBe(404);

    const { body } = await upload({ kind: 'brands' }, new Uint8Array(Buffer.from('marca\nCafé\nTé\n', 'latin1')));
    await work('check-import');
    expect(await detailOf(body.data.id)).toMatchObject({
      state: 'refused',
      refusal: { code: 'IMPORT_UNREADABLE', text: expect.stringContaining('UTF-8') },
    });
    const sixteen = await upload({ kind: 'brands' }, new Uint8Array(Buffer.from('marca\nNueva\n', 'utf16le')));
    await work('check-import');
    expect((await detailOf(sixteen.body.data.id)).refusal?.text).toBe(
      'El archivo no es de texto: guárdalo como CSV en UTF-8.',
    );
    expect((await checked({ kind: 'brands' }, '')).refusal).toEqual({
      code: 'IMPORT_UNREADABLE',
      text: 'El archivo está vacío.',
    });
    const apply = desk.call('applyImport', { params: { id: headings.id }, body: {} });
    expect(await refusalOf(apply)).toBe('IMPORT_NOT_CHECKED');
  });

  /** Signs in a person of a new role with these permissions. */
  const holding = async (...permissions: string[]): Promise<TestDesk> => {
    const role = `own-${randomUUID().slice(0, 8)}`;
    const added = 'insert into staff_roles (id, label, permissions) values ($1, $1, $2)';
    await shop.db.pool.query(added, [role, permissions]);
    return openDesk(shop, role);
  };
  const lose = (person: TestDesk, permission: string) =>
    shop.db.pool.query(
      `update staff_roles set permissions = array_remove(permissions, $2)
       where id = (select role from staff_members where id = $1)`,
      [person.id, permission],
    );
  /** A file of this kind about objects that do not exist. It can be read, but its rows may have errors. */
  const fileOf = (kind: Kind): { file: string | Uint8Array<ArrayBuffer>; name: string } =>
    kind.name === 'pictures'
      ? { file: new Uint8Array(zipOf('TV.jpg', Buffer.from('none'))), name: 'fotos.zip' }
      : {
          file: `${kind.columns.flatMap(({ name, isDerived }) => (isDerived === true ? [] : [name])).join(',')}\n`,
          name: 'archivo.csv',
        };

  test.each(kinds.map((kind) => [kind.name, kind] as const))(
    '%s: uploading, checking and applying need the permission for the imported data, too',
    async (name, kind) => {
      const needed = importPermissions[name];
      const { file, name: fileName } = fileOf(kind);
      const send = (who: TestDesk) => upload({ kind: name, again: 'true' }, file, { name: fileName, who });
      for (const missing of needed) {
        const others = needed.filter((each) => each !== missing);
        const who = await holding('imports.run', ...others, 'audit.read');
        const before = await storedFiles();
        const sent = await send(who);
        expect([sent.status, sent.body.error?.metadata.permission]).toEqual([403, missing]);
        expect(sent.body.message).toContain(permissionLabels[missing]);
        expect(await storedFiles()).toEqual(before);
        // Between the upload and its check.
        const once = await holding('imports.run', ...needed);
        const uploaded = await send(once);
        expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
        await lose(once, missing);
        await work('check-import');
        expect(await detailOf(uploaded.body.data.id)).toMatchObject({
          state: 'refused',
          total: 0,
          refusal: { code: 'FORBIDDEN', text: expect.stringContaining(permissionLabels[missing]) },
        });
      }
    },
  );

  test('checked prices need the price permission to be applied, even by a job', async () => {
    const who = await holding('imports.run', 'prices.edit');
    const prepare = async (price: number): Promise<string> => {
      const { body } = await upload({ kind: 'prices' }, `sku,precio\nTV,${price}\n`, { who });
      await work('check-import');
      return body.data.id;
    };
    const [id, later] = [await prepare(431), await prepare(432)];
    const other = await holding('imports.run', 'catalog.edit');
    const params = { id };
    const refused = await other.call('applyImport', { params, body: {} });
    expect(refused).toMatchObject({ error: { code: 'FORBIDDEN', metadata: { permission: 'prices.edit' } } });
    expect((await detailOf(id, who)).actions).toEqual(['apply', 'cancel']);
    done(await who.call('applyImport', { params, body: {} }));
    await work('go-on-with-import');
    expect(await priceOf('TV')).toBe(431_00);
    // Between the call and its job.
    done(await who.call('applyImport', { params: { id: later }, body: {} }));
    await lose(who, 'prices.edit');
    await work('go-on-with-import');
    expect(await priceOf('TV')).toBe(431_00);
    expect(await detailOf(later)).toMatchObject({ state: 'refused', done: 0, refusal: { code: 'FORBIDDEN' } });
  });

  test('[BULK-02] people cannot see files, rows and errors of data that they may not change', async () => {
    const run = await checked({ kind: 'prices' }, 'sku,precio\nTV,440\nNADA,1\n');
    const params = { id: run.id };
    const other = await holding('imports.run', 'catalog.edit', 'catalog.publish');
    const refused = await other.call('getImport', { params });
    expect(refused).toMatchObject({ error: { code: 'FORBIDDEN', metadata: { permission: 'prices.edit' } } });
    expect((await other.send('GET', `/v1/admin/imports/${run.id}/errors`)).statusCode).toBe(403);
    const listed = async (who: TestDesk) =>
      done(await who.call('listImports', { query: {} })).data.filter(({ kind }) => kind === 'prices').length;
    expect([await listed(other), (await listed(desk)) > 0]).toEqual([0, true]);
    const csv = await other.send('GET', '/v1/admin/imports/export');
    expect([csv.statusCode, csv.body.includes('Precios')]).toEqual([200, false]);
  });

  test('a file that receives goods needs the permission to receive, and a count the permission to count', async () => {
    const who = await holding('imports.run', 'stock.count');
    const check = async (file: string) => {
      const { body } = await upload({ kind: 'stock' }, file, { who });
      await work('check-import');
      return detailOf(body.data.id);
    };
    expect(await check('sku,tienda,existencia\nTV,BODEGA,3\n')).toMatchObject({
      state: 'checked',
      counts: { wrong: 0 },
    });
    expect(await check('sku,tienda,recibidas,documento\nTV,BODEGA,3,F-1\n')).toMatchObject({
      state: 'refused',
      refusal: { code: 'FORBIDDEN', text: expect.stringContaining(permissionLabels['purchases.receive']) },
    });
  });

  test('[BULK-03] a first price or stock level counts as new, another as changed', async () => {
    await createProduct(shop.db, { sku: 'SIN-PRECIO', price: null, stock: 0 });
    const count = async (kind: string, file: string) => {
      const { body } = await upload({ kind }, file, { who: owner });
      await work('check-import');
      const { counts, sample } = await detailOf(body.data.id);
      return [counts.new, counts.changed, counts.equal, sample.map(({ outcome }) => outcome)];
    };
    expect(await count('prices', 'sku,precio\nSIN-PRECIO,90\nTV,510\nRADIO,500\n')).toEqual([
      1,
      1,
      1,
      ['new', 'changed'],
    ]);
    await shop.db.pool.query(
      `delete from stock_levels where store_code = 'XELA' and product_id = (select id from products where sku = 'TV')`,
    );
    await shop.db.pool.query(
      `insert into stock_levels (product_id, store_code, quantity) select id, 'MAX', 2 from products where sku = 'TV'
       on conflict (product_id, store_code) do update set quantity = 2`,
    );
    expect(await count('stock', 'sku,tienda,existencia\nTV,XELA,4\nTV,MAX,5\n')).toEqual([1, 1, 0, ['new', 'changed']]);
  });

  test('[BULK-02] every call refuses a person limited to stores or without import permission', async () => {
    const run = await checked({ kind: 'prices' }, 'sku,precio\nTV,440\n');
    const params = { id: run.id };
    for (const [who, stores] of [
      ['warehouse', null],
      ['manager', ['MAX']],
    ] as const) {
      const other = await openDesk(shop, who, stores === null ? null : [...stores]);
      const before = await storedFiles();
      const sent = await upload({ kind: 'stock' }, 'sku,tienda,existencia\nTV,BODEGA,1\n', { who: other });
      expect([sent.status, sent.body.error.metadata.permission]).toEqual([403, 'imports.run']);
      expect(await storedFiles()).toEqual(before);
      expect(await refusalOf(other.call('getImport', { params }))).toBe('FORBIDDEN');
      expect(await refusalOf(other.call('applyImport', { params, body: {} }))).toBe('FORBIDDEN');
      expect((await other.send('GET', `/v1/admin/imports/${run.id}/errors`)).statusCode).toBe(403);
    }
    const limited = await openDesk(shop, 'manager', ['MAX']);
    expect(done(await limited.call('listImports', { query: {} })).data).toEqual([]);
    const [latest] = done(await desk.call('listImports', { query: {} })).data;
    expect(latest).toMatchObject({ id: run.id, kind: 'prices', state: 'checked', total: 1, actor: desk.name });
    const nobody = { id: '01890a5d-ac96-4774-bcce-b302099a8057' };
    expect(await refusalOf(desk.call('getImport', { params: nobody }))).toBe('NOT_FOUND');
    expect(await refusalOf(desk.call('applyImport', { params: nobody, body: {} }))).toBe('NOT_FOUND');
  });
});

describe('the file itself', () => {
  test('[BULK-11] is private while it waits, stored in pieces, and deleted after it was read', async () => {
    await removeLeft(hours(2));
    expect(await storedFiles()).toEqual([]);
    const long = `marca\n${Array.from({ length: 90 }, (_, n) => `${n}${'x'.repeat(100_000)}\n`).join('')}`;
    // Uploads over a socket, where the file arrives in small parts.
    const form = new FormData();
    form.append('kind', 'brands');
    form.append('file', new File([long], 'marcas.csv'));
    const answer = await fetch(`http://127.0.0.1:${await port}/v1/admin/imports`, {
      method: 'POST',
      headers: { cookie: desk.cookie, origin: shop.config.publicUrl },
      body: form,
    });
    expect(answer.status).toBe(201);
    const body: { data: { id: string } } = JSON.parse(await answer.text());
    expect((await storedFiles()).toSorted()).toEqual(['1.bin', '2.bin', '3.bin']);
    await removeLeft(hours(2));
    expect(await storedFiles()).toHaveLength(3);
    await work('check-import');
    const asked = vi.spyOn(shop.db.read, 'run');
    const run = await detailOf(body.data.id);
    expect(run.counts).toMatchObject({ wrong: 90 });
    expect(run.rows).toHaveLength(90);
    expect(run.rows[0]?.value).toBe(`0${'x'.repeat(199)}…`);
    // All cells together have nine megabytes, which are never all in this process.
    const fetched = await Promise.all(asked.mock.results.map(({ value }) => value));
    asked.mockRestore();
    expect(JSON.stringify(fetched)).toContain('xxx');
    expect(JSON.stringify(fetched).length).toBeLessThan(200_000);
    const { rows } = await shop.db.pool.query<{ hash: string }>('select file_hash as hash from runs where id = $1', [
      run.id,
    ]);
    expect(rows[0]?.hash).toBe(createHash('sha256').update(long).digest('hex'));
    await removeLeft(new Date());
    expect(await storedFiles()).toEqual([]);
  });

  test('[BULK-02] is removed and creates no import if its upload is cut off', async () => {
    await removeLeft(hours(2));
    const { rows: before } = await shop.db.pool.query('select id from runs');
    const { headers, payload } = await formPayload({
      kind: 'brands',
      file: new File(['x'.repeat(9_000_000)], 'm.csv'),
    });
    const sending = request(`http://127.0.0.1:${await port}/v1/admin/imports`, {
      method: 'POST',
      headers: { ...headers, 'content-length': payload.length, cookie: desk.cookie, origin: shop.config.publicUrl },
    });
    const cut = once(sending, 'error');
    sending.write(payload.subarray(0, 6_000_000));
    await until(async () => (await storedFiles()).length === 1);
    sending.destroy(new Error('the line broke'));
    await cut;
    // Simulates the end of the hour in which an upload may be claimed.
    await until(async () => {
      await removeLeft(new Date());
      return (await storedFiles()).length === 0;
    });
    expect((await shop.db.pool.query('select id from runs')).rows).toEqual(before);
  });

  test('[BULK-11] is removed if it is unclaimed, or unreadable for a week', async () => {
    const twice = 'sku,precio\nTV,460\n';
    const run = await checked({ kind: 'prices' }, twice);
    done(await desk.call('applyImport', { params: { id: run.id }, body: {} }));
    await work('go-on-with-import');
    await removeLeft(new Date());
    expect(await storedFiles()).toEqual([]);
    const { body } = await upload({ kind: 'brands' }, 'marca\nNueva\n');
    // Stored, then refused.
    expect((await upload({ kind: 'prices' }, twice)).status).toBe(409);
    expect(await storedFiles()).toHaveLength(2);
    // More files than one run of the job removes.
    await shop.db.pool.query(
      `insert into unclaimed_files (path, since, is_unwanted) select 'imports/left/' || n || '.bin', now() + '1 day', true from generate_series(1, 250) n`,
    );
    await removeLeft(new Date());
    expect(await storedFiles()).toHaveLength(1);
    expect((await shop.db.pool.query('select from unclaimed_files')).rowCount).toBe(0);

    const broken = await upload({ kind: 'brands' }, 'marca\nOtra\n');
    await shop.db.pool.query(`update runs set state = 'failed' where id = $1`, [broken.body.data.id]);
    const week = `update runs set created_at = now() - interval '8 days' where id = any ($1)`;
    await shop.db.pool.query(week, [[body.data.id, broken.body.data.id]]);
    await forgetRows();
    await removeLeft(new Date());
    expect(await storedFiles()).toEqual([]);
    await work('check-import');
    expect(await detailOf(body.data.id)).toMatchObject({ state: 'failed', refusal: { code: 'IMPORT_FAILED' } });
  });
});

describe('[BULK-01] calls import', () => {
  test.each([
    ['barcodes', 'sku,codigo\nTV,7401000000015\n', [{ column: 'sku', after: 'TV' }]],
    ['synonyms', 'palabras\n"televisor, pantallota"\n', [{ column: 'palabras' }]],
    ['seller-offers', 'sku,vendedor,oferta_id\n007,2,OP-1\n', [{ column: 'vendedor', before: '1', after: '2' }]],
    ['tracking-numbers', 'envio,guia\n100000301-1,GT-1\n', [{ column: 'guia', after: 'GT-1' }]],
  ])(
    '%s: checked with its differences, then applied, and the same rows again change nothing',
    async (kind, file, changes) => {
      if (kind === 'tracking-numbers') await createShipment(shop.db, { orderNumber: 100_000_301 });
      const send = async (text: string): Promise<ImportDetail> => {
        const { body } = await upload({ kind }, text, { name: 'datos.csv', who: owner });
        await work('check-import');
        return detailOf(body.data.id);
      };
      const run = await send(file);
      expect(run).toMatchObject({ state: 'checked', counts: { new: 1, changed: 0, equal: 0, wrong: 0 } });
      expect(run.sample).toMatchObject([
        {
          row: 2,
          outcome: 'new',
          changes: expect.arrayContaining(changes.map((each) => expect.objectContaining(each))),
        },
      ]);
      done(await owner.call('applyImport', { params: { id: run.id }, body: {} }));
      await work('go-on-with-import');
      expect(await detailOf(run.id)).toMatchObject({ state: 'done', done: 1 });
      expect(await send(`${file}\n`)).toMatchObject({ counts: { new: 0, changed: 0, equal: 1, wrong: 0 } });
    },
  );
});

test('[BULK-01, BULK-03] a call reads another system’s export, and reports headings and similar codes', async () => {
  const file =
    'Variant SKU,Title,Vendor,Type,Variant Price,Bodega\nMUEBLE-1,Mesa,volcán,Bocinas,900,B1\nmueble-1,Mesa baja,volcán,Bocinas,900,B1\n';
  const unknown = await checked({ kind: 'products' }, file, 'shopify.csv');
  expect(unknown).toMatchObject({
    state: 'refused',
    refusal: { code: 'IMPORT_COLUMNS' },
    rows: [{ row: 1, code: 'UNKNOWN_COLUMN', text: expect.stringContaining('No hay una columna «Bodega».') }],
  });
  const report = await checked(
    { kind: 'products', ignore: 'Bodega', map: 'Title=titulo\nVendor=marca' },
    file,
    'shopify.csv',
  );
  expect(report).toMatchObject({
    state: 'checked',
    system: 'Shopify',
    headings: [
      { heading: 'Variant SKU', column: 'sku' },
      { heading: 'Title', column: 'titulo' },
      { heading: 'Vendor', column: 'marca' },
      { heading: 'Type', column: 'categoria' },
      { heading: 'Variant Price', column: null },
      { heading: 'Bodega', column: null },
    ],
    counts: { new: 2, wrong: 0 },
    actions: ['apply', 'cancel'],
  });
  expect(report.warnings).toContainEqual({
    code: 'TWINS',
    text: expect.stringContaining('«mueble-1» (fila 3) y «MUEBLE-1» (fila 2)'),
    rows: [2, 3],
  });
  expect(report.warnings.map(({ code }) => code)).toEqual(['SYSTEM', 'OTHER_KIND', 'IGNORED', 'MATCHED', 'TWINS']);
  const priced = await checked({ kind: 'prices', values: 'precio=450' }, 'sku\nTV\n', 'todos.csv');
  expect(priced).toMatchObject({ state: 'checked', counts: { changed: 1, wrong: 0 }, system: null });
  expect((await upload({ kind: 'prices', values: 'precio' }, 'sku\nTV\n')).status).toBe(400);
});
