import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from '@ceiba/domain/result';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FilesAway, uploadsFolder } from '../media/file-store.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { beginRun, findRun } from '../runs/runs.store.ts';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { zipOf } from '../testing/zip-of.ts';
import { linesWithErrors } from './import-errors.ts';
import { beginApplying, checkRun, finishReading, stageAll } from './import-file.ts';
import { openPictures } from './import-pictures.ts';
import type { ReadRow } from './import-rows.store.ts';
import { checkTask } from './imports.tasks.ts';
import { findKind } from './kinds.ts';

let shop: TestShop;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-import-limits-'));
  shop = await openTestShop({ FILES_DIR: folder, MEDIA_DIR: folder });
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV', price: 500_00, stock: 0 });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const brands = () => {
  const kind = findKind('brands');
  if (kind === undefined) throw new Error('no brands');
  return kind;
};

/** Creates a run whose file waits to be read. */
const begun = (pieces: readonly string[] = [], fileName = 'marcas.csv') =>
  beginRun(shop.db.write, {
    kind: 'import brands',
    options: { pieces, columns: ['marca'] },
    fileName,
    fileHash: null,
    actor: { kind: 'command', id: 'ana' },
  });

const row = (number: number, marca: string): ReadRow => ({
  row_no: number,
  key: [marca],
  cells: { marca },
  given: { marca },
  errors: [],
});

const stateOf = async (id: string) => {
  const run = await findRun(shop.db.write, id);
  return [run?.state, run?.result['code']];
};

/** A database that reports its statements within transactions. */
const watched = (onAsked: (statement: Parameters<Tx['run']>[0]) => void): Database => ({
  ...shop.db,
  transaction: (work) =>
    shop.db.transaction((tx) =>
      work({
        ...tx,
        run: (asked) => {
          onAsked(asked);
          return tx.run(asked);
        },
      }),
    ),
});

const forget = async () => {
  await tasksOf(openServices(shop))
    .find(({ name }) => name === 'forget-import-rows')
    ?.run({}, { now: new Date(), log: shop.log });
};

test('an uploaded file has at most 200,000 rows, including blank rows', async () => {
  const services = openServices(shop);
  const path = `${uploadsFolder}rows/1.bin`;
  await services.files.save(path, Buffer.from(`marca\n${'\n'.repeat(200_001)}`), 'application/octet-stream');
  const { id } = await begun([path]);
  await checkTask(services).run({ runId: id }, { now: new Date(), log: shop.log });
  expect((await findRun(shop.db.write, id))?.result).toEqual({
    code: 'IMPORT_UNREADABLE',
    text: 'El archivo tiene más de 200000 filas: divídelo.',
  });
});

test.each([
  ['a defect', new TypeError('a defect'), 'failed'],
  ['a database that is away', Object.assign(new Error('cut off'), { code: 'ECONNRESET' }), 'reading'],
  ['a wait that was too long', Object.assign(new Error('waited'), { code: '55P03' }), 'reading'],
  ['files that are away', new FilesAway('away'), 'reading'],
  ['a disk that is full', Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' }), 'reading'],
])('if %s while a file is read, its run stays %s', async (_what, error, state) => {
  const { id } = await begun();
  const db = watched(({ text }) => {
    if (text.startsWith('insert into import_rows')) throw error;
  });
  const open = async () => ok({ columns: ['marca'], rows: [row(2, 'Nueva')] });
  await expect(checkRun(db, id, { open, tidy: async () => {} })).rejects.toBe(error);
  expect((await stateOf(id))[0]).toBe(state);
});

test('a run that is unreadable for a day, or not applied for a week, ends', async () => {
  const [fresh, old] = [await begun(), await begun()];
  const waiting = await begun();
  await finishReading(shop.db, brands(), waiting.id, {
    total: await stageAll(shop.db, brands(), waiting.id, [row(2, 'Una')]),
  });
  const age = (id: string, days: number) =>
    shop.db.pool.query(`update runs set created_at = now() - $2 * interval '1 day' where id = $1`, [id, days]);
  await age(old.id, 1.1);
  await age(waiting.id, 6.9);
  await forget();
  expect(await stateOf(fresh.id)).toEqual(['reading', undefined]);
  expect(await stateOf(old.id)).toEqual(['failed', 'IMPORT_FAILED']);
  expect(await stateOf(waiting.id)).toEqual(['checked', undefined]);
  await age(waiting.id, 7.1);
  await forget();
  expect(await stateOf(waiting.id)).toEqual(['failed', 'IMPORT_ROWS_LOST']);
});

test('imports run one after the other, however many jobs a worker runs at the same time', async () => {
  const { id } = await begun();
  await finishReading(shop.db, brands(), id, { total: await stageAll(shop.db, brands(), id, [row(2, 'Otra')]) });
  await shop.db.transaction((tx) => beginApplying(tx, id, { onlyValid: false, jobAt: new Date() }));
  const { rows } = await shop.db.pool.query(
    `select queue_name from graphile_worker.jobs where task_identifier = 'go-on-with-import'`,
  );
  expect(rows).toEqual([{ queue_name: 'imports' }]);
});

test('a picture named after no product is not converted', async () => {
  const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'gold' } })
    .jpeg()
    .toBuffer();
  const path = join(folder, 'fotos.zip');
  await writeFile(path, zipOf('NADIE.jpg', bytes));
  const mediaDir = await mkdtemp(join(folder, 'media-'));
  const opened = await openPictures(shop.db, { path, mediaDir });
  expect(opened).toMatchObject({ ok: true, value: { rows: [{ errors: [{ code: 'UNKNOWN_REFERENCE' }] }] } });
  expect(await readdir(mediaDir)).toEqual([]);
});

test('long rows are compared and returned in small portions', async () => {
  const { id } = await begun();
  const sizes: number[] = [];
  const db = watched(({ values }) => void sizes.push(JSON.stringify(values).length));
  const wide = Array.from({ length: 60 }, (_, n) => ({
    ...row(n + 2, `M${n}`),
    cells: { marca: `${n}${'x'.repeat(100_000)}` },
  }));
  expect(await stageAll(db, brands(), id, wide)).toBe(60);
  expect(Math.max(...sizes)).toBeLessThan(1_300_000);
  const chunks: string[] = [];
  for await (const lines of linesWithErrors(shop.db.write, { id, options: { columns: ['marca'] } })) chunks.push(lines);
  expect(chunks.join('').split('\n')).toHaveLength(62);
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(1_300_000);
});

test('if a file repeats a key, each later row names the first row with the key', async () => {
  const { id } = await begun();
  const rows = Array.from({ length: 1_200 }, (_, n) => row(n + 2, 'Misma'));
  const { counts } = await finishReading(shop.db, brands(), id, { total: await stageAll(shop.db, brands(), id, rows) });
  expect(counts).toMatchObject({ new: 1, wrong: 1_199 });
  const lines: string[] = [];
  for await (const some of linesWithErrors(shop.db.write, { id, options: { columns: ['marca'] } })) lines.push(some);
  expect(lines.join('').split('\n').at(-2)).toBe('Misma,marca: La misma clave está en la fila 2.');
});
