import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../platform/db/database.ts';
import { createProduct, createShipment, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { applyImport, checkFile, resumeImport } from './import-file.ts';
import { checkPictures } from './import-pictures.ts';
import { findKind, kinds } from './kinds.ts';

/** A file of each kind with a new row and, if the kind has changes, a changed row. */
const files: Record<string, string> = {
  places:
    'codigo,departamento,region,municipio\n0101,Guatemala,485,Guatemala\n0901,Quetzaltenango,493,Quetzaltenango\n',
  stores:
    'codigo,nombre,calle,ciudad,departamento,latitud,longitud,tipo\nMAX,Otra,12 calle,Guatemala,Guatemala,14.59,-90.51,tienda\nNUEVA,Nueva,1 calle,Guatemala,Guatemala,14.6,-90.5,tienda\n',
  sellers: 'vendedor,nombre,dias\n2,Óptica,4\n7,Nuevo,1\n',
  brands: 'marca,enlace\nVolcán,volcan-gt\nLagarto,\n',
  categories: 'ruta,titulo\naudio/bocinas/chicas,Chicas\naudio,Sonido\ncasa/ollas,Ollas\ncasa,Casa\n',
  attributes:
    'categoria,codigo,nombre,tipo,unidad,papel\naudio,potencia,Potencia real,número,W,\naudio/bocinas,peso,Peso,número,kg,peso\n',
  products: 'sku,titulo,marca,categoria\nTV,Otra,Volcán,audio\nNUEVA,Bocina nueva,Volcán,audio/bocinas\n',
  barcodes: 'sku,codigo,clase\nTV,FAB-1,anterior\nRADIO,7401000000015,\n',
  'seller-offers': 'sku,vendedor,oferta_id\nTV,2,OP-1\nRADIO,1,OP-2\n',
  prices: 'sku,precio,oferta,oferta_hasta,desde\nTV,600,550,2090-01-01,\nRADIO,700,,,2090-01-01\n',
  stock: 'sku,tienda,existencia,recibidas,documento\nTV,BODEGA,7,,\nRADIO,MAX,,5,F-1\nRADIO,BODEGA,0,,\n',
  costs: 'sku,costo\nTV,250\nRADIO,120.50\n',
  pictures: '',
  warranties: 'codigo,etiqueta,precio,sku,categoria\nG-1,Un año más,99,TV,\nG-2,Dos años más,149.50,,audio\n',
  visits: 'sku,dias,cobertura,categoria\nVISITA,4,Guatemala,audio\nVISITA-2,2,,\n',
  coupons: 'codigo,etiqueta,monto\nFERIA,Feria,25\nFIESTA,Fiesta,50\n',
  'flash-sales': 'sku,desde,hasta,precio\nTV,2090-01-01,2090-01-02,90\nRADIO,2090-01-01,2090-01-02,80\n',
  banners: `lugar,posicion,titulo,enlace,boton,imagen\nprincipal,1,Feria,/search,Ver,/media/${'a'.repeat(32)}/1600.webp\n`,
  redirects: 'de,a\n/vieja,/audio\n/otra,/vieja\n',
  synonyms: 'palabras,significan,cualidad\n"unidad, pieza",lote,\n"caja, cajita",,sí\n',
  bins: 'bin,marca,banco,cuotas\n411111,visa,Otro banco,"6, 12"\n450799,visa,Nuevo,6\n',
  'tracking-numbers': 'envio,guia,motivo\n100000101-1,GT-1,\n100000102-1,GT-2,Corregida\n',
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-interrupted-'));
  await mkdir(join(folder, 'imagenes'));
  for (const [name, background] of [
    ['TV', 'red'],
    ['RADIO-2', 'blue'],
  ] as const)
    await sharp({ create: { width: 40, height: 20, channels: 3, background } })
      .jpeg()
      .toFile(join(folder, 'imagenes', `${name}.jpg`));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const openShop = async (): Promise<TestShop> => {
  const shop = await openTestShop({ MEDIA_DIR: join(folder, 'media') });
  onTestFinished(() => shop.close());
  await createShopBasics(shop.db);
  await shop.db.pool.query(`
    insert into media (key, width, height) values (repeat('a', 32), 1600, 640);
    insert into category_attributes (category_id, code, name, type, unit) values (1, 'potencia', 'Potencia', 'number', 'W');
  `);
  for (const sku of ['TV', 'RADIO']) await createProduct(shop.db, { sku, price: 500_00, stock: 10 });
  await createShipment(shop.db, { orderNumber: 100_000_101 });
  await createShipment(shop.db, { orderNumber: 100_000_102, state: 'sent', trackingNumber: 'GT-0' });
  await shop.db.pool.query(`
    insert into product_codes (code, sku, kind) values ('FAB-1', 'TV', 'maker');
    insert into search_synonym_groups (words) values ('unidad, pieza');
  `);
  for (const sku of ['VISITA', 'VISITA-2']) await createProduct(shop.db, { sku, kind: 'service' });
  return shop;
};

/** Reads all data of the shop that files can set, and the stock movements, without generated row numbers. */
const stateOf = async ({ db }: TestShop): Promise<unknown> => {
  const state: Record<string, unknown> = {};
  for (const { name, all } of kinds)
    if (all !== undefined) state[name] = (await db.pool.query(`select e.now from (${all}) e`)).rows;
  const others = {
    moves: `select p.sku, m.store_code, m.delta, m.reason, m.reference from stock_movements m join products p on p.id = m.product_id order by 1, 2, 3`,
    images: `select p.sku, i.position, i.media_key, i.label from product_images i join products p on p.id = i.product_id order by 1, 2`,
  };
  for (const [name, text] of Object.entries(others)) state[name] = (await db.pool.query(text)).rows;
  return state;
};

class Killed extends Error {}

/** The database of a process that is killed after this many writes. Its next transaction or statement rolls back. */
const dyingAfter = (db: Database, writes: number): Database => {
  let left = writes;
  const live = (): void => {
    left -= 1;
    if (left < 0) throw new Killed();
  };
  return {
    ...db,
    write: {
      run: (statement) => {
        if (!/^\s*select/.test(statement.text)) live();
        return db.write.run(statement);
      },
    },
    // The process dies before its commit, after all statements.
    transaction: (work) =>
      db.transaction(async (tx) => {
        const value = await work(tx);
        live();
        return value;
      }),
  };
};

const actor = { kind: 'command', id: 'prueba' } as const;

/** Runs the command. Returns its outcome. Throws `Killed`. */
const importOf = async (db: Database, name: string, path: string, shop: TestShop): Promise<string> => {
  const kind = findKind(name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  const checked =
    name === 'pictures'
      ? await checkPictures(db, { source: path, s3: undefined, mediaDir: shop.config.mediaDir, actor })
      : await checkFile(db, { kind, path, format: {}, actor, now: new Date() });
  if (!checked.ok) return checked.error.code;
  const applied = await applyImport(db, checked.value.run.id, { now: new Date() });
  return applied.ok ? applied.value.run.state : applied.error.code;
};

const pathOf = async (name: string, text: string): Promise<string> => {
  if (name === 'pictures') return join(folder, 'imagenes');
  const path = join(folder, `${name}.csv`);
  await writeFile(path, text);
  return path;
};

/** Runs an import that is killed after this many writes. Returns `killed`, or the outcome. */
const killedAfter = (writes: number, shop: TestShop, name: string, path: string): Promise<string> =>
  importOf(dyingAfter(shop.db, writes), name, path, shop).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
    return 'killed';
  });

test('this test interrupts a file of each kind', () => {
  expect(Object.keys(files)).toEqual(kinds.map(({ name }) => name));
});

test.each(Object.entries(files))(
  '[BULK-07] an import of %s killed at any point leaves all or nothing, and ends the same when repeated',
  async (name, text) => {
    const path = await pathOf(name, text);
    const [whole, killed] = [await openShop(), await openShop()];
    const before = await stateOf(whole);
    expect(await importOf(whole.db, name, path, whole)).toBe('done');
    const after = await stateOf(whole);
    expect(after).not.toEqual(before);
    const ends: string[] = [];
    // Each kill is one write later, until the end.
    while (ends.at(-1) !== 'done' && ends.length < 50) {
      ends.push(await killedAfter(ends.length, killed, name, path));
      expect(await stateOf(killed)).toEqual(ends.at(-1) === 'done' ? after : before);
    }
    // Reading, comparing, starting and applying are at least five writes.
    expect(ends.length).toBeGreaterThan(5);
    const { rows } = await killed.db.pool.query(`select state from runs where state in ('applying', 'done')`);
    expect(rows).toEqual([{ state: 'done' }]);
    expect(await importOf(killed.db, name, path, killed)).toBe('IMPORT_ALREADY_APPLIED');
  },
);

/** Rows of a file in portions. */
const many = 5_500;

/** The headings and the lines of a file of each kind that is applied in portions. */
const inPortions: Record<string, { headings: string; line: (n: number) => string }> = {
  costs: { headings: 'sku,costo', line: (n) => `P${n},${(n % 7) + 1}` },
  prices: { headings: 'sku,precio', line: (n) => `P${n},${(n % 7) + 1}` },
  stock: { headings: 'sku,tienda,existencia', line: (n) => `P${n},BODEGA,${(n % 7) + 1}` },
};

test('this test interrupts a file of each kind that is applied in portions', () => {
  const portioned = kinds.filter(({ isPortioned = false }) => isPortioned).map(({ name }) => name);
  expect(Object.keys(inPortions).sort()).toEqual(portioned.sort());
});

test.each(Object.entries(inPortions))(
  '[BULK-07] a long file of %s killed in its second portion resumes there, by its job or typed again',
  async (name, { headings, line }) => {
    const lines = Array.from({ length: many }, (_, n) => `${line(n + 1)}\n`).join('');
    const path = await pathOf(name, `${headings}\n${lines}`);
    const open = async (): Promise<TestShop> => {
      const shop = await openShop();
      await shop.db.pool.query(
        `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price)
         select 'P' || n, 'p' || n, 'Bocina ' || n, 1, 1, 2, 10000, 10000 from generate_series(1, $1::integer) n`,
        [many],
      );
      return shop;
    };
    const [whole, killed] = [await open(), await open()];
    expect(await importOf(whole.db, name, path, whole)).toBe('done');
    const done: unknown[] = [];
    const look = async (): Promise<string> => {
      const { rows } = await killed.db.pool.query<{ id: string; done: number }>('select id, done from runs');
      done.push(...rows.map((run) => run.done));
      return rows[0]?.id ?? '';
    };
    // Writes: the start, eleven batches, the comparison, its counts, the start of applying, a portion.
    expect(await killedAfter(1 + 11 + 1 + 1 + 1 + 1, killed, name, path)).toBe('killed');
    await look();
    // Writes: the start of applying, a portion.
    expect(await killedAfter(1 + 1, killed, name, path)).toBe('killed');
    // A worker's job writes one more portion.
    await expect(resumeImport(dyingAfter(killed.db, 1), await look())).rejects.toThrow(Killed);
    await look();
    expect(await importOf(killed.db, name, path, killed)).toBe('done');
    await look();
    expect(done).toEqual([1_000, 2_000, 3_000, 5_500]);
    expect(await stateOf(killed)).toEqual(await stateOf(whole));
  },
);
