import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginRun } from '../runs/runs.store.ts';
import { operator, typing } from '../testing/operator.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { zipOfFiles } from '../testing/zip-of.ts';
import { importCommands } from './import-command.ts';
import { findKind } from './kinds.ts';
import { rowCommands } from './row-commands.ts';
import { findTwins } from './twin-keys.store.ts';

// Notices of a check, before any row is applied.

let shop: TestShop;
let folder = '';
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-told-'));
  shop = await openTestShop({ MEDIA_DIR: join(folder, 'media') });
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV-1', price: 500_00, stock: 0 });
  await createProduct(shop.db, { sku: '7501234567890', price: 500_00, stock: 0 });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const ceiba = async (...[word = '', ...args]: string[]) => {
  const said: string[] = [];
  const type = typing([...importCommands, ...rowCommands], word);
  const now = new Date('2026-11-20T12:00:00-06:00');
  const isDone = await type({
    db: shop.db,
    args,
    say: (text) => said.push(text),
    actor: operator,
    config: shop.config,
    now,
  });
  return { isDone, said: said.join('\n') };
};

const load = async (kind: string, text: string | Uint8Array, ...options: string[]) => {
  files += 1;
  const path = join(folder, `${files}.${kind === 'pictures' ? 'zip' : 'csv'}`);
  await writeFile(path, text);
  return ceiba('import', kind, path, ...options);
};

const rows = async (sql: string) => (await shop.db.pool.query<Record<string, unknown>>(sql)).rows;
const product = (sku: string, title = 'Bocina'): string => `${sku},${title},Volcán,audio/bocinas\n`;
const headings = 'sku,titulo,marca,categoria\n';

test('[BULK-03] similar codes are reported with both rows, and must be accepted before the import', async () => {
  const file = `${headings}${product('radio-9')}${product('0077')}${product('RADIO-9', 'Radio')}${product('77')}${product('tv-1')}`;
  const refused = await load('products', file);
  expect(refused.isDone).toBe(false);
  for (const line of [
    '«RADIO-9» (fila 4) y «radio-9» (fila 2) parecen el mismo código',
    '«77» (fila 5) y «0077» (fila 3) parecen el mismo código',
    '«tv-1» (fila 6) y «TV-1», que ya está en la tienda, parecen el mismo código',
    'IMPORT_TWINS: nothing was changed.',
  ])
    expect(refused.said).toContain(line);
  expect(await rows('select sku from products order by id')).toEqual([{ sku: 'TV-1' }, { sku: '7501234567890' }]);
  const report = await load('products', `${file}\n`, '--dry-run', '--json');
  expect(report.isDone).toBe(true);
  expect(JSON.parse(report.said.slice(0, report.said.lastIndexOf('\n}') + 2)).notices).toContainEqual({
    code: 'TWINS',
    text: expect.stringContaining('«RADIO-9» (fila 4)'),
    rows: [2, 4],
  });
  expect((await load('products', file, '--accept-twins')).isDone).toBe(true);
  // The shop now has both products, so they count as two products.
  expect((await load('products', file, '--again')).said).toBe('0 new, 0 changed, 5 equal, 0 wrong.');
});

test('[BULK-03] accepted twins with the same title get different addresses', async () => {
  const slugs = (where: string) => rows(`select sku, slug from products where ${where} order by id`);
  const file = `${headings}${product('caja-7')}${product('CAJA-7')}${product('caja-8')}`;
  expect((await load('products', file, '--accept-twins')).said).toContain('3 new');
  const made = await slugs(`sku ilike 'caja%'`);
  expect(made.map(({ sku }) => sku)).toEqual(['caja-7', 'CAJA-7', 'caja-8']);
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(3);
  expect(made[2]).toEqual({ sku: 'caja-8', slug: 'bocina-caja-8' });
  expect((await load('products', `${headings}${product('CAJA.8')}`)).said).toContain('1 new');
  expect(await slugs(`sku = 'CAJA.8'`)).toEqual([
    { sku: 'CAJA.8', slug: expect.stringMatching(/^bocina-caja-8-\w{6}$/) },
  ]);
  expect((await load('products', file, '--again', '--accept-twins')).said).toContain('3 equal');
});

const storeRow = (code: string): string => `${code},Tienda,Calle 1,Guatemala,Guatemala,14.6,-90.5,tienda\n`;

test.each([
  ['brands', 'marca\n', (name: string) => `${name}\n`, ['Sol', 'SÓL'], 'Otra marca se llama así.'],
  [
    'stores',
    'codigo,nombre,calle,ciudad,departamento,latitud,longitud,tipo\n',
    storeRow,
    ['Zona-9', 'ZONA-9'],
    'Otra tienda tiene ese código.',
  ],
] as const)(
  '[BULK-05] %s whose names differ only by capitals or accents are refused',
  async (kind, heading, row, [one, other], text) => {
    const both = await load(kind, `${heading}${row(one)}${row(other)}`, '--accept-twins');
    expect(both).toMatchObject({ isDone: false, said: expect.stringContaining('La fila 2 tiene lo mismo') });
    const apply = async (name: string) => load(kind, `${heading}${row(name)}`);
    const twins = await Promise.all([apply(one), apply(other)]);
    expect(twins.map(({ isDone }) => isDone).toSorted()).toEqual([false, true]);
    expect(twins.find(({ isDone }) => !isDone)?.said).toContain(text);
    const [added, missing] = twins[0]?.isDone ? [one, other] : [other, one];
    expect((await load(kind, `${heading}${row(missing)}`, '--accept-twins')).said).toContain(text);
    expect((await load(kind, `${heading}${row(added)}`, '--again')).said).toBe('0 new, 0 changed, 1 equal, 0 wrong.');
  },
);

test('[BULK-03] a code that a spreadsheet has shortened is reported with its possible originals', async () => {
  const { said, isDone } = await load('products', `${headings}${product('7.50123E+12')}${product('9.99E+11')}`);
  expect(isDone).toBe(false);
  expect(said).toContain('«7.50123E+12» (fila 2) parece un código que la hoja de cálculo acortó');
  expect(said).toContain('puede ser «7501234567890», que ya está en la tienda');
  expect(said).toContain('«9.99E+11» (fila 3) parece un código');
});

test('[BULK-08] a key in other Unicode characters counts as the same key', async () => {
  expect((await load('brands', 'marca\nCafé Ñandú\n')).said).toBe('1 new, 0 changed, 0 equal, 0 wrong.');
  const other = '\u00A0Cafe\u0301 N\u0303andu\u0301\u200B';
  expect((await load('brands', `marca\n${other}\n`)).said).toBe('0 new, 0 changed, 1 equal, 0 wrong.');
  expect((await load('brands', `marca\n${other}\nCafé Ñandú\n`)).said).toContain('[DUPLICATE');
  expect((await ceiba('brand', 'show', other)).said).toContain('Café Ñandú');
});

test('[BULK-05] a title above the headings is reported, and the row numbers of the file stay', async () => {
  const done = await load('prices', 'Lista de precios de noviembre,,\n,,\nsku,precio\nTV-1,450\nNO,1\n', '--dry-run');
  expect(done.said).toContain(
    'Los encabezados están en la fila 3: lo que está arriba («Lista de precios de noviembre») no se lee.',
  );
  expect(done.said).toContain('fila 5, sku: El producto «NO» no existe.');
  const none = await load('prices', 'Lista de precios\nnada que ver\n');
  expect(none.said).toContain('No hay una columna «Lista de precios».');
});

test('[BULK-05] an end without a time is the end of that day in Guatemala, and the check reports it', async () => {
  const says = (column: string): string =>
    `«${column}» dice un día sin hora (filas 2): termina al final de ese día, a las 23:59 de Guatemala.`;
  const sale = await load('flash-sales', 'sku,desde,hasta,precio\nTV-1,2026-11-27,2026-11-30,300\n');
  const prices = await load('prices', 'sku,precio,oferta,oferta_hasta\nTV-1,Q. 1250.00,"Q. 1,100.50",30/11/2026\n');
  const planned = await load('prices', 'sku,precio,oferta,oferta_hasta,desde\nTV-1,1300,1200,2026-12-31,2026-12-24\n');
  const coupon = await load('coupons', 'codigo,etiqueta,porcentaje,hasta\nFERIA,Feria,10,2026-11-30\n');
  expect([sale.said, prices.said, planned.said, coupon.said]).toEqual([
    expect.stringContaining(says('hasta')),
    expect.stringContaining(says('oferta_hasta')),
    expect.stringContaining(says('oferta_hasta')),
    expect.stringContaining(says('hasta')),
  ]);
  const end = new Date('2026-12-01T05:59:59.999Z');
  expect(await rows('select ends_at from flash_sales')).toEqual([{ ends_at: end }]);
  expect(await rows(`select regular_price, sales_price, discount_ends_at from products where sku = 'TV-1'`)).toEqual([
    { regular_price: 125_000, sales_price: 110_050, discount_ends_at: end },
  ]);
  expect(await rows('select discount_ends_at from price_plans')).toEqual([
    { discount_ends_at: new Date('2027-01-01T05:59:59.999Z') },
  ]);
  expect(await rows('select ends_at from coupons')).toEqual([{ ends_at: end }]);
  // A moment with a time is used unchanged.
  await load('flash-sales', 'sku,desde,hasta,precio\nTV-1,2026-11-27,2026-11-30 18:00,300\n');
  expect(await rows('select ends_at from flash_sales')).toEqual([{ ends_at: new Date('2026-12-01T00:00:00Z') }]);
});

test('[BULK-04] pictures of other types in a ZIP are listed with advice, and other files are reported', async () => {
  const zip = zipOfFiles(['TV-1.heic', 'TV-1-2.gif', 'leeme.txt'].map((name) => ({ name, bytes: new Uint8Array(3) })));
  const { said, isDone } = await load('pictures', zip);
  expect(isDone).toBe(false);
  expect(said).toContain('«TV-1.heic» es una foto HEIC: guárdala como JPG');
  expect(said).toContain('«TV-1-2.gif» es una imagen de otro tipo: guárdala como JPG o PNG');
  expect(said).toContain('No son fotos y no se leen: «leeme.txt».');
});

/** Number of codes in a large file. Comparing all pairs would be 3,600,000,000 comparisons. */
const manyCodes = 60_000;

test.each(['prices', 'brands'])(
  '[BULK-03] similar codes are found in a large file of %s without comparing all pairs',
  async (name) => {
    const kind = findKind(name);
    if (kind === undefined) throw new Error(`no kind ${name}`);
    const notices = await shop.db.transaction(async (tx) => {
      await tx.run({ text: `set local statement_timeout = 120000`, values: [] });
      const { id } = await beginRun(tx, {
        kind: `import ${name}`,
        options: {},
        fileName: '',
        fileHash: null,
        actor: operator,
      });
      await tx.run({
        text: `insert into import_rows (run_id, row_no, key, cells, given, before, outcome, errors)
          select $1, n + 1, array[case when n = 7 then 'X-6' else 'x-' || n end], '{}', '{}', null, $3, '[]' from generate_series(1, $2) n`,
        // The file of prices names products that the shop lacks.
        values: [id, manyCodes, name === 'prices' ? 'wrong' : 'new'],
      });
      if (name === 'brands')
        await tx.run({
          text: `insert into brands (title, slug) select 'X-' || n, 'codigo-' || n from generate_series(1, $1) n where n > 100`,
          values: [manyCodes],
        });
      await tx.run({ text: 'analyze import_rows, brands', values: [] });
      return findTwins(tx, kind, id);
    });
    expect(notices[0]?.text).toContain('«X-6» (fila 8) y «x-6» (fila 7)');
  },
);
