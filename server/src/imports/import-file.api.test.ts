import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CellFormat } from '@ceiba/domain/imports/read-cell';
import { childEnv } from '@ceiba/sandbox-bank/testing/child-env';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inBatches } from '../jobs/batches.ts';
import { listenForPurges } from '../platform/pages/cache-invalidation.ts';
import { beginNextPrices } from '../price-plans/price-plans.tasks.ts';
import { blockedBy, untilBlocked } from '../testing/lock-waits.ts';
import { levelsOf } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { applyImport, checkFile, resumeImport } from './import-file.ts';
import { forgetRows, listErrors } from './import-rows.store.ts';
import { findKind } from './kinds.ts';
import type { FileFormat } from './read-file.ts';

let shop: TestShop;
let folder = '';
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-imports-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  return () => shop.close();
});

const actor = { kind: 'command', id: 'prueba' } as const;

interface Wanted extends CellFormat, FileFormat {
  isAgain?: boolean;
  onlyValid?: boolean;
  now?: Date;
  /** Written unchanged. */
  bytes?: Uint8Array;
}

/** Writes a file, and reads it into a run. */
const check = async (
  name: string,
  text: string,
  { isAgain = false, now = new Date(), bytes, ...format }: Wanted = {},
) => {
  const kind = findKind(name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  files += 1;
  const path = join(folder, `${files}.csv`);
  await writeFile(path, bytes ?? text);
  return checkFile(shop.db, { kind, path, format, actor, now, isAgain });
};

const errorsOf = async (runId: string) =>
  (await listErrors(shop.db.write, runId, 0, 1_000)).flatMap(({ row, errors }) =>
    errors.map(({ column, value, code, text }) => ({ row, column, value, code, text })),
  );

/** Imports a file. Returns its counts, or the refusal with its errors. */
const load = async (name: string, text: string, wanted: Wanted = {}) => {
  const checked = await check(name, text, wanted);
  if (!checked.ok) return checked.error;
  const { run } = checked.value;
  const applied = await applyImport(shop.db, run.id, {
    onlyValid: wanted.onlyValid ?? false,
    now: wanted.now ?? new Date(),
  });
  const errors = (await errorsOf(run.id)).map(({ row, column, code }) => `${row} ${column} ${code}`);
  if (!applied.ok) return { code: applied.error.code, errors };
  const { new: fresh, changed, equal } = applied.value.counts;
  return { state: applied.value.run.state, new: fresh, changed, equal, ...(errors.length > 0 ? { errors } : {}) };
};

const rows = async (sql: string, values: unknown[] = []) =>
  (await shop.db.pool.query<Record<string, unknown>>(sql, values)).rows;

test('[BULK-08] a row creates a product, and importing the same file again changes nothing', async () => {
  const file =
    'sku,titulo,marca,categoria,descripcion,atributos\n00123,Bocina Ñandú,Volcán,audio/bocinas,Suena bien,color|Color|Negro;ram|Memoria|8|GB\n';
  expect(await load('products', file)).toEqual({ state: 'done', new: 1, changed: 0, equal: 0 });
  expect(
    await rows('select sku, slug, title, description, regular_price, attributes, seller_id from products'),
  ).toEqual([
    {
      sku: '00123',
      slug: 'bocina-nandu-00123',
      title: 'Bocina Ñandú',
      description: 'Suena bien',
      regular_price: null,
      seller_id: 1,
      attributes: [
        { code: 'color', label: 'Color', value: 'Negro', unit: null },
        { code: 'ram', label: 'Memoria', value: '8', unit: 'GB' },
      ],
    },
  ]);
  expect(await load('products', file)).toMatchObject({
    code: 'IMPORT_ALREADY_APPLIED',
    run: { state: 'done', done: 1 },
  });
  expect(await load('products', file, { isAgain: true })).toEqual({ state: 'done', new: 0, changed: 0, equal: 1 });
});

test('[BULK-08] absent columns and empty cells change nothing, and [borrar] clears a value', async () => {
  await load('products', 'sku,titulo,marca,categoria,descripcion,modelo\nA-1,Bocina,Volcán,audio/bocinas,Suena,A\n');
  expect(await load('products', 'sku,titulo,descripcion,modelo\nA-1,,[borrar],\n')).toMatchObject({ changed: 1 });
  expect(await rows('select title, description, parent_sku from products')).toEqual([
    { title: 'Bocina', description: '', parent_sku: 'A' },
  ]);
  expect(await load('products', 'sku,titulo\nA-1,[borrar]\n')).toEqual({
    code: 'IMPORT_INVALID',
    errors: ['2 titulo NOT_CLEARABLE'],
  });
});

test('[BULK-05, PROD-25] a second variant of the same colour is refused, even from two concurrent files', async () => {
  const heading = 'sku,titulo,marca,categoria,modelo,atributos\n';
  const variant = (sku: string, colour: string) => `${sku},Bocina,Volcán,audio/bocinas,V,color|Color|${colour}\n`;
  await load('products', `${heading}${variant('V-1', 'Rojo')}${variant('V-2', 'Azul')}`);
  const twins = await load(
    'products',
    `${heading}${variant('V-3', 'Gris')}${variant('V-4', 'GRIS')}${variant('V-5', 'azúl')}`,
  );
  expect(twins).toEqual({ code: 'IMPORT_INVALID', errors: ['3 modelo TAKEN', '4 modelo TAKEN'] });
  const swapped = await load('products', `sku,atributos\nV-1,color|Color|Azul\nV-2,color|Color|Rojo\n`);
  expect(swapped).toMatchObject({ changed: 2 });
  const both = await Promise.all(['V-6', 'V-7'].map((sku) => load('products', `${heading}${variant(sku, 'Verde')}`)));
  expect(both).toContainEqual(expect.objectContaining({ new: 1 }));
  expect(await rows(`select count(*)::int as found from products where parent_sku = 'V'`)).toEqual([{ found: 3 }]);
  expect(await load('products', `${heading}${variant('V-1', 'Azul')}`)).toMatchObject({ equal: 1 });
});

test('[BULK-04, BULK-06] every error is reported and prevents the import, unless only correct rows are wanted', async () => {
  const file = [
    'sku,titulo,marca,categoria,vendedor,preventa',
    'B-1,Bocina,Volcán,audio/bocinas,1,no',
    ',Sin código,Volcán,audio/bocinas,1,no',
    'B-3,,Nadie,nada,9,',
    'B-4,Bocina,Volcán,audio/bocinas,uno,quizá',
    'B-1,Otra vez,Volcán,audio/bocinas,1,no',
    'B-6,De otro,Volcán,audio/bocinas,2,no',
  ].join('\n');
  const errors = [
    '3 sku REQUIRED',
    '4 titulo REQUIRED',
    '4 marca UNKNOWN_REFERENCE',
    '4 categoria UNKNOWN_REFERENCE',
    '4 vendedor UNKNOWN_REFERENCE',
    '4 oferta_id REQUIRED',
    '5 vendedor INVALID_NUMBER',
    '5 preventa INVALID_VALUE',
    '6 sku DUPLICATE',
    '7 oferta_id REQUIRED',
  ];
  const checked = await check('products', file);
  if (!checked.ok) throw new Error('it can be read');
  expect(checked.value.counts).toEqual({ new: 1, changed: 0, equal: 0, wrong: 5, conflict: 0 });
  expect(await errorsOf(checked.value.run.id)).toContainEqual({
    row: 4,
    column: 'marca',
    value: 'Nadie',
    code: 'UNKNOWN_REFERENCE',
    text: 'La marca «Nadie» no existe.',
  });
  expect(await load('products', file)).toEqual({ code: 'IMPORT_INVALID', errors });
  expect(await rows('select sku from products')).toEqual([]);
  expect(await load('products', file, { onlyValid: true })).toEqual({
    state: 'done',
    new: 1,
    changed: 0,
    equal: 0,
    errors,
  });
  expect(await rows('select sku from products')).toEqual([{ sku: 'B-1' }]);
});

test('[BULK-03] a dry run counts rows, shows differences, and changes nothing in the shop', async () => {
  await createProduct(shop.db, { sku: 'TV', price: 500_00, stock: 0 });
  const before = await rows('select *, xmin::text from products');
  const checked = await check('prices', 'sku,precio,oferta\nTV,600,549.50\nNADA,1,\n');
  if (!checked.ok) throw new Error('it can be read');
  expect(checked.value.counts).toEqual({ new: 0, changed: 1, equal: 0, wrong: 1, conflict: 0 });
  expect(checked.value.sample).toEqual([
    {
      row: 2,
      key: ['TV', ''],
      outcome: 'changed',
      before: { precio: 500_00, oferta: null },
      after: { precio: 600_00, oferta: 549_50 },
    },
  ]);
  expect(await rows('select *, xmin::text from products')).toEqual(before);
});

test('[BULK-05] ambiguous values and other encodings are refused until the file declares its format', async () => {
  await createProduct(shop.db, { sku: 'TV', stock: 0 });
  expect(await load('prices', 'sku;precio;oferta_hasta\nTV;1.234;05/06/2030\n', { separator: ';' })).toEqual({
    code: 'IMPORT_INVALID',
    errors: ['2 precio AMBIGUOUS_NUMBER', '2 oferta_hasta AMBIGUOUS_DATE'],
  });
  expect(
    await load('prices', 'sku;precio;oferta;oferta_hasta\nTV;1.234;999,5;05/06/2030\n', {
      separator: ';',
      decimal: ',',
      dates: 'dmy',
    }),
  ).toMatchObject({ changed: 1 });
  expect(await rows('select regular_price, sales_price, discount_ends_at from products')).toEqual([
    { regular_price: 1_234_00, sales_price: 999_50, discount_ends_at: new Date('2030-06-05T23:59:59.999-06:00') },
  ]);
  const bytes = Buffer.from('marca\nÑandú\n', 'latin1');
  expect(await load('brands', '', { bytes })).toMatchObject({ code: 'IMPORT_UNREADABLE' });
  expect(await load('brands', '', { bytes, encoding: 'windows-1252' })).toMatchObject({ new: 1 });
  expect(await rows(`select slug from brands where title = 'Ñandú'`)).toEqual([{ slug: 'nandu' }]);
  expect(await load('brands', 'marca;enlace\nUna;una\n')).toMatchObject({ code: 'IMPORT_COLUMNS' });
});

test('[BULK-09] a row whose target changed since the dry run is refused with both values', async () => {
  for (const sku of ['TV', 'RADIO']) await createProduct(shop.db, { sku, price: 500_00, stock: 0 });
  const checked = await check('prices', 'sku,precio\nTV,600\nRADIO,300\n');
  if (!checked.ok) throw new Error('it can be read');
  await shop.db.pool.query(`update products set regular_price = 55000, sales_price = 55000 where sku = 'TV'`);
  const { run } = checked.value;
  const applied = await applyImport(shop.db, run.id, { now: new Date() });
  expect(applied).toMatchObject({ ok: false, error: { code: 'IMPORT_CONFLICT', counts: { conflict: 1, changed: 1 } } });
  expect((await errorsOf(run.id))[0]).toMatchObject({
    row: 2,
    code: 'CONFLICT',
    text: 'Cambió después de leer el archivo: precio era 500.00 y ahora es 550.00.',
  });
  expect(await rows('select sku, regular_price from products order by sku')).toEqual([
    { sku: 'RADIO', regular_price: 500_00 },
    { sku: 'TV', regular_price: 550_00 },
  ]);
});

test('[BULK-09] changes are shown in the file’s notation: words, moments, empty and deleted values', async () => {
  const file =
    'lugar,posicion,titulo,enlace,boton,imagen\nprincipal,1,Feria,/search,Ver,/media/IMAGE/1600.webp\npromocion,1,Otra,/search,Ver,/media/IMAGE/480.webp\n';
  await shop.db.pool.query(`insert into media (key, width, height) values (repeat('a', 32), 1600, 640)`);
  expect(await load('banners', file.replaceAll('IMAGE', 'a'.repeat(32)))).toMatchObject({ new: 2 });
  await createProduct(shop.db, { sku: 'TV', price: 500_00, stock: 0 });
  const banners = await check('banners', 'lugar,posicion,titulo\nprincipal,1,Uno\npromocion,1,Dos\n');
  const prices = await check('prices', 'sku,precio,oferta,oferta_hasta\nTV,600,549.5,2030-06-05\n');
  if (!banners.ok || !prices.ok) throw new Error('they can be read');
  await shop.db.pool.query(`delete from banners where title = 'Otra'`);
  await shop.db.pool.query(`update products set sales_price = 1, discount_ends_at = '2030-06-05T12:30:00-06:00'`);
  const texts = async ({ run }: typeof banners.value) => {
    await applyImport(shop.db, run.id, { now: new Date() });
    return (await errorsOf(run.id)).map(({ text }) => text.replace('Cambió después de leer el archivo: ', ''));
  };
  expect(await texts(banners.value)).toEqual(['ya no existe.']);
  expect(await texts(prices.value)).toEqual([
    'oferta era (vacío) y ahora es 0.01; oferta_hasta era (vacío) y ahora es 2030-06-05 12:30.',
  ]);
});

test('a stock count does not undo later sales, and goods are received once per document', async () => {
  const id = await createProduct(shop.db, { sku: 'TV', stock: 10 });
  const checked = await check('stock', 'sku,tienda,existencia\nTV,BODEGA,12\nTV,MAX,3\nTV,XELA,0\n');
  if (!checked.ok) throw new Error('it can be read');
  expect(checked.value.counts).toMatchObject({ new: 1, changed: 1, equal: 1 });
  // Two units are sold before the count is applied.
  await shop.db.pool.query(`select move_stock($1, 'BODEGA', -2, 'order')`, [id]);
  expect(await applyImport(shop.db, checked.value.run.id, { now: new Date() })).toMatchObject({ ok: true });
  expect(await levelsOf(shop.db, id)).toEqual({ BODEGA: 10, MAX: 3 });
  const arrived = 'sku,tienda,recibidas,documento\nTV,MAX,5,F-100\n';
  expect(await load('stock', arrived)).toMatchObject({ changed: 1 });
  expect(await load('stock', arrived, { isAgain: true })).toMatchObject({ changed: 0, equal: 1 });
  expect(await load('stock', 'sku,tienda,recibidas,documento\nTV,MAX,6,F-100\n')).toMatchObject({
    errors: ['2 recibidas ALREADY_RECEIVED'],
  });
  // Deliveries of purchases have such names, and each delivery is received once.
  expect(await load('stock', 'sku,tienda,recibidas,documento\nTV,MAX,6,C-1/1\n')).toMatchObject({
    errors: ['2 documento INVALID_VALUE'],
  });
  expect(await levelsOf(shop.db, id)).toEqual({ BODEGA: 10, MAX: 8 });
  expect(await rows('select delta, reason, reference from stock_movements where delta > 0 order by id')).toEqual([
    { delta: 10, reason: 'counted', reference: null },
    { delta: 2, reason: 'counted', reference: null },
    { delta: 3, reason: 'counted', reference: null },
    { delta: 5, reason: 'received', reference: 'F-100' },
  ]);
});

test('[BULK-09] a place counted since, or sold below the count, is a conflict', async () => {
  const id = await createProduct(shop.db, { sku: 'TV', stock: 10 });
  const stale = await check('stock', 'sku,tienda,existencia\nTV,BODEGA,2\n');
  const other = await check('stock', 'sku,tienda,existencia\nTV,BODEGA,7\n');
  if (!stale.ok || !other.ok) throw new Error('they can be read');
  expect(await applyImport(shop.db, other.value.run.id, { now: new Date() })).toMatchObject({ ok: true });
  expect(await applyImport(shop.db, stale.value.run.id, { now: new Date() })).toMatchObject({
    error: { code: 'IMPORT_CONFLICT' },
  });
  expect((await errorsOf(stale.value.run.id))[0]?.text).toContain('existencia era 10 y ahora es 7');
  const low = await check('stock', 'sku,tienda,existencia\nTV,BODEGA,1\n');
  if (!low.ok) throw new Error('it can be read');
  await shop.db.pool.query(`select move_stock($1, 'BODEGA', -3, 'order')`, [id]);
  expect(await applyImport(shop.db, low.value.run.id, { now: new Date() })).toMatchObject({
    error: { code: 'IMPORT_CONFLICT' },
  });
  expect(await levelsOf(shop.db, id)).toEqual({ BODEGA: 4 });
});

test('a price that starts later applies from its start, and its file changes nothing at other times', async () => {
  await createProduct(shop.db, { sku: 'TV', price: 500_00, stock: 0 });
  const prices = () => rows('select regular_price, sales_price, discount_ends_at from products');
  const file = 'sku,precio,oferta,oferta_hasta,desde\nTV,600,450,2026-12-31 23:59,2026-12-24 08:00\n';
  const before = { now: new Date('2026-12-24T07:59:00-06:00'), isAgain: true };
  expect(await load('prices', file, before)).toMatchObject({ new: 1, changed: 0 });
  expect(await load('prices', file, before)).toMatchObject({ new: 0, changed: 0, equal: 1 });
  expect(await beginNextPrices(shop.db, before.now)).toBe(0);
  expect(await prices()).toEqual([{ regular_price: 500_00, sales_price: 500_00, discount_ends_at: null }]);
  const after = { now: new Date('2026-12-24T08:00:00-06:00'), isAgain: true };
  expect(await beginNextPrices(shop.db, after.now)).toBe(1);
  expect(await beginNextPrices(shop.db, after.now)).toBe(0);
  const begun = {
    regular_price: 600_00,
    sales_price: 450_00,
    discount_ends_at: new Date('2026-12-31T23:59:59.999-06:00'),
  };
  expect(await prices()).toEqual([begun]);
  expect(await load('prices', file, after)).toMatchObject({ new: 0, changed: 0, equal: 1 });
  expect(await load('prices', 'sku,precio,desde\nTV,700,2027-01-01\n', after)).toMatchObject({ new: 1 });
  expect(await load('prices', 'sku,precio,desde\nTV,[borrar],2027-01-01\n', after)).toMatchObject({ changed: 1 });
  expect(await rows('select from price_plans')).toEqual([]);
});

test('an offer must be below the price, and [borrar] removes it', async () => {
  await createProduct(shop.db, { sku: 'TV', price: 500_00, stock: 0 });
  expect(await load('prices', 'sku,oferta\nTV,500\n')).toEqual({
    code: 'IMPORT_INVALID',
    errors: ['2 oferta PRICE_ORDER'],
  });
  expect(await load('prices', 'sku,oferta,oferta_hasta\nTV,499.99,2030-01-01\n')).toMatchObject({ changed: 1 });
  expect(await load('prices', 'sku,precio\nTV,400\n')).toEqual({
    code: 'IMPORT_INVALID',
    errors: ['2 oferta PRICE_ORDER'],
  });
  expect(await load('prices', 'sku,oferta,oferta_hasta\nTV,[borrar],[borrar]\n')).toMatchObject({ changed: 1 });
  expect(await rows('select regular_price, sales_price, discount_ends_at from products')).toEqual([
    { regular_price: 500_00, sales_price: 500_00, discount_ends_at: null },
  ]);
});

test('categories are created with their parents in any order, and a missing parent is an error', async () => {
  const file = 'ruta,titulo\ncasa/cocina/ollas,Ollas\ncasa,Casa\ncasa/cocina,Cocina\naudio/bocinas/chicas,Chicas\n';
  expect(await load('categories', file)).toMatchObject({ new: 4 });
  expect(
    await rows(`select c.path, c.level, p.path as parent, array(select path from categories a where a.id = any (c.ancestor_ids) order by level) as above
      from categories c left join categories p on p.id = c.parent_id where c.id > 2 order by c.path`),
  ).toEqual([
    {
      path: 'audio/bocinas/chicas',
      level: 3,
      parent: 'audio/bocinas',
      above: ['audio', 'audio/bocinas', 'audio/bocinas/chicas'],
    },
    { path: 'casa', level: 1, parent: null, above: ['casa'] },
    { path: 'casa/cocina', level: 2, parent: 'casa', above: ['casa', 'casa/cocina'] },
    { path: 'casa/cocina/ollas', level: 3, parent: 'casa/cocina', above: ['casa', 'casa/cocina', 'casa/cocina/ollas'] },
  ]);
  expect(await load('categories', 'ruta,titulo\nnada/abajo,Abajo\n')).toEqual({
    code: 'IMPORT_INVALID',
    errors: ['2 ruta UNKNOWN_REFERENCE'],
  });
});

test('[BULK-04] two rows that share an address, or are both the central warehouse, are reported', async () => {
  const product = 'Volcán,audio/bocinas';
  expect(
    await load(
      'products',
      `sku,titulo,marca,categoria,enlace\nA,A,${product},igual\nB,B,${product},igual\nC,C,${product},\n`,
    ),
  ).toEqual({ code: 'IMPORT_INVALID', errors: ['3 enlace TAKEN'] });
  expect(await load('brands', 'marca,enlace\nÑandú,ave\nNandu,ave\n')).toEqual({
    code: 'IMPORT_INVALID',
    errors: ['3 enlace TAKEN'],
  });
  expect(await load('sellers', 'vendedor,nombre\n8,Mi Tienda\n9,¡Mi tienda!\n')).toEqual({
    code: 'IMPORT_INVALID',
    errors: ['3 nombre TAKEN'],
  });
  await shop.db.pool.query('update stores set is_warehouse = false');
  const store = (code: string, link: string) =>
    `${code},Tienda ${code},Calle,Guatemala,Guatemala,14.6,-90.5,bodega,sí,${link}`;
  const headings = 'codigo,nombre,calle,ciudad,departamento,latitud,longitud,tipo,bodega_central,enlace';
  const [department] = await rows('select title from departments limit 1');
  const stores = [store('N1', 'nueva'), store('N2', 'nueva')].map((line) =>
    line.replace('Guatemala,14', `${String(department?.title)},14`),
  );
  expect(await load('stores', `${headings}\n${stores.join('\n')}\n`)).toEqual({
    code: 'IMPORT_INVALID',
    errors: ['3 bodega_central TAKEN'],
  });
});

test('[LIVE-03, PROD-28] a file of stores sets the number of display pieces in each store', async () => {
  const shown = () => rows(`select display_units as units from stores where store_code = 'MAX'`);
  await load('stores', 'codigo,piezas_exhibicion\nMAX,2\n');
  expect(await shown()).toEqual([{ units: 2 }]);
  expect(await load('stores', 'codigo,piezas_exhibicion\nMAX,100\n')).toMatchObject({ code: 'IMPORT_INVALID' });
  await load('stores', 'codigo,piezas_exhibicion\nMAX,0\n');
  expect(await shown()).toEqual([{ units: 0 }]);
});

test('[BULK-04] swapping addresses in one file is an error of both rows, but two files can swap them', async () => {
  const product = 'Volcán,audio/bocinas';
  await load('products', `sku,titulo,marca,categoria,enlace\nA,A,${product},a\nB,B,${product},b\n`);
  await load('brands', 'marca,enlace\nUna,una\nOtra,otra\n');
  await load('sellers', 'vendedor,nombre\n8,Ocho\n9,Nueve\n');
  const refused = (heading: string, ...lines: number[]) => ({
    code: 'IMPORT_INVALID',
    errors: lines.map((line) => `${line} ${heading} TAKEN`),
  });
  expect(await load('products', 'sku,enlace\nA,b\nB,a\n')).toEqual(refused('enlace', 2, 3));
  expect(await load('products', `sku,titulo,marca,categoria,enlace\nA,A,${product},c\nNUEVO,N,${product},a\n`)).toEqual(
    refused('enlace', 3),
  );
  expect(await load('brands', 'marca,enlace\nUna,otra\nOtra,una\n')).toEqual(refused('enlace', 2, 3));
  expect(await load('stores', 'codigo,enlace\nMAX,ceiba-xela\nXELA,ceiba-zona-10\n')).toEqual(refused('enlace', 2, 3));
  expect(await load('stores', 'codigo,bodega_central\nBODEGA,no\nXELA,sí\n')).toEqual(refused('bodega_central', 3));
  expect(await load('sellers', 'vendedor,nombre\n8,Nueve\n9,Ocho\n')).toEqual(refused('nombre', 2, 3));
  expect(await load('products', 'sku,enlace\nA,c\n')).toMatchObject({ changed: 1 });
  expect(await load('products', 'sku,enlace\nA,b\nB,d\n')).toEqual(refused('enlace', 2));
  expect(await load('products', 'sku,enlace\nB,a\n')).toMatchObject({ changed: 1 });
  expect(await load('products', 'sku,enlace\nA,b\n')).toMatchObject({ changed: 1 });
  expect(await rows(`select sku, slug from products order by sku`)).toEqual([
    { sku: 'A', slug: 'b' },
    { sku: 'B', slug: 'a' },
  ]);
});

test('a category needs a valid parent, which may be anywhere in a long file', async () => {
  const many = Array.from({ length: 1_100 }, (_, n) => `casa/c${n},Cosa ${n}`);
  expect(await load('categories', `ruta,titulo\n${many.join('\n')}\ncasa,Casa\n`)).toMatchObject({ new: 1_101 });
  const above =
    'select count(*)::integer as all from categories c join categories p on p.id = c.parent_id where p.path = $1';
  expect(await rows(above, ['casa'])).toEqual([{ all: 1_100 }]);
  const file =
    'ruta,titulo,posicion\njardin,Jardín,primera\njardin/riego/tubos,Tubos,1\njardin/riego,Riego,1\npatio,Patio,1\n';
  expect(await load('categories', file, { onlyValid: true })).toMatchObject({
    new: 1,
    errors: ['2 posicion INVALID_NUMBER', '3 ruta UNKNOWN_REFERENCE', '4 ruta UNKNOWN_REFERENCE'],
  });
  expect(await rows(`select path from categories where path ~ '^(jardin|patio)'`)).toEqual([{ path: 'patio' }]);
});

test('a coupon’s discount cannot change, but its end and limits can', async () => {
  expect(
    await load('coupons', 'codigo,etiqueta,porcentaje,hasta\nfiesta,Fiesta,12.5,2030-01-01 23:59\n'),
  ).toMatchObject({ new: 1 });
  expect(await rows('select code, percent_bp, ends_at from coupons')).toEqual([
    { code: 'FIESTA', percent_bp: 1_250, ends_at: new Date('2030-01-01T23:59:59.999-06:00') },
  ]);
  expect(await load('coupons', 'codigo,porcentaje\nFIESTA,20\n')).toEqual({
    code: 'IMPORT_INVALID',
    errors: ['2 porcentaje FIXED'],
  });
  expect(await load('coupons', 'codigo,limite\nFIESTA,20\n')).toMatchObject({ changed: 1 });
});

/** Creates products, and returns a file with the stock of all of them. The file has more rows than one portion. */
const manyProducts = async (count: number): Promise<string> => {
  await shop.db.pool.query(
    `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price)
     select 'P' || n, 'p' || n, 'Bocina ' || n, 1, 1, 2, 100, 100 from generate_series(1, $1::integer) n`,
    [count],
  );
  const lines = Array.from({ length: count }, (_, n) => `P${n + 1},BODEGA,${(n % 7) + 1}`);
  return `sku,tienda,existencia\n${lines.join('\n')}\n`;
};

test('[BULK-07] a stopped stock file resumes after its last portion, by its job or by the command', async () => {
  const checked = await check('stock', await manyProducts(5_500));
  if (!checked.ok) throw new Error('it can be read');
  const { run } = checked.value;
  // Another transaction locks a level of the fourth portion. The run waits there, and its connection is cut as by a kill.
  await shop.db.pool.query(
    `select move_stock((select id from products where sku = 'P3500'), 'BODEGA', 1, 'order_released')`,
  );
  const holder = await shop.db.pool.connect();
  await holder.query('begin');
  await holder.query(
    `select from stock_levels where product_id = (select id from products where sku = 'P3500') for update`,
  );
  const applying = applyImport(shop.db, run.id, { now: new Date() }).catch((error: Error) => error.message);
  await untilBlocked(shop.db.pool, holder);
  await rows('select pg_terminate_backend(pid) from unnest($1::integer[]) pid', [
    await blockedBy(shop.db.pool, holder),
  ]);
  expect(await applying).toMatch(/terminat/);
  await holder.query('rollback');
  holder.release();
  const state = () => rows('select state, done, total from runs where id = $1', [run.id]);
  expect(await state()).toEqual([{ state: 'applying', done: 3_000, total: 5_500 }]);
  expect(
    await rows(
      'select task_identifier, payload from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)',
    ),
  ).toEqual([{ task_identifier: 'go-on-with-import', payload: { runId: run.id } }]);
  expect(await resumeImport(shop.db, run.id)).toMatchObject({ ok: true });
  expect(await state()).toEqual([{ state: 'done', done: 5_500, total: 5_500 }]);
  const wrong = await rows(
    `select p.sku from products p left join stock_levels l on l.product_id = p.id
     where l.quantity is distinct from (substr(p.sku, 2)::integer - 1) % 7 + 1 + (p.sku = 'P3500')::integer`,
  );
  expect(wrong).toEqual([]);
  expect(await rows(`select count(*) as moves from stock_movements where reason = 'counted'`)).toEqual([
    { moves: 5_500 },
  ]);
  // The job finds no work left.
  expect(await resumeImport(shop.db, run.id)).toMatchObject({ ok: true, value: { run: { done: 5_500 } } });
});

test('[BULK-07] up to 5,000 stock rows are all or nothing: a conflict at the end rolls back all', async () => {
  const checked = await check('stock', await manyProducts(2_500));
  if (!checked.ok) throw new Error('it can be read');
  await load('stock', 'sku,tienda,existencia\nP2400,BODEGA,99\n');
  expect(await applyImport(shop.db, checked.value.run.id, { now: new Date() })).toMatchObject({
    error: { code: 'IMPORT_CONFLICT' },
  });
  expect(await rows('select quantity from stock_levels')).toEqual([{ quantity: 99 }]);
});

test('[ORD-10] a stock file that waits for an order’s goods has no lock that the order needs next', async () => {
  await manyProducts(2_000);
  for (const sku of ['P1', 'P2000'])
    await shop.db.pool.query(
      `select move_stock((select id from products where sku = $1), 'BODEGA', 1, 'order_released')`,
      [sku],
    );
  // The file has the highest product number first, and receipts before counts.
  const lines = Array.from({ length: 2_000 }, (_, n) =>
    n % 2 === 0 ? `P${2_000 - n},BODEGA,,5,F-1` : `P${2_000 - n},BODEGA,7,,`,
  );
  const checked = await check('stock', `sku,tienda,existencia,recibidas,documento\n${lines.join('\n')}\n`);
  if (!checked.ok) throw new Error('it can be read');
  const { run } = checked.value;
  const held = (table: string, sku: string) =>
    `select from ${table} where product_id = (select id from products where sku = '${sku}') for no key update`;
  const applying = await shop.db.transaction(async (order) => {
    // An order that moves its goods locks the same rows.
    await order.run({ text: held('stock_totals', 'P1'), values: [] });
    const begun = applyImport(shop.db, run.id, { now: new Date() });
    await untilBlocked(shop.db.pool, order);
    expect(await rows(`${held('stock_totals', 'P2000')} skip locked`)).toHaveLength(1);
    return { begun };
  });
  expect(await applying.begun).toMatchObject({ ok: true, value: { run: { state: 'done', done: 2_000 } } });
  expect(await rows('select sum(quantity)::integer as units from stock_levels')).toEqual([{ units: 12_001 }]);
});

test('[BULK-11] rows without an error are deleted an hour after the run, other rows after a week', async () => {
  for (const sku of ['TV', 'RADIO']) await createProduct(shop.db, { sku, price: 500_00, stock: 0 });
  const text = 'sku,precio\nTV,600\nRADIO,500\nNADA,1\n';
  const refused = await check('prices', text);
  const done = await check('prices', `${text}NADIE,1\n`);
  const waiting = await check('prices', 'sku,precio\nTV,700\n');
  if (!refused.ok || !done.ok || !waiting.ok) throw new Error('they can be read');
  const now = new Date();
  await applyImport(shop.db, refused.value.run.id, { now });
  await applyImport(shop.db, done.value.run.id, { onlyValid: true, now });
  const forget = () => inBatches(() => forgetRows(shop.db.write));
  const left = () =>
    rows('select r.id, i.outcome from import_rows i join runs r on r.id = i.run_id order by r.created_at, i.row_no');
  expect(await forget()).toBe(0);
  await shop.db.pool.query(`update runs set updated_at = updated_at - interval '2 hours'`);
  expect(await forget()).toBe(2);
  expect(await left()).toEqual([
    { id: refused.value.run.id, outcome: 'wrong' },
    { id: done.value.run.id, outcome: 'wrong' },
    { id: done.value.run.id, outcome: 'wrong' },
    { id: waiting.value.run.id, outcome: 'changed' },
  ]);
  expect(await forget()).toBe(0);
  expect(await resumeImport(shop.db, done.value.run.id)).toMatchObject({
    ok: true,
    value: { counts: { new: 0, changed: 1, equal: 1, wrong: 2, conflict: 0 } },
  });
  await shop.db.pool.query(`update runs set created_at = created_at - interval '8 days'`);
  expect(await forget()).toBe(3);
  expect(await left()).toEqual([]);
  expect(await forget()).toBe(0);
});

test('[OPS-05] a run whose rows are lost, as in a restored copy, fails and is not reported as applied', async () => {
  await createProduct(shop.db, { sku: 'TV', price: 500_00, stock: 0 });
  const checked = await check('prices', 'sku,precio\nTV,600\n');
  if (!checked.ok) throw new Error('it can be read');
  await shop.db.pool.query('delete from import_rows');
  expect(await applyImport(shop.db, checked.value.run.id, { now: new Date() })).toEqual({
    ok: false,
    error: { code: 'IMPORT_NOT_CHECKED', state: 'failed' },
  });
  expect(await rows('select state, result from runs')).toMatchObject([
    { state: 'failed', result: { code: 'IMPORT_ROWS_LOST' } },
  ]);
});

const ceibaFile = fileURLToPath(new URL('../ceiba.ts', import.meta.url));
const typed = (...words: string[]) => [ceibaFile, ...words];

test.each([
  ['stock', `select from stock_levels where product_id = (select id from products where sku = 'P4500') for update`],
  ['prices', `select from products where sku = 'P4500' for update`],
])(
  '[BULK-07] an import of %s that is killed between two portions can be resumed by the command',
  async (kind, hold) => {
    const path = join(folder, `killed-${kind}.csv`);
    const counts = await manyProducts(5_200);
    const prices = counts.replace('tienda,existencia', 'precio').replaceAll('BODEGA,', '1');
    await writeFile(path, kind === 'stock' ? counts : prices);
    await shop.db.pool.query(
      `select move_stock((select id from products where sku = 'P4500'), 'BODEGA', 1, 'order_released')`,
    );
    const holder = await shop.db.pool.connect();
    await holder.query('begin');
    await holder.query(hold);
    const env = { ...childEnv, PATH: process.env.PATH, DATABASE_URL: shop.url };
    const child = spawn(process.execPath, typed('import', kind, path), { env, stdio: 'ignore' });
    await untilBlocked(shop.db.pool, holder);
    const pids = await blockedBy(shop.db.pool, holder);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await holder.query('rollback');
    holder.release();
    await until(async () => (await rows('select from pg_stat_activity where pid = any ($1)', [pids])).length === 0);
    const { stdout } = await promisify(execFile)(process.execPath, typed('import', kind, path), { env });
    // Only P4500 had a level before.
    const counted = kind === 'stock' ? '5199 new, 1 changed' : '0 new, 5200 changed';
    expect(stdout).toContain(`An interrupted run went on: ${counted}, 0 equal, 0 wrong.`);
    expect(await rows('select state, done, total from runs')).toEqual([{ state: 'done', done: 5_200, total: 5_200 }]);
    const written =
      kind === 'stock'
        ? `select count(*) from stock_movements where reason = 'counted'`
        : `select count(*) from products where regular_price = ((substr(sku, 2)::integer - 1) % 7 + 11) * 100 and sales_price = regular_price`;
    expect(await rows(written)).toEqual([{ count: 5_200 }]);
  },
);

test('a file of stock purges the pages of the products that it changes, and no others', async () => {
  for (const sku of ['FULL', 'SAME', 'LOW', 'GONE']) await createProduct(shop.db, { sku, stock: 100 });
  const heard: string[] = [];
  const listener = await listenForPurges({ url: shop.url, purge: (tags) => heard.push(...tags), onError: () => {} });
  try {
    await load('stock', 'sku,tienda,existencia\nFULL,BODEGA,90\nSAME,BODEGA,100\nLOW,BODEGA,3\nGONE,BODEGA,0\n');
    await shop.db.pool.query(`notify page_purge, 'sign'`);
    await until(() => heard.includes('sign'));
    expect(new Set(heard)).toEqual(new Set(['product:LOW', 'product:GONE', 'listing', 'sign']));
  } finally {
    await listener.close();
  }
});

test('[OFF-10, OFF-21] each brand that a file creates, renames or changes has a row in its history', async () => {
  await load('brands', 'marca,enlace\nAurora,aurora\nBoreal,boreal\nCierzo,cierzo\n');
  await load(
    'brands',
    'marca,enlace,nueva_marca,estado\nAurora,aurora,Alba,\nBoreal,boreal,,oculta\nCierzo,cierzo,,\n',
  );
  expect(
    await rows(
      `select b.title, e.operation, e.before, e.after from audit_entries e join brands b on b.id::text = e.entity_id
       where e.entity = 'brands' and b.slug in ('aurora', 'boreal', 'cierzo') order by b.slug, e.id`,
    ),
  ).toEqual([
    { title: 'Alba', operation: 'applyImport', before: {}, after: { title: 'Aurora', slug: 'aurora' } },
    { title: 'Alba', operation: 'applyImport', before: { title: 'Aurora' }, after: { title: 'Alba' } },
    { title: 'Boreal', operation: 'applyImport', before: {}, after: { title: 'Boreal', slug: 'boreal' } },
    { title: 'Boreal', operation: 'applyImport', before: { state: 'visible' }, after: { state: 'hidden' } },
    { title: 'Cierzo', operation: 'applyImport', before: {}, after: { title: 'Cierzo', slug: 'cierzo' } },
  ]);
});
