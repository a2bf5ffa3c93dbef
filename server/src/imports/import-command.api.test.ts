import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mediaFolderPath } from '../media/media-store.ts';
import { runCommands } from '../runs/run-command.ts';
import { operator, typing } from '../testing/operator.ts';
import { s3Access, startS3Server } from '../testing/s3-server.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { zipOf } from '../testing/zip-of.ts';
import { importCommands } from './import-command.ts';
import { checkFile } from './import-file.ts';
import { findKind } from './kinds.ts';
import { rowCommands } from './row-commands.ts';

let shop: TestShop;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-import-command-'));
  shop = await openTestShop({ MEDIA_DIR: join(folder, 'media') });
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV', price: 500_00, stock: 0 });
  await createProduct(shop.db, { sku: 'TV-2', price: 500_00, stock: 0 });
  await createProduct(shop.db, { sku: '007', price: 500_00, stock: 0 });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

/** The JSON document in the output, without the reason that follows on stderr. */
const documentOf = (said: string) => JSON.parse(said.slice(0, said.lastIndexOf('\n}') + 2));

/** Runs `ceiba …`, and returns its outcome and its output. */
const ceiba = async (...words: string[]) => {
  const said: string[] = [];
  const [word = '', ...args] = words;
  const type = typing([...importCommands, ...rowCommands, ...runCommands], word);
  const isDone = await type({ db: shop.db, args, say: (text) => said.push(text), config: shop.config });
  return { isDone, said: said.join('\n') };
};

const rows = async (sql: string) => (await shop.db.pool.query<Record<string, unknown>>(sql)).rows;

const fileOf = async (name: string, text: string | Uint8Array): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};

test('[BULK-04] an import prints its result and errors, and the returned file has a column "Error"', async () => {
  const path = await fileOf('precios.csv', 'sku,precio\nTV,450\nNADA,1\n');
  const back = join(folder, 'errores.csv');
  const refused = await ceiba('import', 'prices', path, '--errors', back);
  expect(refused.isDone).toBe(false);
  expect(refused.said).toContain('fila 3, sku: El producto «NADA» no existe. [UNKNOWN_REFERENCE, «NADA»]');
  expect(refused.said).toContain('IMPORT_INVALID');
  expect(await readFile(back, 'utf8')).toBe(
    '\uFEFFsku,precio,Error\nTV,450,\nNADA,1,sku: El producto «NADA» no existe.\n',
  );
  // The returned file can be imported after its row is corrected.
  const mended = await fileOf('errores.csv', (await readFile(back, 'utf8')).replace('NADA', 'TV-2'));
  const done = await ceiba('import', 'prices', mended, '--json');
  expect(done.isDone).toBe(true);
  expect(JSON.parse(done.said)).toMatchObject({ outcome: 'APPLIED', new: 0, changed: 2, wrong: 0, errors: [] });
  expect((await ceiba('import', 'prices', mended)).said).toContain('IMPORT_ALREADY_APPLIED');
  expect((await ceiba('import', 'prices', mended, '--again')).said).toBe('0 new, 0 changed, 2 equal, 0 wrong.');
  expect((await ceiba('run', 'list')).said).toContain('import prices');
});

test('[BULK-06, BULK-08] --json contains the reason why nothing was done', async () => {
  const wrong = await ceiba('import', 'prices', await fileOf('malo.csv', 'sku,precio\nNO,1\n'), '--json');
  expect(wrong.isDone).toBe(false);
  expect(documentOf(wrong.said)).toMatchObject({
    outcome: 'IMPORT_INVALID',
    wrong: 1,
    errors: [{ row: 2, column: 'sku', code: 'UNKNOWN_REFERENCE' }],
    moreErrors: 0,
  });
  const path = await fileOf('bueno.csv', 'sku,precio\nTV,449\n');
  const { run } = documentOf((await ceiba('import', 'prices', path, '--json')).said);
  const again = await ceiba('import', 'prices', path, '--json');
  expect(again.isDone).toBe(false);
  expect(documentOf(again.said)).toMatchObject({ outcome: 'IMPORT_ALREADY_APPLIED', run, kind: 'import prices' });
  const heading = await ceiba('import', 'prices', await fileOf('otro.csv', 'nada\n1\n'), '--json');
  expect(documentOf(heading.said)).toMatchObject({ outcome: 'IMPORT_COLUMNS' });
  expect(documentOf((await ceiba('import', 'prices', join(folder, 'x.csv'), '--json')).said)).toMatchObject({
    outcome: 'IMPORT_UNREADABLE',
  });
});

test('[BULK-04] the first thousand errors are printed, but the returned file contains all of them', async () => {
  const lines = Array.from({ length: 3_000 }, (_, n) => `NO-${n},1\n`).join('');
  const back = join(folder, 'todos.csv');
  const path = await fileOf('muchos.csv', `sku,precio\n${lines}`);
  const document = documentOf((await ceiba('import', 'prices', path, '--json', '--errors', back)).said);
  expect(document).toMatchObject({ outcome: 'IMPORT_INVALID', wrong: 3_000, moreErrors: 2_000 });
  expect(document.errors).toHaveLength(1_000);
  expect((await readFile(back, 'utf8')).match(/no existe/g)).toHaveLength(3_000);
  expect((await ceiba('import', 'prices', path)).said).toContain('… and 2950 more; --errors writes all into the file');
});

test('[BULK-05] for a file in another country’s notation, the error names the option that declares it', async () => {
  const semicolons = await fileOf('puntos.csv', '\ufeffsku;precio\r\nTV-1;1234,50\r\n');
  expect((await ceiba('import', 'prices', semicolons)).said).toContain('declara separator semicolon.');
  expect((await ceiba('import', 'prices', semicolons, '--separator', 'semicolon')).said).toContain('(decimal)');
  const quoted = await fileOf('comillas.csv', 'sku;titulo\r\nTV-1;"Televisor, de ""50"""\r\n');
  expect((await ceiba('import', 'products', quoted)).said).toContain('(separator)');
  const dates = await fileOf('fechas.csv', 'sku,oferta_hasta\nTV-1,05/06/2026\n');
  expect((await ceiba('import', 'prices', dates)).said).toContain('(dates)');
});

test('[BULK-04] only the operator can read the returned file, and it contains no spreadsheet formula', async () => {
  const path = await fileOf('formulas.csv', 'sku,precio\n=1+1,-5\n');
  const back = join(folder, 'formulas-errores.csv');
  await ceiba('import', 'prices', path, '--errors', back);
  expect(await readFile(back, 'utf8')).toMatch(/^\uFEFFsku,precio,Error\n'=1\+1,'-5,"?precio: /);
  expect((await stat(back)).mode & 0o777).toBe(0o600);
  const again = await ceiba('import', 'prices', back, '--json');
  expect(again.said).toContain('"value": "-5"');
});

test('[BULK-04] if the returned file cannot be written, nothing is applied and the output gives the reason', async () => {
  const path = await fileOf('sin-lugar.csv', 'sku,precio\nTV,433\n');
  const price = () => rows(`select regular_price from products where sku = 'TV'`);
  const before = await price();
  const nowhere = join(folder, 'no-hay', 'errores.csv');
  for (const words of [[], ['--json'], ['--dry-run']]) {
    const refused = await ceiba('import', 'prices', path, '--errors', nowhere, ...words);
    expect(refused.isDone).toBe(false);
    expect(refused.said).toContain(`OUTPUT_UNWRITABLE`);
    expect(refused.said).toContain(`--errors: ${nowhere} cannot be written (ENOENT).`);
    expect(await price()).toEqual(before);
  }
  expect((await ceiba('import', 'prices', path)).said).toBe('0 new, 1 changed, 0 equal, 0 wrong.');
});

test('a full disk stops neither the import nor its report, and the command fails with advice', async () => {
  const path = await fileOf('lleno.csv', 'sku,precio\nTV,434\nNADIE,1\n');
  const back = join(folder, 'lleno-errores.csv');
  const { isDone, said } = await ceiba('import', 'prices', path, '--only-valid', '--errors', '/dev/full');
  expect(said.split('\n').slice(-2)).toEqual([
    '0 new, 1 changed, 0 equal, 1 wrong.',
    'OUTPUT_UNWRITABLE: --errors: /dev/full cannot be written (ENOSPC). What was imported stays: with --dry-run --again, --errors FILE writes it now.',
  ]);
  expect(isDone).toBe(false);
  expect(await rows(`select regular_price from products where sku = 'TV'`)).toEqual([{ regular_price: 434_00 }]);
  await ceiba('import', 'prices', path, '--dry-run', '--again', '--errors', back);
  expect(await readFile(back, 'utf8')).toMatch(/NADIE,1,.+/);
});

test('[BULK-03] --dry-run writes nothing', async () => {
  const path = await fileOf('marcas.csv', 'marca\nVolcán\nNueva\n');
  const before = await rows('select count(*) as runs from runs');
  const { isDone, said } = await ceiba('import', 'brands', path, '--dry-run', '--json');
  expect(isDone).toBe(true);
  expect(said).toContain('"outcome": "CHECKED"');
  expect(said).toContain('"Nueva"');
  expect(await rows('select count(*) as runs from runs')).toEqual(before);
  expect(await rows('select title from brands')).toEqual([{ title: 'Volcán' }]);
});

test('[BULK-05] cells of a spreadsheet are read as shown: numbers, days and leading zeros', async () => {
  // A sheet of two rows with sku and price. The first sku is a text, the second is a number.
  const path = await fileOf('precios.xlsx', await readFile(new URL('../testing/prices.xlsx', import.meta.url)));
  expect((await ceiba('import', 'prices', path)).said).toBe(
    '«oferta_hasta» dice un día sin hora (filas 2): termina al final de ese día, a las 23:59 de Guatemala.\nHay ofertas que se pueden poner en duda: «007: No baja del precio de antes, Dura demasiado». Se aplican, y quedan en «Revisión de ofertas».\n0 new, 1 changed, 0 equal, 0 wrong.',
  );
  expect(await rows(`select regular_price, sales_price, discount_ends_at from products where sku = '007'`)).toEqual([
    { regular_price: 1_234_50, sales_price: 999_00, discount_ends_at: new Date('2030-06-05T23:59:59.999-06:00') },
  ]);
});

const picture = (colour: string): Promise<Uint8Array> =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

const pictures = () =>
  rows(`select p.sku, i.position, i.label, m.width, m.height from product_images i
    join products p on p.id = i.product_id join media m on m.key = i.media_key order by p.sku, i.position`);

test('[BUY-07] a file cannot add a product whose sku is another product’s code', async () => {
  await rows(`insert into product_codes (code, product_id) select '7402000000004', id from products where sku = '007'`);
  const path = await fileOf('codigos.csv', 'sku,titulo,marca,categoria\n7402000000004,Bocina,Volcán,audio/bocinas\n');
  const { isDone, said } = await ceiba('import', 'products', path);
  expect([isDone, said]).toEqual([false, expect.stringContaining('código de barras de otro producto')]);
});

test('[OFF-21] pictures are imported once by SKU from a folder or a bucket, but invalid pictures are errors', async () => {
  const source = join(folder, 'imagenes');
  await mkdir(source);
  await writeFile(join(source, '007.jpg'), await picture('red'));
  // A portrait photo. The file's width is the picture's height.
  await writeFile(
    join(source, '007-2.jpg'),
    await sharp(await picture('blue'))
      .withMetadata({ orientation: 6 })
      .toBuffer(),
  );
  await writeFile(join(source, 'NADIE.jpg'), await picture('red'));
  await writeFile(join(source, 'TV-1.png'), 'no picture');
  await writeFile(join(source, 'TV-2.jpg'), await picture('red'));
  await writeFile(join(source, 'notas.txt'), 'nothing');
  const refused = await ceiba('import', 'pictures', source, '--json');
  expect(refused.isDone).toBe(false);
  const report: { errors: { value: string; code: string }[] } = JSON.parse(
    refused.said.split('\nIMPORT_INVALID')[0] ?? '',
  );
  expect(report.errors.map(({ value, code }) => `${value} ${code}`)).toEqual([
    'NADIE.jpg UNKNOWN_REFERENCE',
    'TV-1.png INVALID_VALUE',
    'TV-2.jpg AMBIGUOUS_NAME',
  ]);
  expect(await pictures()).toEqual([]);
  expect((await ceiba('import', 'pictures', source, '--only-valid')).isDone).toBe(true);
  const held = [
    { sku: '007', position: 0, label: 'Bocina 007', width: 40, height: 20 },
    { sku: '007', position: 1, label: 'Bocina 007, vista 2', width: 20, height: 40 },
  ];
  expect(await pictures()).toEqual(held);
  // A form that was opened before the import must not overwrite the picture list.
  const version = `select pictures_version > 1 as counted, pictures_version from products where sku = '007'`;
  const [counted] = await rows(version);
  expect(counted).toMatchObject({ counted: true });
  expect((await ceiba('import', 'pictures', source, '--only-valid', '--again')).said).toContain(
    '0 new, 0 changed, 2 equal, 3 wrong.',
  );
  expect(await rows(version)).toEqual([counted]);
});

test('a row changed by a command follows the rules of the import, and --json returns it', async () => {
  expect(await ceiba('price', 'set', 'TV-2', 'precio=800', 'oferta=700.50')).toEqual({
    isDone: true,
    said: 'Hay ofertas que se pueden poner en duda: «TV-2: No baja del precio de antes». Se aplican, y quedan en «Revisión de ofertas».\nChanged.',
  });
  expect(JSON.parse((await ceiba('price', 'show', 'TV-2', '--json')).said)).toEqual([
    { sku: 'TV-2', precio: 800_00, oferta: 700_50, oferta_hasta: null, desde: null },
  ]);
  expect((await ceiba('price', 'show', 'TV-2')).said).toBe('sku=TV-2  precio=800.00  oferta=700.50');
  expect(await ceiba('price', 'set', 'TV-2', 'oferta=900')).toEqual({
    isDone: false,
    said: 'oferta: La oferta debe ser menor que el precio. [PRICE_ORDER]',
  });
  expect((await ceiba('price', 'set', 'TV-2', 'prezio=900')).said).toContain('No hay una columna «prezio»');
  expect((await ceiba('price', 'set', 'TV-2', 'precio')).isDone).toBe(false);
  expect(await ceiba('stock', 'set', 'TV-2', 'MAX', 'existencia=4')).toEqual({ isDone: true, said: 'Added.' });
  expect(await ceiba('stock', 'set', 'TV-2', 'MAX', 'existencia=3')).toEqual({ isDone: true, said: 'Changed.' });
  expect(await ceiba('stock', 'set', 'TV-2', 'MAX', 'existencia=4')).toEqual({ isDone: true, said: 'Changed.' });
  expect((await ceiba('stock', 'show', 'TV-2')).said).toBe('sku=TV-2  tienda=MAX  existencia=4');
  expect((await ceiba('product', 'set', 'TV-2', 'publicado=no')).said).toBe('Changed.');
  expect((await ceiba('store', 'show', 'MAX')).said).toContain('nombre=Ceiba Zona 10');
  expect((await ceiba('store', 'show', 'NADA')).isDone).toBe(false);
  const sale = ['TV', '2026-11-27 00:00'];
  expect((await ceiba('flash-sale', 'set', ...sale, 'hasta=2026-11-28', 'precio=300')).said).toBe(
    '«hasta» dice un día sin hora (filas 1): termina al final de ese día, a las 23:59 de Guatemala.\nAdded.',
  );
  expect((await ceiba('flash-sale', 'show', 'TV')).said).toContain('precio=300.00');
  expect((await ceiba('flash-sale', 'remove', ...sale)).said).toBe('Removed.');
  expect(
    await rows(`select before ->> 'precio' as price from audit_entries where operation = 'flash-sale remove'`),
  ).toEqual([{ price: '30000' }]);
  expect((await ceiba('flash-sale', 'remove', ...sale)).isDone).toBe(false);
  await shop.db.pool.query(`insert into media (key, width, height) values (repeat('a', 32), 1600, 640)`);
  const banner = ['titulo=Feria', 'enlace=/search', 'boton=Ver', `imagen=/media/${'a'.repeat(32)}/1600.webp`];
  expect((await ceiba('banner', 'set', 'principal', '1', ...banner.toSpliced(1, 1, 'enlace=/no-hay'))).said).toContain(
    'enlace: No hay ninguna página en esa dirección.',
  );
  expect((await ceiba('banner', 'set', 'principal', '1', ...banner)).said).toBe('Added.');
  expect((await ceiba('banner', 'show')).said).toContain('lugar=principal  posicion=1  titulo=Feria');
  expect((await ceiba('banner', 'show', 'promocion')).isDone).toBe(false);
  expect((await ceiba('banner', 'remove', 'nada', '1')).said).toContain('no es uno de principal');
  expect((await ceiba('banner', 'remove', 'principal', '1')).said).toBe('Removed.');
});

test('[WAR-01] warranties are imported by file, and pages and offers omit warranties that are no longer offered', async () => {
  const lines = ['codigo,etiqueta,precio,sku,categoria', 'G-TV,Un año más,199.00,TV,', 'G-AUDIO,Un año más,99,,audio'];
  const file = await fileOf('garantias.csv', `${lines.join('\n')}\n`);
  expect((await ceiba('import', 'warranties', file)).said).toBe('2 new, 0 changed, 0 equal, 0 wrong.');
  expect((await ceiba('warranty', 'show', 'G-TV')).said).toBe(
    'codigo=G-TV  etiqueta=Un año más  precio=199.00  sku=TV  se_ofrece=sí',
  );
  const offered = async (): Promise<string[]> => {
    const answer = await shop.call('getProductWarranties', { params: { sku: 'TV' } });
    return answer.ok ? answer.value.map(({ sku }) => sku) : [answer.error.code];
  };
  expect(await offered()).toEqual(['G-TV']);
  expect((await ceiba('warranty', 'set', 'G-TV', 'categoria=audio')).said).toContain('no de ambos');
  expect((await ceiba('warranty', 'set', 'G-TV', 'precio=0')).isDone).toBe(false);
  expect((await ceiba('warranty', 'set', 'G-TV', 'se_ofrece=no')).said).toBe('Changed.');
  expect(await offered()).not.toContain('G-TV');
});

test('a file or a command sets where a service is performed and which products it suits', async () => {
  await createProduct(shop.db, { sku: 'INSTALA', kind: 'service', price: 200_00 });
  await shop.db.pool.query(
    `insert into municipios (ine_code, region_id, name, position) values ('0108', 485, 'Mixco', 2)`,
  );
  const head = 'sku,dias,cobertura,categoria,atributo,desde,hasta';
  const wrong = await fileOf('visitas-mal.csv', `${head}\nTV,4,Petén,,,,\nINSTALA,4,Guatemala/Flores,,,44,43\n`);
  const refused = (await ceiba('import', 'visits', wrong)).said;
  for (const part of [
    'El servicio «TV» no existe',
    'Un lugar de la cobertura no existe',
    'necesita el atributo',
    'termina antes',
  ])
    expect(refused).toContain(part);
  const file = await fileOf(
    'visitas.csv',
    `${head}\nINSTALA,4,Guatemala/Mixco|Quetzaltenango,audio,pantalla,44,65.5\n`,
  );
  expect((await ceiba('import', 'visits', file)).said).toBe('1 new, 0 changed, 0 equal, 0 wrong.');
  expect((await ceiba('visit', 'show', 'INSTALA')).said).toBe(
    'sku=INSTALA  dias=4  cobertura=Guatemala/Mixco|Quetzaltenango  categoria=audio  atributo=pantalla  desde=44  hasta=65.5',
  );
  expect((await ceiba('visit', 'set', 'INSTALA', 'cobertura=[borrar]')).said).toBe('Changed.');
  const page = await shop.call('getProductBySlug', { params: { slug: 'instala' } });
  expect(page.ok && page.value.visit).toEqual({ days: 4, coverage: [] });
});

test('[BULK-01] a command uploads the picture of a banner or a category, but refuses other files', async () => {
  const photo = await fileOf('feria.jpg', await picture('gold'));
  const words = ['titulo=Feria', 'enlace=/search', 'boton=Ver'];
  const banner = ['banner', 'set', 'principal', '7'];
  expect((await ceiba(...banner, ...words, 'imagen=feria.jpg')).said).toContain(
    'súbela con «ceiba banner set <lugar> <posicion> --picture ARCHIVO»',
  );
  const stored = async (): Promise<string[]> => readdir(join(folder, 'media')).catch(() => []);
  const before = await stored();
  expect((await ceiba(...banner, ...words, '--picture', photo, '--dry-run')).said).toContain('Added.');
  expect(await stored()).toEqual(before);
  expect((await ceiba(...banner, ...words, '--picture', photo)).said).toBe('Added.');
  const shown = (await ceiba('banner', 'show', 'principal')).said;
  const [address = ''] = /\/media\/[0-9a-f]{32}\/1600\.webp/.exec(shown) ?? [];
  expect((await shop.inject({ method: 'GET', url: '/v1/home' })).payload).toContain(address);
  const [, , key = ''] = address.split('/');
  expect(await readdir(mediaFolderPath(join(folder, 'media'), key))).toContain('1600.webp');
  // A new picture alone is also a change.
  const other = await fileOf('otra.jpg', await picture('navy'));
  expect((await ceiba(...banner, '--picture', other)).said).toBe('Changed.');
  expect((await ceiba(...banner)).isDone).toBe(false);
  expect((await ceiba('category', 'set', 'audio', '--picture', photo)).said).toBe('Changed.');
  expect((await ceiba('category', 'show', 'audio')).said).toMatch(/imagen=\/media\/[0-9a-f]{32}\/480\.webp/);
  const drawing = await fileOf('dibujo.jpg', '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>');
  for (const none of [drawing, join(folder, 'no-hay.jpg')])
    expect(await ceiba(...banner, '--picture', none)).toMatchObject({
      isDone: false,
      said: expect.stringMatching(/(?:no picture|ENOENT).* Nothing was changed\./),
    });
  expect((await ceiba('banner', 'remove', 'principal', '7')).said).toBe('Removed.');
});

test('an export is written to a file, or printed', async () => {
  const out = join(folder, 'marcas-de-la-tienda.csv');
  expect((await ceiba('export', 'brands', '--out', out)).said).toBe(`1 rows in ${out}.`);
  expect(await readFile(out, 'utf8')).toBe('\uFEFFmarca,enlace,estado,reemplazo\nVolcán,volcan,visible,\n');
  expect((await ceiba('export', 'brands', '--format', 'ndjson')).said).toBe(
    '{"marca":"Volcán","enlace":"volcan","estado":"visible","reemplazo":null}',
  );
});

test.each([
  ['no-hay/marcas.csv', 'ENOENT'],
  ['/dev/full', 'ENOSPC'],
])('[BULK-11] if an export cannot be written at %s, the command reports it', async (place, code) => {
  const out = resolve(folder, place);
  expect(await ceiba('export', 'brands', '--out', out)).toEqual({
    isDone: false,
    said: `OUTPUT_UNWRITABLE: --out: ${out} cannot be written (${code}).`,
  });
});

test('[BULK-01] pictures are read from a ZIP, but a broken ZIP is refused', async () => {
  const zip = await fileOf('fotos.zip', zipOf('carpeta/TV.jpg', await picture('gold')));
  expect((await ceiba('import', 'pictures', zip)).said).toBe('1 new, 0 changed, 0 equal, 0 wrong.');
  const none = await fileOf('otras.zip', 'PK, but no more');
  expect((await ceiba('import', 'pictures', none)).said).toContain('no es un ZIP');
});

test('[BULK-02] a picture larger than its ZIP’s directory states is refused before it is read whole', async () => {
  const large = Buffer.alloc(21 * 1024 * 1024);
  for (const says of [large.length, 1_000]) {
    const zip = await fileOf(`grande-${says}.zip`, zipOf('TV.jpg', large, says));
    expect((await ceiba('import', 'pictures', zip)).said).toContain('«TV.jpg» no es una imagen que se pueda leer.');
  }
});

/** A spreadsheet with one price. `hidden`: an entry before its directory. `says`: the size that the directory states for its sheet. */
const sheetOf = async ({ says, hidden = Buffer.alloc(0) }: { says?: number; hidden?: Buffer }): Promise<Buffer> => {
  const sheet = await readFile(new URL('../testing/prices.xlsx', import.meta.url));
  const directory = sheet.indexOf('PK\x01\x02');
  const name = sheet.indexOf('xl/worksheets/sheet', directory);
  if (says !== undefined) sheet.writeUInt32LE(says, name - 22);
  sheet.writeUInt32LE(directory + hidden.length, sheet.length - 6);
  return Buffer.concat([sheet.subarray(0, directory), hidden, sheet.subarray(directory)]);
};

test('[BULK-02] a spreadsheet that unpacks to more than the memory limit is not read, whatever its directory states', async () => {
  const huge = zipOf('xl/worksheets/sheet9.xml', Buffer.alloc(101 * 1024 * 1024));
  const said = async (name: string, bytes: Buffer) =>
    (await ceiba('import', 'prices', await fileOf(name, bytes), '--again', '--dry-run')).said;
  expect(await said('entera.xlsx', await sheetOf({}))).toContain('0 wrong');
  expect(await said('bomba.xlsx', huge)).toContain('ocupa más de 100 MB sin comprimir');
  expect(await said('mentira.xlsx', await sheetOf({ says: 100 }))).toContain('no es una hoja de cálculo');
  const hidden = huge.subarray(0, huge.indexOf('PK\x01\x02'));
  expect(await said('oculta.xlsx', await sheetOf({ hidden }))).toContain('no es una hoja de cálculo');
});

test('[BULK-07] a run that another process has locked is not reported as applied', async () => {
  const kind = findKind('prices');
  if (kind === undefined) throw new Error('no prices');
  const path = await fileOf('ajeno.csv', 'sku,precio\nTV,431\n');
  const read = await checkFile(shop.db, { kind, path, format: {}, actor: operator, now: new Date(), isAgain: false });
  if (!read.ok) throw new Error(read.error.code);
  const { id } = read.value.run;
  const other = await shop.db.pool.connect();
  await other.query('begin');
  await other.query('select from runs where id = $1 for update', [id]);
  const meanwhile = await ceiba('import', 'resume', id, '--json');
  await other.query('commit');
  other.release();
  expect([meanwhile.isDone, documentOf(meanwhile.said).outcome]).toEqual([false, 'IN_PROGRESS']);
  const after = await ceiba('import', 'resume', id, '--json');
  expect([after.isDone, documentOf(after.said).outcome]).toEqual([true, 'APPLIED']);
});

test('pictures of a bucket', async () => {
  const s3 = await startS3Server();
  try {
    s3.objects.set('fotos/TV-1.jpg', { bytes: Buffer.from(await picture('green')), type: 'image/jpeg' });
    const config = { ...shop.config, files: { s3: { endpoint: s3.endpoint, ...s3Access } } };
    const said: string[] = [];
    const type = typing(importCommands, 'import');
    await type({ db: shop.db, args: ['pictures', 's3://fotos/'], say: (text) => said.push(text), config });
    expect(said).toEqual(['0 new, 1 changed, 0 equal, 0 wrong.']);
  } finally {
    await s3.close();
  }
});
